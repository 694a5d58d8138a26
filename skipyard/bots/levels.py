"""Five levels for people to play against, each quick to answer, and whose advice a hint is; which
bot is behind them may differ by game.
"""

from typing import NamedTuple

LEVELS = ("level1", "level2", "level3", "level4", "level5")


class Step(NamedTuple):
    """The bot of one level, and how many of a hundred moves are any move."""

    bot: str
    slips: int = 0


PLAIN = (Step("greedy", 50), Step("greedy", 15), Step("greedy"), Step("rules"), Step("search"))
STEPS = {
    "skipbo": PLAIN,
    "skipbo_mod": PLAIN,
    "skip_or_trip": PLAIN,
    "flip_and_skip": PLAIN,
    "skippity": PLAIN,
}

# Hints --------------------------------------------------------------------------------------------
ADVISER, SIMPLER = "search:500ms", "rules"
ADVISED_BY_SEARCH = {
    "skippity": 2
}  # the most seats; among more, its search is no better than rules


def adviser(game: str, seats: int) -> str:
    """The best bot that answers soon enough for a hint."""
    return ADVISER if seats <= ADVISED_BY_SEARCH.get(game, seats) else SIMPLER
