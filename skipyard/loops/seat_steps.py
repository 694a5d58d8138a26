"""One seat against bots, at many tables."""

from typing import Any

from skipyard.core import NONE, loop
from skipyard.games.skipbo.features import SIZE, features
from skipyard.games.skipbo.rules import ACTIONS, deal, moves, observe, play
from skipyard.loops.fallback.player import choose

PLAYING, FINISHED, REFUSED = 0, 1, 2  # the status of a table after a step
MOVES = len(ACTIONS)


@loop
def step_tables(
    arrays: Any, first: int, last: int, seat: int, bots: Any, actions: Any, views: Any, out: Any
) -> None:
    """Play the seat's move and the bots' replies; a table that had ended is dealt instead.

    Rules are inlined, so each is called in only one place to keep compiling short.
    """
    for i in range(first, last):
        s, action, dealing = arrays.states[i], actions[i], arrays.ended[i] != PLAYING
        arrays.ended[i] = PLAYING
        if dealing:
            action, s.over = NONE, FINISHED
        elif action < 0 or action >= MOVES or not arrays.masks[i, action]:
            action, arrays.ended[i] = NONE, REFUSED
        while True:
            if action != NONE:
                play(s, action)
            while dealing and s.over:  # a game that ends before the seat can move is not counted
                arrays.states[i] = arrays.template[0]
                deal(s, arrays.keys[i], arrays.games[i])
                arrays.games[i] += 1
            asked = s.over or s.turn == seat or arrays.ended[i] == REFUSED
            views[1] = views[0]
            observe(s, seat if asked else s.turn, views[1])
            n = moves(s, out)
            if asked:
                break
            action = choose(bots[s.turn], views[1], out, n, arrays.dice[i])
        if s.over:
            arrays.ended[i] = FINISHED
        for place in range(SIZE):
            arrays.observations[i, place] = 0
        for other in range(MOVES):
            arrays.masks[i, other] = 0
        features(views[1], arrays.observations[i])
        if arrays.ended[i] == PLAYING:
            for nth in range(n):
                arrays.masks[i, out[nth]] = 1
