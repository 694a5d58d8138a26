"""The colours of both themes, Birch (light) and Harbour (dark), and marks without any colour."""

from __future__ import annotations

import functools

from rich.style import Style
from textual.theme import Theme

LIGHT, DARK, MONO = "light", "dark", "mono"
BIRCH = Theme(
    name=LIGHT,
    dark=False,
    primary="#0072b2",
    secondary="#47515a",
    accent="#a34100",
    foreground="#22303c",
    background="#f1e4cb",
    surface="#fffaf0",
    panel="#dfcba4",
)
HARBOUR = Theme(
    name=DARK,
    dark=True,
    primary="#56b4e9",
    secondary="#b4c2ce",
    accent="#ffc531",
    foreground="#eaf0f5",
    background="#16212b",
    surface="#1c2a37",
    panel="#243544",
)
# Printed things, the same in both themes but for the light that falls on them.
PRINT = {
    "band1": "bold #00568c",
    "band2": "bold #9c3d00",
    "band3": "bold #00644a",
    "wild": "bold #ffffff on #17405e",
    "back": "#8fc0e6 on #1d5478",
    "coin-light": "bold #4f2f10 on #f0cd96",
    "coin-dark": "bold #f6dcae on #5d3a22",
    "token-0": "bold #ffffff on #0072b2",
    "token-1": "bold #22303c on #e69f00",
    "token-2": "bold #ffffff on #00785a",
    "token-3": "bold #22303c on #cc79a7",
    "token-4": "bold #22303c on #f0e442",
    "token-5": "bold #ffffff on #b94e00",
    "cursor": "bold #2b2000 on #ffc531",
}
STYLES = {
    LIGHT: PRINT
    | {
        "ground": "on #f1e4cb",
        "ink": "#22303c",
        "soft": "#5d666e",
        "line": "#9a8358",
        "strong": "bold #22303c",
        "paper": "#22303c on #fffdf7",
        "edge": "#b9a780 on #fffdf7",
        "can": "bold #0072b2",
        "can-paper": "bold #0072b2 on #fffdf7",
        "held": "bold #a34100",
        "held-paper": "bold #a34100 on #fffdf7",
        "new": "#00785a",
        "new-paper": "#00785a on #fffdf7",
        "bar": "#0072b2",
        "square-light": "#7a6238 on #f1dfb9",
        "square-dark": "#4a2c10 on #cda574",
        "field-ink": "#22303c",
        "field": "#8d7a52 on #fbf4e4",
        "field-other": "#8d7a52 on #f6ead2",
        "R": "bold #c0392b",
        "O": "bold #b76a00",
        "Y": "bold #857800",
        "G": "bold #00785a",
        "B": "bold #0072b2",
    },
    DARK: PRINT
    | {
        "ground": "on #16212b",
        "ink": "#eaf0f5",
        "soft": "#93a5b4",
        "line": "#4a6074",
        "strong": "bold #ffffff",
        "paper": "#22303c on #ece4d4",
        "edge": "#a5997d on #ece4d4",
        "can": "bold #7cc8f5",
        "can-paper": "bold #0072b2 on #ece4d4",
        "held": "bold #ffb04a",
        "held-paper": "bold #a34100 on #ece4d4",
        "new": "#5cc9a1",
        "new-paper": "#00785a on #ece4d4",
        "bar": "#56b4e9",
        "square-light": "#6e5a36 on #cdb98f",
        "square-dark": "#e8d3ae on #7d5936",
        "field-ink": "#d3dfe9",
        "field": "#4f6475 on #1b2c39",
        "field-other": "#4f6475 on #203341",
        "R": "bold #ff7a6b",
        "O": "bold #f5a623",
        "Y": "bold #f0e442",
        "G": "bold #35c795",
        "B": "bold #66bdf0",
    },
    MONO: {
        "soft": "dim",
        "line": "dim",
        "strong": "bold",
        "wild": "bold reverse",
        "back": "dim",
        "can": "bold",
        "can-paper": "bold",
        "cursor": "bold reverse",
        "held": "bold underline",
        "held-paper": "bold",
        "coin-dark": "reverse",
        "square-dark": "dim",
        "field": "dim",
        "field-other": "dim",
        "edge": "dim",
    }
    | {f"token-{side}": "bold reverse" for side in range(6)}
    | {f"band{n}": "bold" for n in (1, 2, 3)}
    | dict.fromkeys("ROYGB", "bold"),
}


class Palette:
    """Styles by name; several names, separated by spaces, add up, and Rich's own words go too."""

    def __init__(self, name: str) -> None:
        self.name, self.known = name, STYLES[name]

    @functools.cache  # noqa: B019  a palette lives as long as the process
    def style(self, names: str) -> Style:
        style = Style.parse(self.known.get("ground", ""))
        for name in names.split():
            plain = name in ("bold", "dim", "reverse", "underline", "italic")
            style += Style.parse(name if plain else self.known.get(name, ""))
        return style


palette = functools.cache(Palette)
