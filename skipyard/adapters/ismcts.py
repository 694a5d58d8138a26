"""OpenSpiel's information-set search (ISMCTS, in Python) as a bot that sees only its view.

The search is OpenSpiel's. We add three things: worlds, from `imagine`; a time limit, which it
lacks; and random playouts by compiled rules. OpenSpiel's own playouts have the same distribution at
one Python call a move, so at equal time this opponent is stronger than it would be.
"""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numpy as np

from skipyard import extras

with extras.needed_by(__name__):
    import pyspiel
    from open_spiel.python.algorithms import ismcts

from skipyard.adapters.variant import Settings, Variant, variant_of
from skipyard.core import CheapDice
from skipyard.games.contract import Moves, StateRecord, ViewRecord
from skipyard.loops import for_game

EXPLORE = 1.4  # UCT's constant, for results between -1 and 1
BETWEEN_CLOCK_READINGS = 8  # simulations
SEEDS = 2**31 - 1
Policy = list[tuple[int, float]]  # actions and how likely each is
SEARCHABLE = SimpleNamespace(  # what the search asks of a game; perfect is a special case of it
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
)


class World:
    """An imagined table with the part of `pyspiel.State` that the search uses."""

    def __init__(self, variant: Variant, record: StateRecord) -> None:
        self.variant, self.record = variant, record

    def get_game(self) -> SimpleNamespace:
        return SimpleNamespace(get_type=lambda: SEARCHABLE)

    def is_terminal(self) -> bool:
        return bool(self.record.over)

    def is_chance_node(self) -> bool:
        return False  # an imagined table has dice of its own

    def current_player(self) -> int:
        return int(self.record.turn)

    def legal_actions(self) -> list[int]:
        legal: list[int] = self.variant.legal(self.record).tolist()
        return legal

    def observation_string(self) -> bytes:
        return self.variant.view(self.record, self.current_player()).tobytes()

    def apply_action(self, action: int) -> None:
        self.variant.rules.play(self.record, action)

    def returns(self) -> list[float]:
        return self.variant.returns(self.record)


class RandomPlayouts:
    """Evaluates a world by a random playout."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.play_out = for_game("random_finish", variant.game).play_out
        self.variant, self.dice = variant, CheapDice()
        self.dice.at = seed
        self.states = variant.rules.State.many(1)
        self.out = np.zeros(variant.actions, np.int16)

    def evaluate(self, world: World) -> list[float]:
        self.states[0] = world.record
        self.play_out(self.states, self.dice, self.out)
        return self.variant.returns(self.states[0])

    def prior(self, world: World) -> list[tuple[int, float]]:
        legal = world.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Search(ismcts.ISMCTSBot):
    """The search, made resumable: it can keep its tree instead of resetting it."""

    continued = False

    def reset(self) -> None:
        if not self.continued:
            super().reset()

    def create_new_node(self, state: World) -> Any:
        return self.lookup_node(state) or super().create_new_node(state)

    def run(
        self, state: World, simulations: int | None, seconds: float | None
    ) -> tuple[Policy, int]:
        """The policy after this many simulations or seconds, and the number of simulations."""
        if seconds is None:
            assert simulations is not None
            self._max_simulations = simulations
            return self.run_search(state), simulations
        end, made, self._max_simulations = time.perf_counter() + seconds, 0, BETWEEN_CLOCK_READINGS
        try:
            while made == 0 or time.perf_counter() < end:
                policy, made = self.run_search(state), made + BETWEEN_CLOCK_READINGS
                self.continued = True
        finally:
            self.continued = False
        return policy, made


class Ismcts:
    """A bot for one seat, with a budget of simulations or of seconds for each move."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Settings | None = None,
        seed: int = 0,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        if (simulations is None) == (seconds is None):
            raise ValueError("give a number of simulations or of seconds, and not both")
        self.simulations, self.seconds = simulations, seconds
        self.variant = variant_of(game, seats, options)
        self.chance = np.random.RandomState(seed % SEEDS)
        self.search = Search(
            SEARCHABLE,
            RandomPlayouts(self.variant, seed),
            EXPLORE,
            BETWEEN_CLOCK_READINGS,
            random_state=self.chance,
            use_observation_string=True,
        )
        self.made = 0  # simulations of the last search

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """One of the legal actions, from what the seat sees and nothing else."""
        if len(legal) == 1:
            return int(legal[0])
        self.search.set_resampler(lambda state, player: self.imagined(view))
        policy, self.made = self.search.run(self.imagined(view), self.simulations, self.seconds)
        actions, weights = zip(*policy, strict=True)
        return int(self.chance.choice(actions, p=weights))

    def imagined(self, view: ViewRecord) -> World:
        return World(self.variant, self.variant.imagine(view, int(self.chance.randint(SEEDS))))
