"""Five levels for people to play against, each quick to answer, and whose advice a hint is; which
bot is behind them may differ by game.
"""

from typing import NamedTuple

LEVELS = ("level1", "level2", "level3", "level4", "level5")


class Step(NamedTuple):
    """The bot of one level, and how many of a hundred moves are any move."""

    bot: str
    slips: int = 0


# A step is about as large as the next, as measured (docs/bots.md): some 180 Elo in Skip-Bo,
# 200 to 240 in Skip or Trip, 250 to 320 in Skippity, about 400 in Flip & Skip.
RULES, SEARCH = Step("rules"), Step("search")
STEPS = {
    "skipbo": (Step("greedy", 20), Step("greedy", 13), Step("greedy", 3), RULES, SEARCH),
    "skipbo_mod": (Step("greedy", 20), Step("greedy", 10), Step("greedy", 3), RULES, SEARCH),
    "skip_or_trip": (Step("greedy", 45), Step("greedy"), RULES, Step("search:50"), SEARCH),
    "flip_and_skip": (Step("greedy", 42), Step("greedy"), RULES, Step("search:50", 15), SEARCH),
    "skippity": (
        Step("greedy", 9),
        Step("rules", 5),
        Step("search:2000"),
        Step("search:15000"),
        SEARCH,
    ),
}

# Hints --------------------------------------------------------------------------------------------
ADVISER = "search:500ms"  # the best bot that answers soon enough
