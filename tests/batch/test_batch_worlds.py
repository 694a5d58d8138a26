"""Copies, imagined tables, other seats, positions and kinds of tables by table."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

import skipyard as sy
from skipyard.adapters.variant import variant_of
from skipyard.batch.batch import Tables
from skipyard.games.random_play import DICE
from skipyard.options import Refused
from skipyard.testing.worlds import every_game

TABLES = 6


def playing(name: str = "skippity", **asked: Any) -> Any:
    batch = sy.Batch(name, tables=TABLES, key=3, threads=1, **asked)
    for _ in range(9):
        batch.step(batch.choose_randomly())
    return batch


def row(batch: Tables[Any], i: int) -> Any:
    return batch.read_rows("states").view(np.recarray)[i]


def test_copies_go_on_alike_and_apart() -> None:
    batch = playing()
    twin, some = batch.clone(), batch.take([2, 2, 5])
    assert twin.last().rewards.tolist() == batch.last().rewards.tolist()
    for _ in range(30):
        actions = batch.choose("rules").copy()
        some.step(actions[[2, 2, 5]])
        twin.step(actions)
        batch.step(actions)
        assert some.observations.tolist() == batch.observations[[2, 2, 5]].tolist()
    assert twin.read_rows("states").tobytes() == batch.read_rows("states").tobytes()
    before = twin.read_rows("states").tobytes()
    batch.step(batch.choose_randomly())
    assert twin.read_rows("states").tobytes() == before
    assert batch.take(batch.turns == 0).tables == (batch.turns == 0).sum()


@pytest.mark.full
@every_game
def test_imagined_tables_look_the_same_and_differ_in_what_is_hidden(name: str) -> None:
    batch, hidden = playing(name), variant_of(name, 2).game.profile.hidden
    before = batch.read_rows("states").tobytes()
    one, other, again = (batch.imagine(seed=seed) for seed in (1, 2, 1))
    for worlds in (one, other):
        assert (worlds.observations == batch.observations).all()
        assert (worlds.masks == batch.masks).all()
        assert all(batch.game.rules.sound(row(worlds, i)) for i in range(TABLES))
    own = batch.imagine(seat=0, seed=1)
    assert (own.observe(0) == batch.observe(0)).all()
    assert batch.read_rows("states").tobytes() == before
    assert one.read_rows("states").tobytes() == again.read_rows("states").tobytes()
    names = set(one.game.rules.State.dtype.names) - DICE
    differs = any((one.arrays.states[field] != other.arrays.states[field]).any() for field in names)
    assert hidden or not differs


@pytest.mark.full
def test_hidden_cards_are_dealt_again_in_imagined_tables() -> None:
    batch = sy.Batch("skip_or_trip", TABLES, key=3)
    watched = [batch.observe(seat) for seat in (0, 1)]
    mine, other = (batch.imagine(seat=0, seed=1).observe(seat) for seat in (0, 1))
    assert (mine == watched[0]).all()
    assert (other != watched[1]).any()


def test_every_seat_can_be_observed() -> None:
    batch, variant = playing(seats=3), variant_of("skippity", 3)
    for seat in (0, 2, -1):
        seen = batch.observe(seat)
        for i in range(TABLES):
            assert (seen[i] == variant.features(variant.view(row(batch, i), seat))).all()
    assert (batch.observe(batch.turns) == batch.observations).all()


def test_a_mask_resets_some_tables() -> None:
    batch = playing()
    lengths, streams = batch.read_rows("lengths"), batch.read_rows("streams")
    where = np.arange(TABLES) % 2 == 0
    batch.reset(where.tolist())
    assert (batch.arrays.lengths == np.where(where, 0, lengths)).all()
    assert (batch.arrays.streams == np.where(where, streams + TABLES, streams)).all()
    assert batch.masks[where].any(axis=1).all()


def test_final_observations_are_kept_while_games_go_on() -> None:
    batch, plain = playing(size=6, final=True), playing(size=6, auto_reset=False)
    for _ in range(60):
        step = batch.step(batch.choose("greedy"))
        plain.step(batch.actions)
        ended = step.terminated | step.truncated
        assert (batch.final_observations[ended] == plain.observations[ended]).all()
        assert step.masks.any(axis=1).all()
        plain.reset(ended)
        assert (plain.observations == step.observations).all()


def test_seats_and_options_by_table() -> None:
    asked = [{"size": 6}, {"size": 8}, {"scoring": "hundred"}]
    batch = sy.Batch("skippity", TABLES, seats=[2, 3, 4], options=asked, key=1, auto_reset=False)
    assert batch.arrays.states["seats"].tolist() == [2, 3, 4, 2, 3, 4]
    assert batch.arrays.states["size"].tolist() == [6, 8, 10, 6, 8, 10]
    for _ in range(400):
        step = batch.step(batch.choose_randomly())
        if step.terminated.all():
            break
    assert not step.rewards[0, 2:].any()
    assert step.rewards.sum(axis=1) == pytest.approx(0, abs=1e-6)
    assert batch.take([4, 2]).arrays.template["seats"].tolist() == [3, 4]


@pytest.mark.full
def test_games_begin_at_positions_with_dice_of_their_own() -> None:
    table = sy.Table("skipbo", seed=7, stock_size=5)
    table.push(table.legal[0])
    batch = sy.Batch("skipbo", TABLES, positions=[table, table.text], key=1)
    write = batch.game.position.write
    for i in range(TABLES):
        assert write(row(batch, i)) == write(table.state)
    assert len({row(batch, i).tobytes() for i in range(TABLES)}) == TABLES
    batch.run(400)
    batch.reset(np.ones(TABLES, bool))
    assert write(row(batch, 0)) == write(table.state)


LIBRARIES = ["torch", "jax.numpy"]


@pytest.mark.full
@pytest.mark.parametrize("library", LIBRARIES)
def test_tensors_of_other_libraries_go_in(library: str) -> None:
    arrays: Any = pytest.importorskip(library)
    batch, twin = playing(), playing()
    actions = batch.choose("greedy").copy()
    make = getattr(arrays, "from_numpy", None) or arrays.asarray
    batch.step(make(actions))
    twin.step(actions)
    assert (batch.observations == twin.observations).all()
    where = np.arange(TABLES) % 2 == 0
    batch.reset(make(where))
    assert (batch.arrays.lengths == np.where(where, 0, twin.arrays.lengths)).all()
    assert (batch.observe(make(batch.turns.copy())) == batch.observations).all()
    taken = batch.take(make(np.array([1, 2])))
    assert (taken.observations == batch.observations[[1, 2]]).all()
    with pytest.raises(Refused, match="whole number for each of 6 tables"):
        batch.step(make(np.zeros(TABLES, np.float32)))


@pytest.mark.full
@pytest.mark.parametrize("library", LIBRARIES)
def test_other_libraries_read_the_arrays(library: str) -> None:
    """Through torch the next step is seen in the same memory; what JAX has never changes."""
    arrays: Any = pytest.importorskip(library)
    batch = playing()
    for part in ("observations", "masks", "turns", "rewards", "dones"):
        array = getattr(batch, part)
        seen = arrays.from_dlpack(array) if library == "torch" else arrays.array(array)
        assert str(seen.dtype).removeprefix("torch.") == array.dtype.name
        before = array.copy()
        assert (np.asarray(seen) == before).all()
        if part == "observations":
            batch.step(batch.choose_randomly())
            assert (batch.observations != before).any()
            now = batch.observations if library == "torch" else before
            assert (np.asarray(seen) == now).all()


NONSENSE: list[tuple[str, tuple[Any, ...], str]] = [
    ("take", ([],), "Tables are numbers from 0 to 5"),
    ("take", ([6],), "Tables are numbers from 0 to 5"),
    ("take", ("all",), "Tables are numbers"),
    ("take", (1.5,), "Tables are numbers"),
    ("observe", (2,), "A seat is a number below 2, or -1"),
    ("observe", ([0, 1],), "one for each of 6 tables"),
    ("observe", (None,), "A seat is a number"),
    ("imagine", ("me",), "A seat is a number"),
    ("imagine", (None, -1), "seed is a whole number, 0 or more"),
    ("reset", ([True],), "True or False for each of 6 tables"),
    ("reset", ([0, 1, 0, 1, 0, 1],), "True or False for each of 6 tables"),
    ("run", (-1,), "moves is a whole number, 0 or more"),
    ("run", ("many",), "moves is a whole number"),
    ("run_bots", (3, ["greedy"]), "a bot for each of 2 seats"),
    ("run_bots", (3, None), "a bot for each of 2 seats"),
    ("run_bots", (3, "clever"), "No bot 'clever'"),
    ("play_out", (2.5,), "times is a whole number"),
    ("choose", ([],), "No bot"),
    ("choose", ("search:soon",), "no bot “search:soon”"),
    ("choose", ("policy:",), "policy:FILE"),
    ("choose", ("policy:none.npz",), "no file none.npz"),
    ("choose", ("exec:cat",), "“exec:cat” plays whole games.*Let it play in skipyard.match"),
    ("choose", ("json:loads",), "plays whole games"),
    ("run_bots", (3, "search:50"), "No bot 'search:50'.*these do: random, greedy, rules"),
    ("choose", (True,), "No bot True"),
    ("restore", ({},), "not what `save` returned"),
    ("restore", (5,), "not what `save` returned"),
    ("step", ([2**70] * 6,), "whole number for each of 6 tables"),
    ("step", (np.full(6, 2**64 - 1, np.uint64),), "Table 0: there is no action"),
    ("step", ([True] * 6,), "whole number for each of 6 tables"),
]


@pytest.mark.parametrize(("call", "given", "told"), NONSENSE)
def test_nonsense_gets_a_sentence_and_changes_nothing(
    call: str, given: tuple[Any, ...], told: str
) -> None:
    batch = playing()
    before = batch.read_rows("states").tobytes()
    with pytest.raises(Refused, match=told):
        getattr(batch, call)(*given)
    assert batch.read_rows("states").tobytes() == before


BEGINNINGS: list[tuple[dict[str, Any], str]] = [
    ({"game": 5}, "game is a text"),
    ({"tables": 0}, "tables is a whole number from 1 to"),
    ({"tables": "3"}, "tables is a whole number from 1 to"),
    ({"tables": 10**30}, "tables is a whole number from 1 to"),
    ({"seats": "2"}, "seats is a whole number"),
    ({"seats": 2.0}, "seats is a whole number"),
    ({"seats": 99}, "Skippity is for 2 to 4 players"),
    ({"seats": []}, "seats by table is a list of 1 to 6"),
    ({"seats": [2, 3], "options": [{}, {}, {}]}, "equal lengths; these have 2 and 3"),
    ({"options": "size=6"}, "Options are values by name"),
    ({"options": {5: 6}}, "option is a text"),
    ({"sizes": 6}, "no option “sizes”"),
    ({"size": [6]}, "size is a whole number from 6 to 20"),
    ({"key": "x"}, "key is a whole number"),
    ({"seed": None}, "seed is a whole number"),
    ({"threads": 0}, "threads is a whole number, 1 or more"),
    ({"threads": 2, "device": "cuda"}, "threads is for device='cpu'"),
    ({"stream": 1}, "stream is for device='cuda'"),
    ({"device": 3}, "no device 3"),
    ({"device": np.array(["cpu", "cpu"])}, "no device array"),
    ({"auto_reset": "no"}, "auto_reset is True or False; you gave 'no'"),
    ({"final": 1}, "final is True or False; you gave 1"),
    ({"shows": None}, "shows is True or False"),
    ({"points": []}, "points is True or False"),
    ({"final": True, "shows": False}, "Final observations need shows=True"),
    ({"player": "no.such.module"}, "'no.such.module' is none"),
    ({"player": ""}, "player is a module with a compiled `choose`; '' is none"),
    ({"player": "json"}, "player is a module with a compiled `choose`; 'json' is none"),
    ({"positions": ["turn: 1"], "seats": np.array([2, 2])}, "seats and options of their own"),
    ({"positions": [5]}, "A position is a text, a skipyard.Table or a state"),
    ({"positions": []}, "positions by table is a list of 1 to 6"),
    ({"positions": ["game: skipbo\nturn: 1"]}, "'skipbo', and the batch is of skippity"),
    ({"positions": ["nonsense"]}, "nonsense"),
    ({"positions": ["turn: 1"], "size": 6}, "options by name are for all tables"),
    ({"positions": ["turn: 1"], "seats": 3}, "seats and options of their own"),
]


@pytest.mark.parametrize(("asked", "told"), BEGINNINGS)
def test_a_batch_that_cannot_be_gets_a_sentence(asked: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused, match=told):
        sy.Batch(**{"game": "skippity", "tables": TABLES, **asked})


def test_a_table_of_another_game_gets_a_sentence() -> None:
    table: Any = sy.Table("skipbo", seed=1)
    with pytest.raises(Refused, match="the batch is of skippity"):
        sy.Batch("skippity", TABLES, positions=table)


def test_a_gpu_is_asked_for_in_a_sentence_where_there_is_none() -> None:
    numba_cuda = importlib.import_module("numba.cuda")
    if numba_cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises((Refused, ImportError), match=r"GPU|gpu"):
        sy.Batch("skippity", 2, device="cuda")


def test_old_names_warn_and_still_work() -> None:
    with pytest.warns(DeprecationWarning, match="renews is now auto_reset"):
        batch = sy.Batch("skippity", TABLES, key=3, renews=False)
    assert not batch.auto_reset
    with pytest.warns(DeprecationWarning, match="check=False is now unchecked=True"):
        batch.step(batch.choose_randomly(), check=False)
