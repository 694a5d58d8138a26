"""Whole random games in one compiled loop; probe.py writes this file with each game's imports.

loops/random_games.py has the same loop with our own dice. This copy imports a game's rules and
nothing else, because it must also run in older trees, which have other loops or none.
"""

from typing import Any

import numba

from skipyard.games.skipbo.rules import LONGEST, deal, moves, play

WORD = 0xFFFFFFFF  # the dice are xorshift32: 32 bits that are never all zero


@numba.njit(nogil=True, error_model="numpy")
def random_games(
    template: Any, state: Any, key: Any, first: int, n: int, dice: Any, out: Any
) -> int:
    """Play games `first` to `first + n - 1` of a key at random; return the number of moves."""
    played = 0
    for number in range(first, first + n):
        state[0] = template[0]
        s = state[0]
        deal(s, key, number)
        length = 0
        while not s.over and length < LONGEST:
            x = dice[0]
            x ^= (x << 13) & WORD
            x ^= x >> 17
            x ^= (x << 5) & WORD
            dice[0] = x
            play(s, out[(x * moves(s, out)) >> 32])
            length += 1
        played += length
    return played
