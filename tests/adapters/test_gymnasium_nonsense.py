"""Numbers that are no action are refused alike at one table and at many; bots by name likewise."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import gymnasium
import numpy as np
import pytest

from skipyard.adapters.gymnasium import ILLEGAL, SkipyardEnv
from skipyard.adapters.rendering import WIDTH
from skipyard.adapters.vector import SkipyardVectorEnv
from skipyard.options import Refused


@pytest.mark.parametrize("action", [-1, -200, 10**6])
def test_a_number_that_is_no_action_is_refused_alike(action: int) -> None:
    one, many = SkipyardEnv("skippity"), SkipyardVectorEnv("skippity", 2)
    one.reset(seed=1)
    many.reset(seed=1)
    _, reward, terminated, _, info = one.step(action)
    _, rewards, ended, _, infos = many.step(np.full(2, action))
    assert (reward, terminated) == (rewards[0], ended[0]) == (ILLEGAL, True)
    assert info["refusal"] == infos["refusal"][0]
    assert info["refusal"].startswith(f"There is no action {action}; they are 0 to ")
    many.close()


@pytest.mark.full
def test_any_bot_plays_at_one_table_and_at_many_alike() -> None:
    asked: dict[str, Any] = {"seats": 3, "bots": ["search:20", "level1"], "options": {"size": 6}}
    many = SkipyardVectorEnv("skippity", 2, **asked)
    singles = [SkipyardEnv("skippity", **asked) for _ in range(2)]
    seen, info = many.reset(seed=5)
    ended = [False, False]
    for i, one in enumerate(singles):
        assert (one.reset(seed=5 + i)[0] == seen[i]).all()
    for _ in range(30):
        moves = info["action_mask"].argmax(axis=1)
        seen, rewards, over, _, info = many.step(moves)
        for i, one in enumerate(singles):
            if ended[i]:
                own, reward, ended[i] = one.reset()[0], 0.0, False
            else:
                own, reward, ended[i], _, _ = one.step(moves[i])
            assert (own == seen[i]).all()
            assert (reward, ended[i]) == (rewards[i], over[i])
    assert many.step([-1, -1])[0].shape == seen.shape
    many.close()


NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({"bots": "clever"}, "clever"),
    ({"bots": 5}, "bots are names"),
    ({"bots": [None]}, "a bot is a text"),
    ({"seat": "0"}, "seat is a whole number"),
    ({"seats": 2.5}, "seats is a whole number"),
    ({"seats": 9, "seat": 0}, "for 2 to 6 players"),
    ({"options": ["stock_size"]}, "Options are values by name"),
    ({"options": {"stock_size": -5}}, "stock_size is a whole number from 1 to 30"),
    ({"options": {"match": True}}, "“match” has no effect here"),
    ({"render_mode": "human"}, "render_mode is one of ansi, rgb_array"),
    ({"game": "poker"}, "There is no game “poker”"),
]


@pytest.mark.parametrize(("asked", "told"), NONSENSE)
@pytest.mark.parametrize("make", [SkipyardEnv, SkipyardVectorEnv])
def test_nonsense_gets_a_sentence(make: Any, asked: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused, match=told):
        make(**{"game": "skipbo", **asked})


def test_steps_and_seeds_that_cannot_be_are_refused() -> None:
    one, many = SkipyardEnv("skippity"), SkipyardVectorEnv("skippity", 2)
    one.reset(seed=1)
    many.reset(seed=1)
    for action in (None, 1.5, "46", [46], True):
        with pytest.raises(Refused, match="action is a whole number"):
            one.step(action)  # type: ignore[arg-type]
    for actions in (None, 1, [1], [1.0, 2.0], [1, 2, 3], "ab", [[1], [1, 2]]):
        with pytest.raises(Refused, match="a whole number for each of 2 tables"):
            many.step(actions)  # type: ignore[arg-type]
    for seed in ([1], "x", 1.5, -1):
        with pytest.raises(Refused):
            many.reset(seed=seed)  # type: ignore[arg-type]
    many.close()


@pytest.mark.full
def test_pictures_are_arrays_of_pixels() -> None:
    one = SkipyardEnv("skippity", render_mode="rgb_array")
    one.reset(seed=1)
    image = one.render()
    assert image.dtype == np.uint8
    assert image.shape[1:] == (WIDTH, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 20


def test_the_docs_list_the_ids_that_are_registered() -> None:
    page = pathlib.Path(__file__).parents[2] / "docs" / "adapters.md"
    told = re.findall(r"`(skipyard/\w+-v\d+)`", page.read_text("utf-8"))
    assert told == [name for name in gymnasium.registry if name.startswith("skipyard/")]
