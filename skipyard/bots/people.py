"""What bots are called at a table: names of their own, by strength."""

from __future__ import annotations

from collections.abc import Collection

from skipyard.bots.levels import LEVELS

# From the gentlest level to the strongest; enough for six chairs and a person who has one of them.
BY_LEVEL = (
    ("Pip", "Momo", "Lulu", "Bibi", "Toto", "Nino", "Fifi"),
    ("Tess", "Bo", "Mika", "Nilo", "Suri", "Jo", "Lale"),
    ("Juno", "Otto", "Ines", "Rafa", "Noor", "Timo", "Yara"),
    ("Vera", "Silas", "Maud", "Idris", "Selma", "Hugo", "Akira"),
    ("Athena", "Magnus", "Zora", "Cyrus", "Freya", "Solon", "Hypatia"),
)
MIDDLE = 2  # the level whose names other bots have


def bot_name(bot: str, seat: int, taken: Collection[str]) -> str:
    """The name of a bot in a seat, unlike those that are taken."""
    names = BY_LEVEL[LEVELS.index(bot) if bot in LEVELS else MIDDLE]
    order = [names[(seat + i) % len(names)] for i in range(len(names))]
    return next(name for name in order if name not in taken)
