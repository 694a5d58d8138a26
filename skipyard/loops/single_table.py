"""Rules of one table, called with an array of one record instead of the record.

Whenever a record is passed to compiled code, NumPy describes all of its fields again, which takes
ten times as long as the rule itself; an array is passed as it is.
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
