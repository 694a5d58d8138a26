"""Searches that a network guides, with small random networks."""

from __future__ import annotations

import functools
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.small_network import dense_for, kind_of, meta_for, weights_for, write

import skipyard
from skipyard.bots import is_bot, read, seat_bot
from skipyard.bots.guided import Searcher
from skipyard.bots.specs import SHIPPED, Spec
from skipyard.games import GAMES
from skipyard.options import Refused

SETTINGS: dict[str, Any] = {
    "likelihood": 0.0001,
    "candidates": 6,
}  # a random network is not sure of anything


Files = Callable[[str], str]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("networks")

    @functools.cache
    def file_of(name: str) -> str:
        return write(folder / f"{name}.npz", meta_for(name), weights_for(name))

    return file_of


def position(name: str, seed: int = 5) -> tuple[skipyard.View, Any]:
    """A view with a choice, some moves into a game."""
    table = skipyard.Table(name, seed=seed)
    for number in range(12):
        table.push(table.legal[number % len(table.legal)])
    while len(table.legal) < 4:
        table.push(table.legal[0])
    return table.view(), np.array([int(move) for move in table.legal], np.int16)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("search:2000+policy:a.npz", Spec("search", 2000, network="a.npz")),
        ("search:20ms+policy", Spec("search", 0, 20, network=SHIPPED)),
        ("champion:100ms", Spec("search", 0, 100, network=SHIPPED)),
        ("search-v1:300", Spec("search", 300)),
        ("search-v1", read("search", GAMES[0])),
    ],
)
def test_names(text: str, spec: Spec) -> None:
    assert read(text, GAMES[0]) == spec


@pytest.mark.parametrize(
    "text",
    [
        "search:0+policy:a.npz",
        "champion:0",
        "search:9+policy:",
        "search-v1:5+policy:x",
        "search:9+policyx",
        "champions",
        "search-v2",
    ],
)
def test_wrong_names_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(text, GAMES[0])


def test_a_save_names_no_file() -> None:
    assert is_bot("champion:100ms")
    assert is_bot("search:20+policy")
    assert is_bot("search-v1:20")
    assert not is_bot("search:20+policy:n.npz")


FIRST_THEN_OTHERS = [  # a game's loops take some seconds to compile
    pytest.param(name, marks=[pytest.mark.full] if name != GAMES[0] else []) for name in GAMES
]


@pytest.mark.parametrize("name", FIRST_THEN_OTHERS)
def test_it_plays_legal_moves_and_a_seed_says_which(name: str, files: Files) -> None:
    view, legal = position(name)
    spec = read(f"search:60+policy:{files(name)}", name)
    moves = []
    for _ in range(2):
        bot = Searcher(name, spec, 7, file=files(name), **SETTINGS)
        moves.append([bot.choose(view.record, legal) for _ in range(3)])
        assert bot.threads[0].candidates[0].visits > 0, "it has compared moves"
    assert moves[0] == moves[1]
    assert set(moves[0]) <= set(legal.tolist())


def test_unlikely_moves_are_left_out_and_a_sure_one_needs_no_search(files: Files) -> None:
    name = GAMES[0]
    view, legal = position(name)
    spec = read("search:60+policy:x", name)
    few = Searcher(name, spec, 1, file=files(name), likelihood=1e-9, candidates=3)
    actions = few.distinct_moves(view.record, legal)
    logits = few.player.network.logits[actions]
    assert list(logits) == sorted(logits, reverse=True)
    assert len(few.rank(view.record, actions)) == 3
    (only,) = Searcher(name, spec, 1, file=files(name), likelihood=1.0).rank(view.record, actions)
    assert (only.action, only.visits) == (actions[0], 0)
    assert 0 < only.chance < 1


def test_leaves_are_judged_by_the_network(files: Files) -> None:
    """A network that is sure of the player on turn: after our turn that is the opponent."""
    name = GAMES[0]
    view, legal = position(name)
    weights = weights_for(name)
    weights["value_weight"][:] = 0
    weights["value_bias"][:] = [4, 0, 0, 0, 0, 0]
    file = str(pathlib.Path(files(name)).with_name("sure.npz"))
    write(pathlib.Path(file), meta_for(name), weights)
    bot = Searcher(name, read("search:60+policy:x", name), 1, file=file, weight=1, **SETTINGS)
    ranked = bot.rank(view.record, bot.distinct_moves(view.record, legal))
    assert [each.chance for each in ranked] == pytest.approx([0.018] * len(ranked), abs=0.001)
    own = Searcher(name, read("search:60+policy:x", name), 1, file=file, weight=0, **SETTINGS)
    chances = [
        each.chance for each in own.rank(view.record, own.distinct_moves(view.record, legal))
    ]
    assert max(chances) > 0.1, "without the network, by the game's own estimate"


INTERPRETED = """
import sys
from test_guided import SETTINGS, Searcher, position, read
name, file = sys.argv[1:]
view, legal = position(name)
bot = Searcher(name, read("search:24+policy:x", name), 3, file=file, **SETTINGS)
ranked = bot.rank(view.record, bot.distinct_moves(view.record, legal))
print([(each.action, each.visits, each.lead.hex()) for each in ranked])
"""


def in_a_process(*words: str, **more: str) -> str:
    tests = pathlib.Path(__file__).parents[1]
    paths = os.pathsep.join([str(tests / "bots"), str(tests)])
    return subprocess.run(
        [sys.executable, "-c", *words],
        env=os.environ | {"PYTHONPATH": paths} | more,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_compare_alike(name: str, files: Files) -> None:
    compiled = in_a_process(INTERPRETED, name, files(name))
    assert in_a_process(INTERPRETED, name, files(name), NUMBA_DISABLE_JIT="1") == compiled


ALLOCATIONS = """
import os, sys
os.environ["NUMBA_NRT_STATS"] = "1"
from test_guided import SETTINGS, Searcher, position, read
from numba.core.runtime import rtsys
name, file = sys.argv[1:]
view, legal = position(name)
bot = Searcher(name, read("search:24+policy:x", name), 3, file=file, **SETTINGS)
actions = bot.distinct_moves(view.record, legal)
bot.begin(actions)
thread, found = bot.threads[0], []
thread.grow(view.record, len(actions), 1)
for worlds in (1, 50):
    before = rtsys.get_allocation_stats().alloc
    thread.grow(view.record, len(actions), worlds)
    found.append(rtsys.get_allocation_stats().alloc - before)
print(len(thread.guided.compare.signatures), found[1] - found[0])
"""


def test_a_playout_allocates_nothing(files: Files) -> None:
    assert in_a_process(ALLOCATIONS, GAMES[0], files(GAMES[0])) == "1 0\n"


def test_a_kind_that_the_search_has_no_code_for_is_refused(tmp_path: pathlib.Path) -> None:
    name = next(name for name in GAMES if kind_of(name) != "dense")
    file = write(tmp_path / "n.npz", meta_for(name, kind="dense"), dense_for(name))
    view, legal = position(name)
    assert seat_bot(name, f"policy:{file}", 1).choose(view.record, legal) in legal
    with pytest.raises(Refused, match="needs one of kind “squares”"):
        seat_bot(name, f"search:9+policy:{file}", 1)


def test_the_fixed_search_plays_as_the_search_without_a_network() -> None:
    name = GAMES[0]
    view, legal = position(name)
    moves = [
        seat_bot(name, bot, 4).choose(view.record, legal.copy())
        for bot in ("search-v1:90", "search:90")
    ]
    assert moves[0] == moves[1]
