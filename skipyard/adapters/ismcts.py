"""OpenSpiel's own information-set search (ISMCTS, in Python) as a bot that sees only its view.

The search is OpenSpiel's. Three things are brought to it: worlds, by `imagine`; a clock, which it
lacks; and random games to their end by compiled rules. OpenSpiel's own random games have the
same law at one Python call a move, so this opponent is stronger at equal time than it would be.
"""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from skipyard.adapters.variant import Settings, Variant, variant_of
from skipyard.core import CheapDice
from skipyard.games.contract import Moves, StateRecord, ViewRecord
from skipyard.loops import for_game

EXPLORE = 1.4  # UCT's constant, for results between -1 and 1
AT_A_TIME = 8  # simulations between two looks at the clock
SEEDS = 2**31 - 1
Policy = list[tuple[int, float]]  # actions and how likely each is
SEARCHABLE = SimpleNamespace(  # what the search asks of a game; to hide nothing is a special case
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
)


class World:
    """An imagined table with as much of a `pyspiel.State` as the search asks for."""

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


class RandomGames:
    """What a world is worth: the result of a random game from it."""

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
    """The search, so that it can be continued: a tree that is there is not begun anew."""

    continued = False

    def reset(self) -> None:
        if not self.continued:
            super().reset()

    def create_new_node(self, state: World) -> Any:
        return self.lookup_node(state) or super().create_new_node(state)

    def run(
        self, state: World, simulations: int | None, seconds: float | None
    ) -> tuple[Policy, int]:
        """Its policy after so many simulations, or after so much time; and how many it made."""
        if seconds is None:
            assert simulations is not None
            self._max_simulations = simulations
            return self.run_search(state), simulations
        end, made, self._max_simulations = time.perf_counter() + seconds, 0, AT_A_TIME
        try:
            while made == 0 or time.perf_counter() < end:
                policy, made = self.run_search(state), made + AT_A_TIME
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
            RandomGames(self.variant, seed),
            EXPLORE,
            AT_A_TIME,
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
