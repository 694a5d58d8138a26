"""OpenSpiel's own test suites on our games, with warnings as errors."""

from __future__ import annotations

import importlib
import itertools
import pathlib
import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from helpers.adapter_tables import every_table
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test

from skipyard import core
from skipyard.adapters import openspiel
from skipyard.adapters.chance import DrawNeeded, ExplicitChance, used_dice
from skipyard.adapters.variant import Settings, variant_of
from skipyard.games import game
from skipyard.games.random_play import DICE
from skipyard.testing.worlds import every_game

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("error")]
flags.FLAGS.mark_as_parsed()
SHORT: dict[str, Settings] = {  # a playthrough tells of every state all there is to tell
    "skipbo": {"stock_size": 1},
    "skipbo_mod": {"stock_size": 1},
    "skip_or_trip": {"removed_cards": 60},
    "flip_and_skip": {"no_progress_limit": 6},
    "skippity": {"size": 6},
}


def load(name: str, seats: int, options: Settings, **own: Any) -> Any:
    params = {
        option.name: openspiel.parameter(option, options[option.name])
        for option in game(name).options.OPTIONS
        if option.name in options
    }
    return pyspiel.load_game(openspiel.PREFIX + name, {"players": seats, **params, **own})


def check_whole(state: Any) -> None:
    """No card, coin or skipper is lost or made."""
    assert state.at.undealt or state.at.variant.rules.sound(state.at.record)


def run_suite(base: type, **about: Any) -> None:
    """Run a class of another project's tests on one game."""
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("Suite", (base,), about))
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun
    assert [report for _, report in result.errors + result.failures] == []


def a_game(of: Any, seed: int) -> list[Any]:
    """Every state of a game played at random."""
    chance, state = random.Random(seed), of.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        states.append(state.clone())
    return states


def with_a_secret(of: Any) -> list[Any]:
    """A state in which somebody knows what others do not, if the game has hidden information."""
    if not game(of.name).profile.hidden:
        return []
    alone = pyspiel.PrivateInfoType.SINGLE_PLAYER
    observer = of.make_py_observer(pyspiel.IIGObservationType(False, False, alone))
    return [
        next(
            state
            for seed in range(50)
            for state in reversed(a_game(of, seed))
            if any(observer.string_from(state, player) for player in range(of.num_players()))
        )
    ]


def take_whole_games(suite: Any) -> None:
    """Give the suite states of whole games; its own sample hardly gets past the deal."""
    played = a_game(suite.game, 1)
    thinned = played[:: max(1, len(played) // 30)]
    suite.some_states = [*thinned, played[-1], *with_a_secret(suite.game)]
    suite.game_type = suite.game.get_type()


# Their suites -------------------------------------------------------------------------------------
@every_table
def test_random_simulations(name: str, seats: int, options: Settings) -> None:
    pyspiel.random_sim_test(
        load(name, seats, options),
        num_sims=1,
        serialize=False,
        verbose=False,
        mask_test=True,
        state_checker_fn=check_whole,
    )


@every_table
def test_the_api_on_a_part_of_the_tree(name: str, seats: int, options: Settings) -> None:
    about = {"game": load(name, seats, options), "game_name": name}
    about["setUpClass"] = classmethod(take_whole_games)
    run_suite(api_test.EnforceAPIOnPartialTreeBase, **about)


@every_table
def test_a_simulation_with_both_serialisations(name: str, seats: int, options: Settings) -> None:
    of = load(name, seats, options)
    assert pyspiel.load_game(str(of)).variant is of.variant
    games_sim_test.GamesSimTest("test_pig").sim_game(of)


@pytest.mark.parametrize(("name", "options"), SHORT.items(), ids=list(SHORT))
def test_a_playthrough_can_be_replayed(
    name: str, options: Settings, tmp_path: pathlib.Path
) -> None:
    written = generate_playthrough.playthrough(str(load(name, 2, options)), None, seed=5)
    file = tmp_path / "playthrough.txt"
    file.write_text(written, "utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert actual == expected == written


# Chance -------------------------------------------------------------------------------------------
def as_the_dice_fall(chance: ExplicitChance, state: Any, action: int) -> tuple[Any, int]:
    """Play a move through chance nodes, with the table's own dice; the number of nodes."""
    dice, given = state.copy(), list[int]()
    while True:
        try:
            return chance.run(lambda record: chance.play(record, action), state, given), len(given)
        except DrawNeeded as needed:
            given.append(int(core.below(dice, needed.choices)))


@every_game
def test_rules_with_explicit_chance_do_what_compiled_rules_do(name: str) -> None:
    variant = variant_of(name, 2)
    pick, chance, draws = random.Random(3), ExplicitChance(variant.rules), 0
    state = variant.deal(3)
    while not state.over:
        action, before = pick.choice(variant.legal(state).tolist()), state.copy()
        variant.rules.play(state, action)
        if used_dice(before, state):
            twin, drawn = as_the_dice_fall(chance, before, action)
            names = set(state.dtype.names) - DICE
            assert all(twin[field].tobytes() == state[field].tobytes() for field in names)
            draws += drawn
    assert draws > 0 or not game(name).profile.hidden


CARDS = """
from skipyard.core import below, rule

@rule
def draw(s):
    return below(s, 6)
"""
RULES = """
from skipyard import core
from their_game import cards

@core.rule
def deal(s, key, stream):
    s.turn = cards.draw(s) + core.below(s, 2)

@core.rule
def play(s, action):
    s.turn = action

@core.rule
def imagine(v, s, seed):
    s.turn = v.turn
"""


def test_chance_is_explicit_in_modules_of_other_packages(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that draw by a module's name, in a package that is not ours."""
    for name, source in {"__init__": "", "cards": CARDS, "rules": RULES}.items():
        file = tmp_path / "their_game" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    chance = ExplicitChance(importlib.import_module("their_game.rules"))
    state, key = game("skipbo").rules.State(), core.key_from(1)
    with pytest.raises(DrawNeeded) as needed:
        chance.run(lambda record: chance.deal(record, key, 0), state, [5])
    assert needed.value.choices == 2
    assert chance.run(lambda record: chance.deal(record, key, 0), state, [5, 1]).turn == 6


def test_draws_that_come_to_the_same_are_one_outcome_if_asked() -> None:
    root = load("skipbo", 2, {}, merged=True).new_initial_state()
    outcomes = root.chance_outcomes()
    assert sorted(chance for _, chance in outcomes) == pytest.approx(12 * [12 / 162] + [18 / 162])
    shown = {str(root.child(action).child(0)) for action, _ in outcomes}
    assert len(shown) == len(outcomes)


# Information --------------------------------------------------------------------------------------
@every_table
def test_resampled_worlds_look_the_same_to_the_player(
    name: str, seats: int, options: Settings
) -> None:
    numbers = itertools.cycle([0.1, 0.6, 0.3, 0.9])
    for state in a_game(load(name, seats, options), 2)[:-1:11]:
        if state.is_chance_node():
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, lambda: next(numbers))
        check_whole(world)
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string() == state.information_state_string()
        assert np.array_equal(world.information_state_tensor(), state.information_state_tensor())
        assert world.observation_string(player) == state.observation_string(player)
        copy = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(world.get_game(), world)
        )[1]
        assert str(copy) == str(world)


def test_partners_and_sums() -> None:
    end = a_game(load("skipbo", 4, {"teams": True, "stock_size": 1}), 4)[-1].returns()
    assert end[0] == end[2] == -end[1] == -end[3] != 0
    assert sum(a_game(load("skippity", 4, {"size": 6}), 1)[-1].returns()) == pytest.approx(0)
