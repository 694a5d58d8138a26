"""Bots play whole games in one compiled loop, and every move is recorded."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.features import features
from skipyard.games.skipbo.rules import LONGEST, deal, moves, observe, play
from skipyard.loops.fallback.player import choose


@loop
def record_games(
    template: Any,
    state: Any,
    views: Any,
    bots: Any,
    key: Any,
    first: int,
    games: int,
    dice: Any,
    out: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    actions: Any,
) -> int:
    """The games that bot_games plays with the same dice; a row for each move, and how many."""
    row = 0
    for i in range(games):
        state[0] = template[0]
        s, length = state[0], 0
        deal(s, key, first + i)
        while not s.over and length < LONGEST:
            seat = s.turn
            views[1] = views[0]
            observe(s, seat, views[1])
            n = moves(s, out)
            features(views[1], observations[row])
            for nth in range(n):
                masks[row, out[nth]] = 1
            action = choose(bots[seat], views[1], out, n, dice)
            seats[row], actions[row] = seat, action
            play(s, action)
            row += 1
            length += 1
    return row
