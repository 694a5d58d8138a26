"""Gymnasium's own test suites on our games, with warnings as errors."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from helpers.adapter_tables import tables

from skipyard.adapters.gymnasium import SkipyardEnv, env_id
from skipyard.adapters.variant import Settings
from skipyard.adapters.vector import SkipyardVectorEnv
from skipyard.games import GAMES
from skipyard.options import Refused

pytestmark = pytest.mark.filterwarnings("error")


class LegalActions(gymnasium.spaces.Discrete[Any]):
    """The game's action space, whose `sample` returns legal actions only."""

    mask: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.mask)


class Row(gymnasium.Env[Any, Any]):
    """One table of a vector environment, as an environment."""

    def __init__(self, many: SkipyardVectorEnv, row: int) -> None:
        self.many, self.row, self.render_mode = many, row, many.render_mode
        self.observation_space = many.single_observation_space
        self.action_space = many.single_action_space

    def part(self, info: dict[str, Any]) -> dict[str, Any]:
        told = {key: rows[self.row] for key, rows in info.items() if not key.startswith("_")}
        return {key: value for key, value in told.items() if info.get(f"_{key}", [True])[0]}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        assert seed is not None
        seen, info = self.many.reset(seed=seed - self.row)
        return seen[self.row], self.part(info)

    def step(self, action: int) -> Any:
        seen, rewards, ended, cut, info = self.many.step(np.full(self.many.num_envs, action))
        row = self.row
        return seen[row], float(rewards[row]), bool(ended[row]), bool(cut[row]), self.part(info)

    def render(self) -> Any:
        views = self.many.render()
        return views and views[self.row]


class Legal(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment whose action space samples legal actions, so that games go on."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        assert isinstance(env.action_space, gymnasium.spaces.Discrete)
        self.action_space = self.legal = LegalActions(env.action_space.n)

    def reset(self, **asked: Any) -> Any:
        seen, info = super().reset(**asked)
        self.legal.mask = info["action_mask"]
        return seen, info

    def step(self, action: int) -> Any:
        seen, reward, ended, cut, info = super().step(action)
        self.legal.mask = info["action_mask"]
        return seen, reward, ended, cut, info


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("skipbo", "skip_or_trip") else pytest.mark.full)
        for name in GAMES
    ],
)
def test_an_environment_is_as_gymnasium_wants_it(name: str) -> None:
    check_env(gymnasium.make(env_id(name), render_mode="ansi").unwrapped)


@tables(["skipbo"])  # loops over many tables take long to compile
def test_one_table_and_many_are_the_same(name: str, seats: int, options: Settings) -> None:
    asked: dict[str, Any] = {"seats": seats, "options": options, "seat": seats - 1}
    asked["render_mode"] = "ansi"
    many = gymnasium.make_vec(
        env_id(name), 1, vectorization_mode="vector_entry_point", **asked
    ).unwrapped
    assert isinstance(many, SkipyardVectorEnv)
    one = SkipyardEnv(name, **asked)
    check_environments_match(Legal(one), Legal(Row(many, 0)), 120, seed=5)
    check_environments_match(one, Row(many, 0), 10, seed=5)  # mostly moves that are not allowed


def test_tables_of_a_vector_do_not_disturb_one_another() -> None:
    many = SkipyardVectorEnv("skipbo", num_envs=3)
    single = Row(SkipyardVectorEnv("skipbo", num_envs=1), 0)
    observations, _ = many.reset(seed=10)
    for row in range(3):
        assert np.array_equal(single.reset(seed=10 + row)[0], observations[row])


def test_a_table_that_has_ended_is_dealt_with_the_next_step() -> None:
    many = SkipyardVectorEnv("skippity", num_envs=130, options={"size": 6})
    _, info = many.reset(seed=1)
    chance, results = np.random.default_rng(1), []
    for _ in range(60):
        before = info["action_mask"].any(axis=1)
        actions = (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        _, rewards, ended, cut, info = many.step(actions)
        assert not cut.any()
        assert np.array_equal(info["action_mask"].any(axis=1), ~ended)
        assert not (ended & ~before).any(), "a table that was dealt anew had ended at once"
        assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0}
        results += rewards[ended].tolist()
    assert len(results) > 130
    assert min(results) == -1
    many.close()


def test_a_move_that_is_not_allowed_ends_the_episode_and_names_its_rule() -> None:
    table = SkipyardEnv("skipbo")
    _, info = table.reset(seed=1)
    refused = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = table.step(refused)
    assert (reward, ended) == (-1, True)
    assert "(SB-" in info["refusal"]
    assert not info["action_mask"].any()


def test_bots_and_seats_that_are_not_there_are_refused() -> None:
    with pytest.raises(Refused, match=r"2 at a table of 3.*you named 1"):
        SkipyardEnv("skipbo", seats=3, bots=["greedy"])
    with pytest.raises(Refused, match="no seat 2"):
        SkipyardVectorEnv("skipbo", seats=2, seat=2)
