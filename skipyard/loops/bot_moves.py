"""Bots at many tables of Skip-Bo; made.py has the same file for every other game and player."""

from typing import Any

from skipyard.core import loop, rule
from skipyard.games.skipbo.rules import LONGEST, moves, observe, play
from skipyard.loops.fallback.player import choose
from skipyard.loops.table_steps import begin_next, count


@rule
def bot_move(room: Any, s: Any, bot: int, view: Any, dice: Any, out: Any) -> int:
    """What a bot does that sees what the seat to move sees."""
    view[0] = room.blank[0]
    observe(s, s.turn, view[0])
    n = moves(s, out)
    return choose(bot, view[0], out, n, dice)


@loop
def choose_by_bot(
    room: Any, actions: Any, first: int, last: int, bot: int, view: Any, out: Any
) -> None:
    for i in range(first, last):
        s = room.states[i]
        if s.over == 0:
            actions[i] = bot_move(room, s, bot, view, room.cheap_dice[i], out)


@loop
def run_bots(room: Any, first: int, last: int, times: int, bots: Any, view: Any, out: Any) -> None:
    """At each table so many moves of bots, one a seat, deal after deal."""
    for i in range(first, last):
        s = room.states[i]
        for _ in range(times):
            if s.over != 0 or room.lengths[i] >= LONGEST:
                count(room, s, i)
                begin_next(room, room.states, i, i)
            play(s, bot_move(room, s, bots[s.turn], view, room.cheap_dice[i], out))
            room.lengths[i] += 1
