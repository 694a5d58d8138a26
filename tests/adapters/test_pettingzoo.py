"""PettingZoo's own test suites on our games, with warnings as errors."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from helpers.adapter_tables import every_table, tables
from pettingzoo.test import api_test, render_test, seed_test

from skipyard.adapters.pettingzoo import SkipyardEnv, env
from skipyard.adapters.variant import Settings
from skipyard.options import Refused

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # PettingZoo keeps a list of its own games with such observations, which it does not warn about.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@tables(["skip_or_trip", "skippity"])
def test_the_suites_pass(name: str, seats: int, options: Settings) -> None:
    make = functools.partial(env, name, seats=seats, options=options)
    api_test(make(), num_cycles=150)
    seed_test(make, num_cycles=40)
    if seats == 2 and not options:
        render_test(make, {"rgb_array": lambda image: image.ndim == 3 and image.dtype == np.uint8})


@every_table
def test_a_game_pays_nothing_until_its_end_and_then_nothing_in_sum(
    name: str, seats: int, options: Settings
) -> None:
    table = env(name, seats=seats, options=options)
    table.reset(seed=7)
    chance, paid = np.random.default_rng(1), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, ended, _, info = table.last()
        paid[agent] += reward
        assert ended or reward == 0
        table.step(None if ended else int(chance.choice(np.flatnonzero(info["action_mask"]))))
    assert sum(paid.values()) == pytest.approx(0)


def test_an_observation_is_that_of_pettingzoo_s_classic_games() -> None:
    table = env("skippity", seats=3)
    table.reset(seed=7)
    for agent in table.agent_iter(30):
        seen, _, over, _, info = table.last()
        assert seen in table.observation_space(agent)
        assert (seen["action_mask"] == info["action_mask"]).all()
        state = table.state()
        assert state in table.unwrapped.state_space
        size = len(seen["observation"])
        for seat, other in enumerate(table.possible_agents):
            part = state[seat * size : (seat + 1) * size]
            assert (part == table.observe(other)["observation"]).all()
            assert table.observe(other)["action_mask"].any() == (other == agent and not over)
        table.step(None if over else int(seen["action_mask"].argmax()))


@pytest.mark.parametrize("action", [None, -1, 10**6, 1.5, "46", True])
def test_what_is_no_action_gets_a_sentence(action: Any) -> None:
    table = SkipyardEnv("skippity", 2, None, None)
    table.reset(seed=1)
    with pytest.raises(Refused, match="action is a whole number from 0 to"):
        table.step(action)
    with pytest.raises(Refused, match="no agent 'player_9'; the agents are player_0, player_1"):
        table.observe("player_9")


def test_partners_are_paid_alike() -> None:
    table = SkipyardEnv("skipbo", 4, {"teams": True, "stock_size": 1}, None)
    table.reset(seed=3)
    chance = np.random.default_rng(1)
    while not any(table.terminations.values()):
        mask = table.infos[table.agent_selection]["action_mask"]
        table.step(int(chance.choice(np.flatnonzero(mask))))
    one, two, three, four = (table.rewards[agent] for agent in table.possible_agents)
    assert (one, two) == (three, four)
    assert one == -two != 0


def test_a_move_that_is_not_allowed_names_its_rule() -> None:
    table = SkipyardEnv("skipbo", 2, None, None)
    table.reset(seed=1)
    refused = int(np.flatnonzero(table.infos[table.agent_selection]["action_mask"] == 0)[0])
    before = table.state_now.tobytes()
    with pytest.raises(Refused, match=r"\(SB-\w+\)"):
        table.step(refused)
    assert table.state_now.tobytes() == before


def test_who_breaks_a_rule_loses() -> None:
    table = env("skippity")
    table.reset(seed=1)
    offender, info = table.agent_selection, table.infos[table.agent_selection]
    table.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards[offender] == -1
