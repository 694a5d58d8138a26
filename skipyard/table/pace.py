"""How long bots wait before they move, so that people can follow: calm, brisk or instant.

The wait shrinks with every bot's move in a row, so that a person never waits long for many bots.
"""

from __future__ import annotations

from typing import Final, Literal

Name = Literal["calm", "brisk", "instant"]
CALM: Final = "calm"
BRISK: Final = "brisk"
INSTANT: Final = "instant"
PACES: dict[str, int] = {CALM: 1400, BRISK: 700, INSTANT: 0}  # milliseconds before a bot's move
LONGEST = {CALM: 20_000, BRISK: 5_000, INSTANT: 1_000}  # before any number of moves in a row
MOST_BRISK, MOST_INSTANT = 1000, 100  # milliseconds that still have that name
LEAST_ALONE = 300  # milliseconds between moves where no person plays, unless the server is quicker
LEAST_THINKING = 20  # milliseconds that a search may always take
LEAST_SHARE = 0.5  # of the wait before: for policies that are slower than calm


def name_of(milliseconds: int) -> Name:
    """What a policy's wait is called."""
    if milliseconds <= MOST_INSTANT:
        return INSTANT
    return BRISK if milliseconds <= MOST_BRISK else CALM


def wait(milliseconds: int, moves: int) -> int:
    """The wait after so many moves of bots in a row; all of them add up to LONGEST at most."""
    share = max(LEAST_SHARE, 1 - milliseconds / LONGEST[name_of(milliseconds)])
    return int(milliseconds * share**moves)


def thinking(milliseconds: int, moves: int) -> int:
    """How long a bot may think after so many moves of bots in a row, while somebody waits."""
    return max(LEAST_THINKING, wait(max(milliseconds, PACES[BRISK]), moves))
