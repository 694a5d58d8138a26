"""How the search goes about each game; docs/decisions/0008 has what was tried and measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from skipyard.bots.knowledge import GREEDY, RULES
from skipyard.core import Field, Record, i8, u32


class Plan(Record):
    """What a search may be told to do otherwise."""

    explore = Field(np.float64, ())  # how curious it is
    fresh = Field(np.float64, ())  # what an untried move is worth beside those that were tried
    bias = Field(np.float64, ())  # the bonus of the move that the guide likes
    proof = Field(np.float64, ())  # standard errors by which a move must be ahead of the guide's
    turns = u32()  # that are played on before the outlook is asked, this one counted
    depth = u32()  # of the tree below the moves under trial; 0: none
    longest = u32()  # moves of a simulation
    bot, guide = i8(), i8()  # who plays on; who is asked first, and plays this turn to its end


PLANS: dict[str, dict[str, Any]] = {
    "skipbo": {},
    "skipbo_mod": {},
    "skip_or_trip": {"bot": RULES, "turns": 8},
    "flip_and_skip": {"bot": RULES},
    "skippity": {"bot": RULES, "turns": 12},  # among three or four
}
USUAL = {
    "explore": 0.1,
    "fresh": 0.05,
    "bias": 0.1,
    "proof": 1.0,
    "turns": 4,
    "depth": 0,
    "longest": 400,
    "bot": GREEDY,
    "guide": RULES,
}


def plan_for(game: str, **changes: Any) -> Any:
    """The plan of a game, with some things changed for a study."""
    plan = Plan()
    for name, value in (USUAL | PLANS[game] | changes).items():
        plan[name] = value
    return plan
