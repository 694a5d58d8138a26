"""The rules of Skip-Bo for one table in an array; made.py has the same file for every other game.

Whenever a record is handed to compiled code, NumPy describes all of its fields anew, which takes
ten times as long as the rule itself; an array is handed over as it is.
"""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import ACTIONS, moves, observe, play, verdict


@loop
def verdict_of(states: Any, action: int) -> int:
    return verdict(states[0], ACTIONS[action])


@loop
def moves_of(states: Any, out: Any) -> int:
    return moves(states[0], out)


@loop
def play_at(states: Any, action: int) -> None:
    play(states[0], action)


@loop
def observe_at(states: Any, seat: int, views: Any) -> None:
    observe(states[0], seat, views[0])
