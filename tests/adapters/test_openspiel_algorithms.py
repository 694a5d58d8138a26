"""OpenSpiel's own algorithms in Python, unmodified, on our games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

import skipyard.adapters.openspiel
from skipyard.games import GAMES
from skipyard.games import game as game_of

pytestmark = pytest.mark.full
PREFIX = skipyard.adapters.openspiel.PREFIX
ENDING = "piles: 0 | 5 | 5 | 5\nhand 1: 1\nstock 1: 3 of 1\nhand 2: 2\nstock 2: 3 of 1\ndraw: none"


def play(game: Any, choose: list[Any], seed: int) -> list[float]:
    """The returns of a game between functions from a state to an action."""
    chance, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(choose[state.current_player()](state))
    returns: list[float] = state.returns()
    return returns


def at_random(seed: int) -> Any:
    chance = random.Random(seed)
    return lambda state: chance.choice(state.legal_actions())


def rollouts(seed: int) -> Any:
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


@pytest.mark.parametrize("sampled", [False, True])
def test_mcts_beats_random_players(sampled: bool) -> None:
    game = pyspiel.load_game(PREFIX + "skippity", {"size": 6, "sampled": sampled, "seed": -1})
    won = 0.0
    for seed in range(4):
        bot = mcts.MCTSBot(game, 1.4, 30, rollouts(seed), random_state=np.random.RandomState(seed))
        seats = [at_random(seed), at_random(seed)]
        seats[seed % 2] = bot.step
        won += play(game, seats, seed)[seed % 2]
    assert won >= 2  # at random it is 0; all four are 4


@pytest.mark.parametrize("name", [name for name in GAMES if game_of(name).profile.hidden])
def test_ismcts_chooses_from_what_its_seat_sees(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name)
    bot = ismcts.ISMCTSBot(
        game,
        rollouts(1) if name == "skip_or_trip" else mcts_evaluator(),
        uct_c=1.4,
        max_simulations=12,
        random_state=np.random.RandomState(1),
    )
    state, chance = game.new_initial_state(), random.Random(3)
    asked = 0
    while asked < 3 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        asked += 1
    assert asked == 3


def mcts_evaluator() -> Any:
    """No playouts: games of explicit chance are long."""

    class Even(mcts.Evaluator):  # type: ignore[misc]
        def evaluate(self, state: Any) -> Any:
            return np.zeros(state.get_game().num_players())

        def prior(self, state: Any) -> Any:
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    return Even()


@pytest.mark.parametrize("kind", ["external", "outcome"])
def test_mccfr_comes_closer_to_an_equilibrium(kind: str) -> None:
    np.random.seed(1)
    game = pyspiel.load_game(PREFIX + "skipbo", {"begin_at": ENDING, "merged": True})
    tree = pyspiel.load_game(f"cached_tree(game={game})")
    solver: Any
    if kind == "external":
        solver = external_sampling_mccfr.ExternalSamplingSolver(tree)
    else:
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(tree)
    before = exploitability.nash_conv(tree, policy.UniformRandomPolicy(tree))
    for _ in range(200 if kind == "external" else 3000):
        solver.iteration()
    after = exploitability.nash_conv(tree, solver.average_policy())
    assert 0 <= after < before * 0.75, (before, after)
