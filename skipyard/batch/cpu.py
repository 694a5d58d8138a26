"""Many tables on the CPU: what a loop over games needs, and the loop of random play."""

from __future__ import annotations

from typing import Any

import numpy as np

from skipyard.batch.made import loops_for
from skipyard.core import Spin
from skipyard.games import Game


class Seats:
    """One kind of table, set up once and dealt again and again."""

    def __init__(self, g: Game, seats: int, chosen: Any) -> None:
        self.game = g
        self.template = g.rules.State.many(1)
        self.template[0] = g.set_up(seats, chosen)

    def workplace(self, seed: int) -> tuple[Any, Any, Any]:
        """What one thread needs for itself: a state, dice, room for moves."""
        dice = Spin()
        dice.at = seed
        return self.template.copy(), dice, np.zeros(len(self.game.rules.ACTIONS), np.int16)


def random_games(name: str) -> Any:
    """The compiled loop that plays a game at random."""
    return loops_for("skipyard.batch.loops", name, rules_of(name)).random_games


def one_table(name: str) -> Any:
    """A game's compiled rules for one table in an array."""
    return loops_for("skipyard.batch.one", name, rules_of(name))


def rules_of(name: str) -> tuple[str, str]:
    """Whose rules a loop imports: those of Skip-Bo, and those that it is made for."""
    return "skipyard.games.skipbo.rules", f"skipyard.games.{name}.rules"
