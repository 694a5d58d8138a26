"""Batches on a GPU, tested without one: kernels run thread by thread in Python."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import numpy as np
import pytest
from helpers import fake_cuda
from helpers.fake_versions import Fake

from skipyard.batch import cpu, gpu
from skipyard.batch.batch import random_moves
from skipyard.batch.kernel_settings import KernelSettings, block_for, settings_for
from skipyard.bench.gpu import differing, kinds, read_try
from skipyard.bots.registry import player_module
from skipyard.games import game
from skipyard.options import Refused
from skipyard.testing.worlds import every_game

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "cuda", fake_cuda)
    monkeypatch.setattr(gpu, "random_moves", fake_cuda.random_moves)
    gpu.kernels_for.cache_clear()


def both(name: str, number: int) -> tuple[Any, Any]:
    seats, options = kinds(name)[number]
    asked: dict[str, Any] = {"key": 5, "seed": 2, "player": player_module(name)}
    return (
        cpu.Batch(name, seats, 3, options, threads=1, **asked),
        gpu.Batch(name, seats, 3, options, settings=settings_for(name)._replace(block=2), **asked),
    )


@pytest.mark.full
@every_game
def test_kernels_do_what_the_loops_of_the_cpu_do(name: str) -> None:
    one, two = both(name, 1)
    assert differing(one, two) == []
    for _ in range(20):
        actions = one.choose_randomly()
        assert (two.choose_randomly().copy_to_host() == actions).all()
        one.step(actions)
        two.step(two.actions)
    assert differing(one, two) == []
    for batch in (one, two):
        batch.run(150)
        batch.run_bots(3, one.seats * [0])
    assert differing(one, two) == []
    assert (one.play_out() == two.play_out().copy_to_host()).all()
    saved = two.save()
    two.run(5)
    two.restore(saved)
    one.show()
    assert differing(one, two) == ["rewards"] or differing(one, two) == []


def test_untested_compilers_of_gpus_choose_the_same_moves_from_lists(
    fake_version: Fake, warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_version("numba-cuda")
    monkeypatch.setattr(gpu, "random_moves", random_moves)
    assert len(game("skippity").rules.ACTIONS) == random_moves("skippity").MEMORY
    one, two = both("skippity", 1)
    for batch in (one, two):
        batch.choose_randomly()
        batch.run(150)
    assert (one.actions == two.actions.copy_to_host()).all()
    assert differing(one, two) == []
    assert (one.play_out() == two.play_out().copy_to_host()).all()
    assert [sentence.split()[0] for sentence in warned] == ["numba-cuda"]


def test_a_wrong_action_changes_nothing_there_either() -> None:
    one, two = both("skippity", 0)
    good = two.choose_randomly().copy_to_host()
    wrong = good.copy()
    wrong[1] = -1
    with pytest.raises(Refused, match=r"^Table 1: there is no action -1"):
        two.step(fake_cuda.to_device(wrong))
    one.choose_randomly()
    assert differing(one, two) == []
    two.step(fake_cuda.to_device(good))
    one.step(good)
    assert differing(one, two) == []


def test_a_step_takes_lists_and_returns_the_same_arrays_there() -> None:
    one, two = both("skippity", 0)
    for bot in ("greedy", "random", "rules"):
        here = one.step(one.choose(bot))
        there = two.step(two.choose(bot).copy_to_host().tolist())
        for name in here._fields:
            assert (getattr(there, name).copy_to_host() == getattr(here, name)).all()
    with pytest.raises(Refused, match="whole number for each of 3 tables"):
        two.step([1, 2])
    with pytest.raises(Refused, match="No bot 'clever'"):
        two.choose("clever")


@pytest.mark.parametrize(
    ("tables", "block"),
    [
        (1, 32),
        (4096, 32),
        (16_384, 128),
        (32_768, 256),
        (65_536, 512),
        (131_072, 1024),
        (10**6, 1024),
    ],
)
def test_few_tables_have_small_blocks_so_that_no_multiprocessor_is_idle(
    tables: int, block: int
) -> None:
    assert block_for(tables, KernelSettings(block=1024), 132) == block
    assert block_for(tables, KernelSettings(block=64), 132) == min(block, 64)


def test_two_files_import_the_compiler_of_gpus() -> None:
    importing = re.compile(
        r"^\s*(import|from) numba(_cuda|\.cuda)|^\s*from numba import .*cuda", re.M
    )
    files = {
        file.name
        for file in ROOT.glob("skipyard/**/*.py")
        if importing.search(file.read_text("utf-8"))
    }
    assert files == {"cuda_compiler.py", "nth_move.py"}


def test_neighbouring_threads_write_neighbouring_bytes() -> None:
    _, two = both("skippity", 0)
    assert two.arrays.observations.strides == (1, 3)
    assert np.asarray(two.arrays.rewards).strides[1] == 2


def test_other_ways_to_make_kernels_are_read_from_words() -> None:
    assert read_try(" registers=80  deal_fraction=8") == {"registers": 80, "deal_fraction": 8}
    for wrong in ("registers", "registers=many", "speed=9"):
        with pytest.raises(Refused, match=rf"“{wrong}” is not one of deal_fraction, inline_lines"):
            read_try(wrong)


@pytest.mark.full
@every_game
def test_copies_imagined_tables_and_other_seats_are_the_same_there(name: str) -> None:
    one, two = both(name, 0)
    for batch in (one, two):
        batch.run(30)
    assert differing(one.imagine(seed=4), two.imagine(seed=4)) == []
    assert differing(one.take([2, 0]), two.take([2, 0])) == []
    assert differing(one.clone(), two.clone()) == []
    assert (two.observe(1).copy_to_host() == one.observe(1)).all()
    for batch in (one, two):
        batch.reset([True, False, True])
    assert differing(one, two) == []


def test_final_observations_are_kept_there_too() -> None:
    asked: dict[str, Any] = {"key": 5, "final": True, "options": {"size": 6}}
    one, two = cpu.Batch("skippity", 2, 3, threads=1, **asked), gpu.Batch("skippity", 2, 3, **asked)
    for _ in range(40):
        one.step(one.choose("greedy"))
        two.step(two.choose("greedy").copy_to_host().tolist())
    assert one.final_observations is not None
    assert two.final_observations is not None
    assert one.final_observations.any()
    assert (two.final_observations.copy_to_host() == one.final_observations).all()
    assert differing(one, two) == []
