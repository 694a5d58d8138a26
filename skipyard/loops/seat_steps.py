"""A seat of many tables of Skip-Bo against bots; batch/made.py has the same file for every game."""

from typing import Any

from skipyard.core import NONE, loop
from skipyard.games.skipbo.features import SIZE, features
from skipyard.games.skipbo.rules import ACTIONS, deal, moves, observe, play
from skipyard.loops.fallback.player import choose

PLAYING, FINISHED, REFUSED = 0, 1, 2  # how a table stands after a step
MOVES = len(ACTIONS)


@loop
def step_tables(
    room: Any, first: int, last: int, seat: int, bots: Any, actions: Any, views: Any, out: Any
) -> None:
    """Play the seat's move and the bots' answers; a table that had ended is dealt instead.

    Rules are inlined, so each is called in one place only: that keeps compiling short.
    """
    for i in range(first, last):
        s, action, dealing = room.states[i], actions[i], room.ended[i] != PLAYING
        room.ended[i] = PLAYING
        if dealing:
            action, s.over = NONE, FINISHED
        elif action < 0 or action >= MOVES or not room.masks[i, action]:
            action, room.ended[i] = NONE, REFUSED
        while True:
            if action != NONE:
                play(s, action)
            while (
                dealing and s.over
            ):  # a game that is over before the seat could move is not counted
                room.states[i] = room.template[0]
                deal(s, room.keys[i], room.games[i])
                room.games[i] += 1
            asked = s.over or s.turn == seat or room.ended[i] == REFUSED
            views[1] = views[0]
            observe(s, seat if asked else s.turn, views[1])
            n = moves(s, out)
            if asked:
                break
            action = choose(bots[s.turn], views[1], out, n, room.dice[i])
        if s.over:
            room.ended[i] = FINISHED
        for place in range(SIZE):
            room.observations[i, place] = 0
        for other in range(MOVES):
            room.masks[i, other] = 0
        features(views[1], room.observations[i])
        if room.ended[i] == PLAYING:
            for nth in range(n):
                room.masks[i, out[nth]] = 1
