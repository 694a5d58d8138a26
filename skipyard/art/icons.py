"""Icons for buttons, in the colour of the text beside them."""

from __future__ import annotations

from skipyard.art.svg import Symbols, line, merged, symbol

STROKES = {
    "undo": "M9 8 4 13 9 18M4 13H15A5 5 0 0 1 15 23H10",
    "resign": "M6 25V5H22L18 10 22 15H6",
    "draw": "M4 12H24M4 18H24",
    "rematch": "M22 9A9 9 0 1 0 24 16M23 4V10H17",
    "say": "M5 6H23V19H13L8 24V19H5Z",
    "journal": "M7 4H23V24H7ZM11 10H19M11 14H19M11 18H16",
    "settings": "M5 8H23M5 14H23M5 20H23M10 6V10M18 12V16M9 18V22",
    "theme": "M14 4A10 10 0 1 0 24 16 8 8 0 0 1 14 4Z",
    "sound": "M5 11V17H9L15 22V6L9 11ZM19 10A6 6 0 0 1 19 18",
    "mute": "M5 11V17H9L15 22V6L9 11ZM19 11 25 17M25 11 19 17",
    "more": "M7 14V14.01M14 14V14.01M21 14V14.01",
    "copy": "M10 10H23V24H10ZM18 10V4H5V18H10",
    "link": "M12 16A5 5 0 0 0 19 16L23 12A5 5 0 0 0 16 5L14 7"
    "M16 12A5 5 0 0 0 9 12L5 16A5 5 0 0 0 12 23L14 21",
    "bot": "M6 11H22V23H6ZM14 11V6M14 5V5.01M11 16V17M17 16V17",
    "person": "M14 13A4 4 0 1 0 14 5 4 4 0 0 0 14 13M5 24C5 14 23 14 23 24",
    "away": "M14 13A4 4 0 1 0 14 5 4 4 0 0 0 14 13M5 24C5 17 12 15 17 17M18 20 24 26M24 20 18 26",
    "clock": "M14 5A10 10 0 1 0 14.01 5M14 9V15L18 18",
    "next": "M6 14H22M15 7 22 14 15 21",
    "step": "M10 6 18 14 10 22",
    "back": "M18 6 10 14 18 22",
    "first": "M20 6 12 14 20 22M8 6V22",
    "last": "M8 6 16 14 8 22M20 6V22",
    "play": "M9 5 22 14 9 23Z",
    "pause": "M10 6V22M18 6V22",
    "close": "M7 7 21 21M21 7 7 21",
    "check": "M5 15 11 21 23 7",
    "rules": "M14 7C11 4 7 4 4 5V22C7 21 11 21 14 24 17 21 21 21 24 22V5C21 4 17 4 14 7V24",
    "hint": "M10 20C10 17 6 15 6 11A8 8 0 0 1 22 11C22 15 18 17 18 20ZM11 24H17",
    "home": "M4 14 14 5 24 14M7 12V24H21V12",
    "seen": "M3 14C8 6 20 6 25 14 20 22 8 22 3 14M14 11A3 3 0 1 0 14.01 11",
    "larger": "M12 5A7 7 0 1 0 12.01 5M17 17 24 24M12 9V15M9 12H15",
    "sun": "M14 9A5 5 0 1 0 14.01 9M14 2V4M14 24V26M2 14H4M24 14H26"
    "M6 6 7 7M21 21 22 22M22 6 21 7M6 22 7 21",
    "friends": "M10 13A4 4 0 1 0 10 5 4 4 0 0 0 10 13M2 23C2 14 18 14 18 23M18 5A4 4 0 0 1 18 13"
    "M21 16C24 17 26 19 26 23",
    "device": "M8 3H20V25H8ZM13 21H15",
    "cup": "M9 4H19V11A5 5 0 0 1 9 11ZM9 6H5V8A4 4 0 0 0 9 12M19 6H23V8A4 4 0 0 1 19 12"
    "M14 16V21M9 24H19",
    "look": "M4 20 10 13 15 17 24 7M18 7H24V13",
    "share": "M14 16V4M9 9 14 4 19 9M7 13H5V24H23V13H21",
    "smaller": "M12 5A7 7 0 1 0 12.01 5M17 17 24 24M9 12H15",
}


def symbols() -> Symbols:
    """Icons in a square of 28."""
    return merged(
        symbol(f"icon-{name}", 28, 28, line(path, "currentColor", 2.4))
        for name, path in STROKES.items()
    )
