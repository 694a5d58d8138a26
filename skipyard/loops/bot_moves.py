"""Bots move at many tables."""

from typing import Any

from skipyard.core import loop, rule
from skipyard.games.skipbo.rules import LONGEST, moves, observe, play
from skipyard.loops.fallback.player import choose
from skipyard.loops.table_steps import begin_next, count


@rule
def bot_move(arrays: Any, s: Any, bot: int, view: Any, dice: Any, out: Any) -> int:
    """The move of a bot that sees what the seat on turn sees."""
    view[0] = arrays.blank[0]
    observe(s, s.turn, view[0])
    n = moves(s, out)
    return choose(bot, view[0], out, n, dice)


@loop
def choose_by_bot(
    arrays: Any, actions: Any, first: int, last: int, bot: int, view: Any, out: Any
) -> None:
    for i in range(first, last):
        s = arrays.states[i]
        if s.over == 0:
            actions[i] = bot_move(arrays, s, bot, view, arrays.cheap_dice[i], out)


@loop
def run_bots(
    arrays: Any, first: int, last: int, times: int, bots: Any, view: Any, out: Any
) -> None:
    """Play `times` moves at each table, a bot for each seat, deal after deal."""
    for i in range(first, last):
        s = arrays.states[i]
        for _ in range(times):
            if s.over != 0 or arrays.lengths[i] >= LONGEST:
                count(arrays, s, i)
                begin_next(arrays, arrays.states, i, i)
            play(s, bot_move(arrays, s, bots[s.turn], view, arrays.cheap_dice[i], out))
            arrays.lengths[i] += 1
