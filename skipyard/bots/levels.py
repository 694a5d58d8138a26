"""Five levels for people to play against, each quick to answer; which bot is behind one may differ
by game.
"""

from typing import NamedTuple

LEVELS = ("level1", "level2", "level3", "level4", "level5")


class Step(NamedTuple):
    """The bot of one level, and how many of a hundred moves are any move."""

    bot: str
    slips: int = 0


BELOW = (Step("greedy", 50), Step("greedy", 15), Step("greedy"), Step("rules"))
STEPS = {
    "skipbo": (*BELOW, Step("search:20000")),
    "skipbo_mod": (*BELOW, Step("search:20000")),
    "skip_or_trip": (*BELOW, Step("search")),
    "flip_and_skip": (*BELOW, Step("search")),
    "skippity": (*BELOW, Step("search")),
}
