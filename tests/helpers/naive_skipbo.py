"""How often a bot beats naive stock-first Skip-Bo, the usual yardstick for Skip-Bo bots.

`python tests/helpers/naive_skipbo.py rules 2000` prints the share over 2,000 paired deals.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from skipyard.batch.cpu import TableSetup
from skipyard.bots import seat_bot
from skipyard.bots.registry import Chooser
from skipyard.bots.simulate import Result, play_one
from skipyard.core import key_from
from skipyard.games import game
from skipyard.games.skipbo.actions import ACTIONS, Kind
from skipyard.lab.matches import stats

GAME, SEATS = "skipbo", 2
KINDS = [int(row.kind) for row in ACTIONS]


class NaivePlayer:
    """Plays its stock card whenever it can, else any card on a building pile, else any discard."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: Any, legal: Any) -> int:
        kinds = [KINDS[action] for action in legal]
        for wanted in ((Kind.STOCK,), (Kind.HAND, Kind.PILE)):
            fitting = [n for n, kind in enumerate(kinds) if kind in wanted]
            if fitting:
                return int(legal[self.chance.choice(fitting)])
        return int(legal[self.chance.randrange(len(legal))])


def shares_against_naive(bot: str, pairs: int) -> Any:
    """What a bot wins of each pair: the same deal from both seats."""
    g = game(GAME)
    kind = TableSetup(g, SEATS, {option.name: option.default for option in g.options.OPTIONS})
    shares, results = np.zeros(pairs), Result.many(SEATS * pairs)
    for pair in range(pairs):
        for seat in range(SEATS):
            number = SEATS * pair + seat
            seated: list[Chooser] = [NaivePlayer(number), seat_bot(GAME, bot, number)]
            if seat == 0:
                seated.reverse()
            play_one(kind, seated, key_from(6), pair, results[number])
            winner = int(results[number].winner)
            shares[pair] += (winner == seat) if winner >= 0 else 1 / SEATS
    return shares / SEATS


if __name__ == "__main__":
    shares = shares_against_naive(sys.argv[1], int(sys.argv[2]))
    low, high = stats.interval(shares)
    print(f"{sys.argv[1]}: {shares.mean():.2%} ({low:.2%} … {high:.2%}) of {SEATS * len(shares):,}")
