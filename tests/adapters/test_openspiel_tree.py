"""A game small enough for its full tree: OpenSpiel's suite, recall, exploitability."""

from __future__ import annotations

import functools
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability
from test_openspiel import run_suite

from skipyard.adapters.openspiel import hexed

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("error")]

# The end of a Skip-Bo game. Both need a 3; who plays the 1 gives the other a chance to play a 2 and
# the 3 on it. Hidden are a 1 and two 2s: a card in each hand, one under the second stock.
ENDING = """
piles: 0 | 5 | 5 | 5
hand 1: 1
stock 1: 3 of 1
hand 2: 2
stock 2: 3 of 2
draw: none
unseen: 2
"""
NODES = (65, 538, 252)  # of chance, of players, ends
INFORMATION_STATES = 537
NAME = "skipbo ending"


@functools.cache
def ending() -> Any:
    return pyspiel.load_game("python_skipyard_skipbo", {"begin_at": hexed(ENDING), "merged": True})


def test_the_api_on_the_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, NAME, NODES)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, NAME, INFORMATION_STATES)
    run_suite(api_test.EnforceAPIOnFullTreeBase, game=ending(), game_name=NAME)


def test_regrets_make_play_harder_to_exploit() -> None:
    tree = pyspiel.load_game(f"cached_tree(game={ending()})")  # the same game, walked once
    solver = cfr.CFRSolver(tree)
    values = [exploitability.exploitability(tree, policy.UniformRandomPolicy(tree))]
    for _ in range(3):
        for _ in range(5):
            solver.evaluate_and_update_policy()
        values.append(exploitability.exploitability(tree, solver.average_policy()))
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.14
    assert values[-1] < 0.01
