"""Batches on the CPU equal tables played one by one, for any number of threads."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from skipyard.batch.cpu import Batch
from skipyard.bench.gpu import kinds
from skipyard.bots.registry import player_module
from skipyard.core import key_from
from skipyard.games import GAMES, game
from skipyard.games.feature_layout import highs
from skipyard.games.random_play import legal, view_of
from skipyard.options import Refused, Value
from skipyard.testing.worlds import features_of

DOCS = pathlib.Path(__file__).parents[2] / "docs"
TABLES = 7
SHORT = ("skipbo", "skippity")  # in the short run, because loops over many tables compile slowly


def params(first: str, *rest: Any, short: bool = True) -> Any:
    """One set of parameters; only some are in the short run."""
    marks = [] if short and first in SHORT else [pytest.mark.full]
    return pytest.param(first, *rest, marks=marks)


every_game = pytest.mark.parametrize("name", [params(name) for name in GAMES])
every_kind = pytest.mark.parametrize(
    ("name", "seats", "options"),
    [params(name, *kind, short=nth == 0) for name in GAMES for nth, kind in enumerate(kinds(name))],
)


def batch_of(name: str, seats: int = 2, tables: int = TABLES, **asked: Any) -> Batch:
    return Batch(
        name, seats, tables, **{"key": 5, "threads": 1, "player": player_module(name), **asked}
    )


def contents(batch: Batch) -> dict[str, bytes]:
    return {name: getattr(batch.arrays, name).tobytes() for name in batch.arrays._fields}


@every_kind
def test_a_batch_is_its_tables_one_by_one(
    name: str, seats: int, options: Mapping[str, Value]
) -> None:
    """Masks, observations, rewards and deals are those of the rules."""
    batch = batch_of(name, seats, options=options)
    rules, arrays = game(name).rules, batch.arrays
    for number in range(60):
        before = arrays.states.copy().view(np.recarray)
        actions = batch.choose_randomly().copy()
        batch.step(actions)
        for i in range(TABLES):
            state = before[i]
            if number % 10 == 0:
                assert int(actions[i]) in legal(name, state)
            rules.play(state, actions[i])
            assert bool(arrays.dones[i]) == bool(state.over)
            if state.over:
                points = np.zeros(seats, np.int16)
                rules.score(state, points)
                assert arrays.rewards[i].tolist() == points.tolist()
                before[i] = arrays.template[0]
                rules.deal(state, key_from(5), arrays.streams[i])
            else:
                assert not arrays.rewards[i].any()
            if number % 10 == 0:
                now = arrays.states.view(np.recarray)[i]
                assert all((now[field] == state[field]).all() for field in now.dtype.names)
                assert np.flatnonzero(arrays.masks[i]).tolist() == sorted(legal(name, now))
                view = view_of(name, now, int(now.turn))
                assert arrays.observations[i].tolist() == features_of(name, view).tolist()
                assert arrays.turns[i] == now.turn


@every_kind
def test_observations_stay_within_their_bounds(
    name: str, seats: int, options: Mapping[str, Value]
) -> None:
    most = highs(game(name).features.FEATURES)
    batch = batch_of(name, seats, 200, options=options)
    for _ in range(12):
        batch.run(23)
        assert (batch.observations <= most).all()
        assert batch.masks.any(axis=1).all() or (batch.arrays.states["over"] != 0).any()


@pytest.mark.parametrize("name", [params(name, short=name == "skippity") for name in GAMES])
def test_threads_change_nothing(name: str) -> None:
    one, three = batch_of(name), batch_of(name, threads=3)
    for batch in (one, three):
        batch.step(batch.choose_randomly())
        batch.run(300)
        batch.run_bots(10, [0, 1])
        batch.step(batch.choose())
        batch.play_out(2)
    assert contents(one) == contents(three)
    assert (one.results == three.results).all()
    assert one.arrays.games.sum() > 0 or name == "flip_and_skip"


@every_game
def test_a_wrong_action_names_its_table_and_changes_nothing(name: str) -> None:
    batch = batch_of(name)
    before, good = contents(batch), batch.choose_randomly().copy()
    cheap_dice = contents(batch)["cheap_dice"]
    wrong = good.copy()
    wrong[3] = np.flatnonzero(~batch.masks[3])[0]
    with pytest.raises(Refused, match=r"^Table 3: .+ \([A-Z]+-A?\d+\)$") as refused:
        batch.step(wrong)
    assert refused.value.rule
    for number in (-1, len(game(name).rules.ACTIONS), 70_000):
        with pytest.raises(Refused, match=f"^Table 5: there is no action {number};"):
            batch.step(np.where(np.arange(TABLES) == 5, number, good.astype(np.int64)))
    for actions in (good[:-1], good.astype(np.float32)):
        with pytest.raises(Refused, match=f"each of {TABLES} tables"):
            batch.step(actions)
    assert contents(batch) == before | {"cheap_dice": cheap_dice}
    batch.step(good.astype(np.int64))
    assert contents(batch)["states"] != before["states"]


def test_no_game_is_dealt_twice_and_finished_tables_wait_if_asked() -> None:
    batch = batch_of("skipbo", options={"stock_size": 1}, auto_reset=False)
    for _ in range(3000):
        batch.step(batch.choose_randomly())
        if batch.dones.all():
            break
    assert batch.dones.all()
    assert not batch.masks.any()
    still = contents(batch)
    batch.step(np.full(TABLES, -1, np.int16))
    assert contents(batch)["states"] == still["states"]
    renewing = batch_of("skipbo", options={"stock_size": 1})
    renewing.run(2000)
    assert len(set(renewing.arrays.streams.tolist())) == TABLES
    assert (renewing.arrays.streams % TABLES == np.arange(TABLES)).all()
    assert (renewing.arrays.games == renewing.arrays.streams // TABLES).all()


@every_game
def test_a_saved_batch_goes_on_as_if_nothing_had_been(name: str) -> None:
    batch = batch_of(name)
    batch.run(50)
    saved = batch.save()
    batch.run(70)
    once = contents(batch)
    batch.restore(saved)
    batch.run(70)
    assert contents(batch)["states"] == once["states"]
    assert contents(batch)["observations"] == once["observations"]


def test_playing_out_leaves_the_tables_alone_and_differs_each_time() -> None:
    batch = batch_of("skippity", tables=50)
    states = contents(batch)["states"]
    first = batch.play_out(3).copy()
    assert contents(batch)["states"] == states
    assert (batch.play_out(3) != first).any()


def test_nonsense_is_refused() -> None:
    for wrong in ({"tables": 0}, {"seats": 9}, {"options": {"no_such": 1}}):
        with pytest.raises(Refused):
            batch_of("skipbo", **wrong)


def test_the_snippets_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "batch.md").read_text("utf-8"), re.S)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert "Table 0: there is no action 10000; they are 0 to 192." in capsys.readouterr().out
    assert names["scores"].shape == (64, 3)
