"""Bots play whole games in one compiled loop."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import LONGEST, deal, moves, observe, play, score, sound
from skipyard.loops.fallback.player import choose

CHECK_EVERY = 16  # turns between two checks that the table is sound


@loop
def bot_games(
    template: Any,
    state: Any,
    views: Any,
    bots: Any,
    key: Any,
    first: int,
    results: Any,
    dice: Any,
    out: Any,
) -> None:
    """Each seat moves from its own view; the result of each game goes into `results`."""
    for i in range(len(results)):
        state[0] = template[0]
        s, result = state[0], results[i]
        deal(s, key, first + i)
        while not s.over and result.moves < LONGEST:
            seat = s.turn
            views[1] = views[0]
            observe(s, seat, views[1])
            n = moves(s, out)
            play(s, choose(bots[seat], views[1], out, n, dice))
            result.moves += 1
            if s.turn != seat or s.over:
                result.turns += 1
                if s.over or result.turns % CHECK_EVERY == 0:
                    result.unsound |= not sound(s)
        result.over, result.winner = s.over, s.winner
        score(s, result.points)
