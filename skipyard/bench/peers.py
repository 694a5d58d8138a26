"""OpenSpiel's engine, measured by its own rollouts in C++."""

from __future__ import annotations

import random
from typing import Any

from skipyard.games import GAMES, game

# The games of OpenSpiel that are most like ours.
NAMES = tuple(dict.fromkeys(kin for name in GAMES for kin in game(name).profile.kin))
SAMPLE = 400  # games for the mean number of moves, since the C++ rollouts only return results


def load(name: str) -> Any:
    import pyspiel

    return pyspiel, pyspiel.load_game(name)


def resolve_chance(state: Any) -> None:
    """Draw until a player is on turn."""
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, weights)[0])


def mean_moves(spiel_game: Any) -> float:
    """Players' moves in a game of random play, the deal and other chance not counted."""
    moves = 0
    for _ in range(SAMPLE):
        state = spiel_game.new_initial_state()
        resolve_chance(state)
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
            resolve_chance(state)
    return moves / SAMPLE


def rollouts(name: str) -> Any:
    """A function that makes n random rollouts inside OpenSpiel and returns their moves.

    The evaluator is reached through a search of one simulation, which rolls out n times from the
    root after its deal.
    """
    pyspiel, spiel_game = load(name)
    length = mean_moves(spiel_game)
    state = spiel_game.new_initial_state()
    resolve_chance(state)

    def roll(n: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(spiel_game, evaluator, 1.4, 1, 100, False, 1, False).mcts_search(state)
        return n * length

    return roll
