"""The interface of a batch: what a step takes and returns, by name and by device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skipyard.adapters.variant import variant_of
from skipyard.batch import Batch
from skipyard.options import Refused

TABLES = 4


def skippity(**asked: Any) -> Any:
    return Batch("skippity", tables=TABLES, key=3, threads=1, options={"size": 6}, **asked)


def test_a_step_returns_what_a_learner_needs() -> None:
    batch, ended = skippity(auto_reset=False), np.zeros(TABLES, bool)
    for _ in range(200):
        step = batch.step(batch.choose("random").tolist())
        for i in np.flatnonzero(step.terminated & ~ended):
            state = batch.arrays.states.view(np.recarray)[i]
            assert step.rewards[i].tolist() == variant_of("skippity", 2).returns(state)
            assert batch.winners[i] == state.winner
        assert not step.rewards[~step.terminated].any()
        ended = step.terminated.copy()
    assert ended.all()
    assert not step.truncated.any()
    assert not step.masks.any()


def test_three_sides_share_the_loss_and_points_come_on_request() -> None:
    batch = Batch("skippity", tables=TABLES, seats=3, key=3, auto_reset=False)
    counted = Batch("skippity", tables=TABLES, seats=3, key=3, auto_reset=False, points=True)
    for _ in range(300):
        step = batch.step(batch.choose("greedy"))
        points = counted.step(batch.actions).rewards
    won = batch.winners != -1
    assert won.any()
    assert (np.sort(step.rewards[won], axis=1) == [-0.5, -0.5, 1.0]).all()
    assert (points == batch.arrays.rewards).all()


def test_nonsense_gets_a_sentence() -> None:
    batch = skippity()
    before = batch.arrays.states.tobytes()
    for actions in (None, "abc", [1, 2], [[1], [2, 3]], [0.5] * TABLES, {}, object()):
        with pytest.raises(Refused, match="whole number for each of 4 tables"):
            batch.step(actions)
    elsewhere = type("Tensor", (), {"__dlpack_device__": lambda self: (2, 0)})()
    with pytest.raises(Refused, match="another device"):
        batch.step(elsewhere)
    with pytest.raises(Refused, match="no bot “clever”; the bots are: random, greedy, "):
        batch.choose("clever")
    with pytest.raises(Refused, match="No bot 9"):
        batch.choose(9)
    with pytest.raises(Refused, match="no device 'tpu'; a batch is on one of cpu, cuda"):
        skippity(device="tpu")
    assert batch.arrays.states.tobytes() == before
