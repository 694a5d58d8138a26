"""OpenSpiel with sampled chance: compiled rules throw the dice."""

from __future__ import annotations

import collections
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from skipyard.adapters import openspiel
from skipyard.adapters.variant import variant_of
from skipyard.options import Refused
from skipyard.testing.worlds import every_game

pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("error")]


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + name, {"sampled": True, **params})


@every_game
def test_games_are_those_of_the_compiled_rules(name: str) -> None:
    of, chance = load(name, seed=3), random.Random(1)
    assert of.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert str(pyspiel.load_game(str(of))) == str(of)
    state, variant = of.new_initial_state(), variant_of(name, 2)
    while not state.is_terminal():
        record, player = state.at.record.copy(), state.current_player()
        legal = state.legal_actions()
        assert legal == variant.legal(record).tolist()
        assert player == record.turn
        for seat in range(2):
            seen = variant.features(variant.view(record, seat)) / variant.highs
            assert state.observation_tensor(seat)[2:] == pytest.approx(seen.tolist(), abs=1e-6)
        action = chance.choice(legal)
        variant.rules.play(record, action)
        state.apply_action(action)
        now = state.at.record
        assert all((now[field] == record[field]).all() for field in record.dtype.names)
    assert state.returns() == variant.returns(state.at.record)
    assert not state.legal_actions()


def test_the_same_seed_deals_the_same_games_and_none_deals_others() -> None:
    def deals(**params: Any) -> list[str]:
        of = load("skipbo", **params)
        return [str(of.new_initial_state()) for _ in range(3)]

    assert deals(seed=3) == deals(seed=3)
    assert len({*deals(seed=3), *deals(seed=4), *deals(), *deals()}) == 12


def test_a_copy_has_the_cards_but_not_the_dice_and_a_pickle_has_both() -> None:
    state = load("skipbo", seed=3).new_initial_state()
    chance = random.Random(2)
    apart = 0
    while not state.is_terminal() and apart < 3:
        copy, twin = state.clone(), pickle.loads(pickle.dumps(state))
        assert str(copy) == str(twin) == str(state)
        action = chance.choice(state.legal_actions())
        for one in (state, copy, twin):
            one.apply_action(action)
        assert str(twin) == str(state)
        apart += str(copy) != str(state)
    assert apart == 3


def test_a_game_without_chance_after_its_deal_passes_openspiel_s_suite() -> None:
    of = load("skippity", size=6, seed=1)
    pyspiel.random_sim_test(of, num_sims=2, serialize=False, verbose=False, mask_test=True)


def test_draws_are_fair() -> None:
    of = load(
        "skipbo", seed=1, begin_at="seats: 2; turn: 1; hand 1: 1; stock 1: 3 of 5; draw: none"
    )
    assert "stock 1: 3 of 5" in str(of.new_initial_state())
    first = collections.Counter(
        int(load("skip_or_trip", seed=n).new_initial_state().current_player()) for n in range(60)
    )
    assert min(first.values()) > 10


def test_resampled_worlds_look_the_same_to_the_player() -> None:
    state = load("skip_or_trip", seed=5).new_initial_state()
    worlds = [state.resample_from_infostate(0, random.Random(n).random) for n in range(20)]
    assert {world.observation_string(0) for world in worlds} == {state.observation_string(0)}
    assert len({str(world) for world in worlds}) > 10


def test_nonsense_gets_a_sentence() -> None:
    for params, told in (
        ({"seed": -5}, "seed is 0 or more"),
        ({"seed": 3, "sampled": False}, "explicit chance has no dice"),
        ({"begin_at": "nonsense"}, "nonsense"),
        ({"players": 9}, "for 2 to 6 players"),
        ({"stock_size": -5}, "stock_size is a whole number from 1 to 30"),
        ({"match": True}, "no effect"),
    ):
        with pytest.raises((Refused, RuntimeError), match=told):
            load("skipbo", **params)
    state = load("skippity").new_initial_state()
    with pytest.raises((Refused, RuntimeError), match="no node of chance"):
        state.chance_outcomes()


def test_a_position_in_plain_text_is_the_one_that_is_hexed() -> None:
    lines = "seats: 2\npiles: 0 | 5 | 5 | 5\nhand 1: 1\nstock 1: 3 of 1\nhand 2: 2\ndraw: none"
    asked = [lines, lines.replace("\n", "; "), openspiel.hexed(lines)]
    name = openspiel.PREFIX + "skipbo"
    games = [pyspiel.load_game(name, {"begin_at": position}) for position in asked]
    assert len({str(of) for of in games}) == 1
    assert len({of.variant for of in games}) == 1
    written = asked[1].replace("; ", ";")
    assert pyspiel.load_game(f"{name}(begin_at={written})").variant is games[0].variant
    assert np.array_equal(games[0].variant.template["hand"], games[2].variant.template["hand"])
