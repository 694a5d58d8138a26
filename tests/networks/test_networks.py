"""Networks at play: what they compute, which files are refused, who may name one."""

from __future__ import annotations

import functools
import os
import pathlib
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from helpers.small_network import LAYERS, meta_for, weights_for, write

import skipyard
from skipyard.bots import is_bot, read, seat_bot
from skipyard.games import GAMES, game
from skipyard.networks.player import NetworkPlayer
from skipyard.options import Refused

KIND = {name: game(name).profile.training.network for name in GAMES}
ONE_OF_EACH_KIND = list({kind: name for name, kind in reversed(KIND.items())}.values())
DENSE = [name for name in GAMES if KIND[name] == "dense"]


@functools.cache
def views(name: str) -> list[Any]:
    """Views of a random game, some of each part of it."""
    table = skipyard.Table(name, seed=5)
    found = []
    for number in range(60):
        if table.over:
            break
        found.append(table.view())
        table.push(table.legal[number % len(table.legal)])
    return found


def logits_of(name: str, file: str, every: int = 1) -> list[Any]:
    player = NetworkPlayer(name, file)
    found = []
    for view in views(name)[::every]:
        player.look(view.record)
        found.append(np.concatenate([player.network.logits, player.network.sides]))
    return found


def by_hand(weights: dict[str, Any], seen: Any) -> Any:
    """The same network as products of matrices."""
    inner = seen.astype(np.float64)
    for layer in ("input", *(f"hidden{n}" for n in range(len(LAYERS) - 1))):
        inner = np.maximum(inner @ weights[f"{layer}_weight"] + weights[f"{layer}_bias"], 0)
    heads = [inner @ weights[f"{head}_weight"] + weights[f"{head}_bias"] for head in HEADS]
    return np.concatenate(heads)


HEADS = ("policy", "value")


@pytest.mark.parametrize("name", DENSE)
def test_a_network_computes_its_layers(name: str, tmp_path: pathlib.Path) -> None:
    weights = weights_for(name)
    file = write(tmp_path / "n.npz", meta_for(name), weights)
    wide = {part: weight.astype(np.float64) for part, weight in weights.items()}
    for view, logits in zip(views(name), logits_of(name, file), strict=True):
        assert np.allclose(logits, by_hand(wide, view.observation), atol=1e-4)


@pytest.mark.parametrize("name", GAMES)
def test_the_move_is_the_legal_one_that_it_likes_best(name: str, tmp_path: pathlib.Path) -> None:
    file = write(tmp_path / "n.npz", meta_for(name), weights_for(name))
    bot, chosen = skipyard.bot(f"policy:{file}"), set()
    for view, logits in zip(views(name), logits_of(name, file), strict=True):
        move = bot.choose(view)
        assert move in view.legal
        assert logits[move] == max(logits[each] for each in view.legal)
        chosen.add(int(move))
    assert len(chosen) > 3


INTERPRETED = """
import sys
import numpy as np
from test_networks import logits_of
np.save(sys.argv[3], np.array(logits_of(sys.argv[1], sys.argv[2], 9)))
"""


def run(code: str, *words: str, **more: str) -> str:
    """What a Python process prints that can import this file."""
    tests = pathlib.Path(__file__).parents[1]
    paths = os.pathsep.join([str(tests / "networks"), str(tests)])
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=os.environ | {"PYTHONPATH": paths} | more,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_interpreted_and_compiled_agree_to_the_last_bit(name: str, tmp_path: pathlib.Path) -> None:
    found = tmp_path / "found.npy"
    file = write(tmp_path / "n.npz", meta_for(name), weights_for(name))
    run(INTERPRETED, name, file, str(found), NUMBA_DISABLE_JIT="1")
    assert np.array_equal(np.load(found), np.array(logits_of(name, file, 9)))


