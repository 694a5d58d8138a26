"""Chances for reviews: for finished games only, computed once, by seat after each row."""

from __future__ import annotations

import asyncio
import pathlib
import time
from concurrent.futures import Future
from typing import Any

import pytest
from helpers.server_thread import ANSWER_TIMEOUT, Guest, running_server

from skipyard.games import game
from skipyard.options import read_settings
from skipyard.server.workers.chance_worker import ChanceWorker, chances_of
from skipyard.table.files import verify
from skipyard.table.table import Table

RECORD = pathlib.Path(__file__).parents[1] / "records" / "skipbo.json"


@pytest.fixture
def record() -> Any:
    return verify.read(RECORD.read_bytes())


def test_a_game_is_worked_out_once(record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, asked = ChanceWorker(), []

    class Pool:
        def submit(self, work: Any, *question: Any) -> Any:
            asked.append(question)
            return self

        def result(self) -> list[Any]:
            return ["chances"]

    monkeypatch.setattr(worker.workers, "started", Pool)
    monkeypatch.setattr("skipyard.server.workers.chance_worker.CACHED_GAMES", 1)
    header, rows = record.header(), record.rows()
    first = worker(header, rows)
    assert first is worker(header, rows)
    assert len(asked) == 1
    worker(header._replace(table="another"), rows)
    worker(header, rows)
    assert len(asked) == 3  # only so many are kept


@pytest.mark.full
def test_a_review_is_told_the_chances_of_a_finished_game_only(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path, chances=True) as host:
        guest = Guest(host.url)
        table = guest.open_table("skippity", ["me", "bot:greedy"], settings=["size=6"])["table"]
        assert guest.get(f"/api/tables/{table}/chances").status_code == 404
        done = guest.open_table("skippity", ["bot:greedy", "bot:greedy"], settings=["size=6"])[
            "table"
        ]
        until = time.monotonic() + ANSWER_TIMEOUT
        while guest.get(f"/api/tables/{done}").json()["table"]["phase"] != "over":
            assert time.monotonic() < until
            time.sleep(0.05)
        answer = guest.get(f"/api/tables/{done}/chances").json()
        assert len(answer["seats"]) == 2
        assert all(abs(sum(row["seats"]) - 1) < 1e-6 for row in answer["chances"])
        assert set(answer["chances"][-1]["seats"]) <= {0, 0.5, 1}


def test_a_hint_knows_its_chance_by_what_its_seat_sees() -> None:
    g = game("skipbo")
    chosen = read_settings(g.options.OPTIONS, ("stock_size=2",), g.title)
    table = Table(g, ["a", "b"], chosen, b"k" * 32)
    view, seat = table.view(table.turn).tobytes(), table.turn
    legal = [int(action) for action in table.legal()]
    chance, best_other = chances_of("skipbo", view, seat, 2, legal[0], legal)
    assert 0 < chance < 1
    assert best_other is None or 0 <= best_other <= 1
    again, nothing = chances_of("skipbo", view, seat, 2, legal[0], legal[:1])
    assert (again, nothing) == (chance, None)
    theirs, _ = chances_of("skipbo", view, 1 - seat, 2, legal[0], [])
    assert chance + theirs == pytest.approx(1)


def test_nobody_waits_long_for_a_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy:
        def submit(self, work: Any, *question: Any) -> Future[float]:
            return Future()  # never done

    worker = ChanceWorker()
    monkeypatch.setattr(worker.workers, "started", Busy)
    monkeypatch.setattr("skipyard.server.workers.chance_worker.HINT_TIMEOUT", 0.01)
    assert asyncio.run(worker.of_move("skipbo")) is None
