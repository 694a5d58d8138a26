"""Levels, searches and trained networks choose at the tables of a batch, by name."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest
from helpers import small_network

import skipyard as sy

TABLES = 4
NAMES = ["level1", "search:20"]


def batch_of(**asked: Any) -> Any:
    asked = {"tables": TABLES, "key": 3, "threads": 1, "size": 6, **asked}
    return sy.Batch("skippity", **asked)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    one, other = batch_of(), batch_of(threads=3)
    for _ in range(8):
        assert one.choose(name).tolist() == other.choose(name).tolist()
        assert one.choose(name).tolist() == one.actions.tolist(), "asked twice, the same answer"
        one.step(one.actions)
        other.step(one.actions)
    assert one.clone().choose(name).tolist() == other.choose(name).tolist()


def test_another_seed_slips_elsewhere() -> None:
    one, other = batch_of(tables=64), batch_of(tables=64, seed=1)
    assert one.choose("level1").tolist() != other.choose("level1").tolist()


@pytest.mark.full
def test_a_search_beats_random_moves_and_skips_tables_that_are_over() -> None:
    batch = batch_of(tables=8, auto_reset=False)
    while not batch.arrays.states["over"].all():
        search = batch.choose("search:20").copy()
        random = batch.choose("random").copy()
        batch.step(np.where(batch.turns == 0, search, random))
    assert (batch.winners == 0).sum() > (batch.winners == 1).sum()


def test_a_trained_network_chooses_as_it_does_at_one_table(tmp_path: pathlib.Path) -> None:
    meta, weights = small_network.meta_for("skippity"), small_network.weights_for("skippity")
    name = f"policy:{small_network.write(tmp_path / 'net.npz', meta, weights)}"
    tables = [sy.Table("skippity", seed=seed) for seed in range(TABLES)]
    batch = sy.Batch("skippity", TABLES, positions=tables, threads=2)
    assert batch.choose(name).tolist() == [sy.bot(name).choose(table) for table in tables]