ALLOCATIONS = """
import os, sys
os.environ["NUMBA_NRT_STATS"] = "1"
from test_networks import views
from numba.core.runtime import rtsys
from skipyard.networks.player import NetworkPlayer
def count(given):
    return sum(map(count, given)) if isinstance(given, tuple) else 1
player = NetworkPlayer(*sys.argv[1:])
network, seen = player.network, views(sys.argv[1])
player.look(seen[0].record)
before = rtsys.get_allocation_stats().alloc
for view in seen:
    player.look(view.record)
after = rtsys.get_allocation_stats().alloc
arrays = 3 + count((network.weights, network.buffers))  # Numba notes each that it is handed
print(len(network.evaluate.signatures), after - before - arrays * len(seen))
"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.full] if nth else [])
        for nth, name in enumerate(ONE_OF_EACH_KIND)
    ],
)
def test_the_compiled_path_is_taken_and_allocates_nothing(
    name: str, tmp_path: pathlib.Path
) -> None:
    file = write(tmp_path / "n.npz", meta_for(name), weights_for(name))
    assert run(ALLOCATIONS, name, file) == "1 0\n"


def test_players_in_several_threads_share_weights_and_nothing_else(tmp_path: pathlib.Path) -> None:
    file = write(tmp_path / "n.npz", meta_for(DENSE[0]), weights_for(DENSE[0]))
    one, other = (NetworkPlayer(DENSE[0], file).network for _ in range(2))
    assert one.weights is other.weights
    for part in ("logits", "sides", "buffers"):
        assert not np.shares_memory(getattr(one, part), getattr(other, part))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_view_hides_changes_nothing(name: str, tmp_path: pathlib.Path) -> None:
    """Other worlds that fit a view are looked at in the same way."""
    file = write(tmp_path / "n.npz", meta_for(name), weights_for(name))
    player = NetworkPlayer(name, file)
    for view in views(name)[::10]:
        player.look(view.record)
        logits = player.network.logits.copy()
        for seed in range(3):
            world = view.imagine(seed=seed)
            player.look(world.view(view.seat).record)
            assert np.array_equal(player.network.logits, logits)


# Files ------------------------------------------------------------------------------------------
def changed(name: str, **meta: Any) -> Any:
    return lambda file: write(file, meta_for(name, **meta), weights_for(name))


def with_weights(name: str, **weights: Any) -> Any:
    """A file with some weights replaced; None leaves one out."""
    every = {**weights_for(name), **weights}
    kept = {part: weight for part, weight in every.items() if weight is not None}
    return lambda file: write(file, meta_for(name), kept)


def text(content: bytes) -> Any:
    return lambda file: file.write_bytes(content)


def pickled(file: pathlib.Path) -> None:
    """An array of Python objects, which NumPy would run code to read."""
    np.savez(file, meta=np.array([pathlib.Path("x")], object))


NAME = DENSE[0]
WRONG: dict[str, tuple[Any, str]] = {
    "empty": (text(b""), "damaged"),
    "text": (text(b"not a network"), "damaged"),
    "pickle": (text(pickle.dumps([1, 2])), "damaged"),
    "objects": (pickled, "damaged"),
    "list": (lambda file: write(file, [1, 2], {}), "damaged"),
    "format": (changed(NAME, format=99), "format 99"),
    "game": (changed(NAME, game="chess"), "plays chess"),
    "rules": (changed(NAME, rules_version=-1), "version -1"),
    "observation": (changed(NAME, observation="000"), "other observations"),
    "kind": (changed(NAME, kind="forest"), "forest"),
    "missing": (with_weights(NAME, hidden0_bias=None), "other shapes"),
    "narrow": (with_weights(NAME, value_weight=np.zeros((3, 3))), "other shapes"),
    "flat": (with_weights(NAME, policy_weight=np.zeros(9)), "other shapes"),
    "endless": (with_weights(NAME, value_bias=np.full(6, np.inf)), "damaged"),
    "huge": (with_weights(NAME, more=np.zeros((5000, 5000), np.int8)), "25,0"),
}


@pytest.mark.parametrize("wrong", list(WRONG))
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(
    wrong: str, tmp_path: pathlib.Path
) -> None:
    make, said = WRONG[wrong]
    file = tmp_path / "n.npz"
    make(file)
    with pytest.raises(Refused, match=said) as refused:
        seat_bot(NAME, f"policy:{file}", 0)
    assert str(file) in str(refused.value)


def test_a_missing_file_is_refused_in_both_languages(tmp_path: pathlib.Path) -> None:
    for language, said in (("en", "There is no file"), ("fr", "Il n’y a pas de fichier")):
        with pytest.raises(Refused, match=said):
            NetworkPlayer(NAME, str(tmp_path / "none.npz"), language)


# Names ------------------------------------------------------------------------------------------
def test_only_commands_name_files() -> None:
    assert read("policy:n.npz", NAME).name == "policy:n.npz"
    assert not is_bot("policy:n.npz"), "a save never says which file to read"
    with pytest.raises(Refused, match="policy:FILE"):
        read("policy:", NAME)
    with pytest.raises(Refused, match="policy:FICHIER"):
        read("policy:", NAME, "fr")


def test_players_of_one_file_have_buffers_of_their_own(tmp_path: pathlib.Path) -> None:
    """Threads share the weights, and a look runs without Python's lock."""
    file = write(tmp_path / "net.npz", meta_for(NAME), weights_for(NAME))
    one, other = NetworkPlayer(NAME, file), NetworkPlayer(NAME, file)
    first, second = views(NAME)[0].record, views(NAME)[-1].record
    one.look(first)
    logits = one.network.logits.copy()
    other.look(second)
    assert (one.network.logits == logits).all()
    assert (other.network.logits != logits).any()
    assert one.network.weights is other.network.weights
