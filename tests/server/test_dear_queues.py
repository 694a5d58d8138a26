"""Each kind of dear question has a queue of its own, and nothing cheap waits for it."""

from __future__ import annotations

import asyncio
import pathlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from helpers.guest_tables import finished_table, table_for_two
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard import pictures
from skipyard.games import played_cases
from skipyard.server import metrics
from skipyard.server.access import own_data, own_tables, past_turns
from skipyard.server.api import hints, replays
from skipyard.server.net.requests import answer
from skipyard.server.pages import lessons, puzzle_answers, result_picture, review, rules_page
from skipyard.server.workers.dear_queues import (
    AT_ONCE,
    EXAMPLES,
    METRICS,
    OWN,
    PICTURES,
    REVIEWS,
    DearQueues,
)

MAY_WAIT = 3
PUZZLE = "/puzzle/skippity/1.svg"
PATIENCE = 60.0  # seconds


@pytest.fixture
def few(server: ServerThread, monkeypatch: pytest.MonkeyPatch) -> ServerThread:
    """A server whose queues are short."""
    for queue in server.app.state.dear_queues.by_kind.values():
        monkeypatch.setattr(queue, "longest", MAY_WAIT)
    return server


@pytest.fixture(scope="module")
def table(server: ServerThread) -> str:
    ann, name = playing(server)
    facts = ann.get(f"/api/tables/{name}").json()
    resign = {"type": "resign", "seq": facts["seq"], "command": "r"}
    assert ann.post(f"/api/tables/{name}/commands", resign).status_code == 200
    return name


def playing(server: ServerThread) -> tuple[Guest, str]:
    """A guest who is to move, and the table."""
    ann, bob = Guest(server.url), Guest(server.url)
    name = table_for_two(ann, bob, "skippity")
    path = f"/api/tables/{name}"
    wait_until(
        lambda: any((who.get(path).json()["scene"] or {}).get("paths") for who in (ann, bob))
    )
    return next((who, name) for who in (ann, bob) if who.get(path).json()["scene"]["paths"])


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


QUESTIONS = [
    (REVIEWS, past_turns, "turn_at", "/g/{table}"),
    (PICTURES, result_picture, "draw", "/g/{table}/result.svg"),
    (METRICS, metrics, "exposition", "/metrics"),
    (EXAMPLES, rules_page, "draw", "/rules/skippity/3/before.svg"),
]
MORE = [
    (REVIEWS, review, "check", "/api/tables/{table}/verify"),
    (REVIEWS, replays, "record_bytes", "/api/tables/{table}/record"),
    (REVIEWS, result_picture, "told", "/api/tables/{table}/figures"),
    (PICTURES, pictures, "picture", "/g/{table}.svg"),
    (PICTURES, pictures, "png", "/g/{table}.png"),
    (PICTURES, past_turns, "turn_at", "/g/{table}/embed"),
    (EXAMPLES, rules_page, "build_once", "/rules/skippity"),
    (EXAMPLES, played_cases, "show", "/api/rules/skippity/3"),
    (EXAMPLES, lessons, "lessons", "/api/learn/skippity"),
    (EXAMPLES, lessons, "first_known", "/api/learn/skippity/0?touch=x"),
    (EXAMPLES, puzzle_answers, "scene", "/api/puzzles/skippity/1"),
]
MORE_ONLY_IN_FULL = [pytest.param(*more, marks=pytest.mark.full) for more in MORE]


@pytest.mark.parametrize(
    ("kind", "module", "function", "path"),
    [*QUESTIONS, *MORE_ONLY_IN_FULL],
    ids=lambda value: value.replace("/", " ").strip() if isinstance(value, str) else value.__name__,
)
def test_what_does_not_fit_is_refused_and_the_rest_goes_on(
    few: ServerThread,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    module: Any,
    function: str,
    path: str,
) -> None:
    go_on = threading.Event()
    true = getattr(module, function)

    def slow(*given: Any, **named: Any) -> Any:
        go_on.wait(PATIENCE)
        return true(*given, **named)

    monkeypatch.setattr(module, function, slow)
    queues: DearQueues = few.app.state.dear_queues
    queue, stranger = queues.by_kind[kind], Guest(few.url)
    others = {REVIEWS: f"/api/tables/{table}/at/2", PICTURES: PUZZLE, METRICS: "/metrics"}
    cheap = ["/healthz", "/", *(path for other, path in others.items() if other != kind)]
    with ThreadPoolExecutor(20) as crowd:
        asked: list[Future[Any]] = []
        try:
            for _ in range(AT_ONCE[kind] + MAY_WAIT):
                asked.append(crowd.submit(stranger.get, path.format(table=table)))
                wait_until(lambda: queue.running + len(queue.waiting) == len(asked))
            assert queue.running == AT_ONCE[kind]
            refused = stranger.get(path.format(table=table))
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) > 0
            assert "Try again" in refused.json()["sentence"]
            for other in cheap:
                assert stranger.get(other).status_code == 200, other
            assert not any(one.done() for one in asked)
        finally:
            go_on.set()
        assert [one.result().status_code for one in asked] == [200] * len(asked)


@pytest.mark.parametrize(
    ("module", "function", "path"),
    [
        (own_data, "entry", "/api/me/file"),
        (own_tables, "summary_in", "/api/me/games?running=5"),
        (own_tables, "results_in", "/api/me/games?finished=5"),
        (own_tables, "figures_in", "/api/me/statistics"),
    ],
    ids=lambda value: str(value).rpartition("/")[2] if isinstance(value, str) else "",
)
def test_ones_own_logs_are_folded_in_turn(
    few: ServerThread, monkeypatch: pytest.MonkeyPatch, module: Any, function: str, path: str
) -> None:
    ann, _ = playing(few)
    name, guest = finished_table(few)
    ann = ann if "running" in path else guest
    own = few.app.state.own_tables
    monkeypatch.setattr(own.tables, "open", {})
    own.cache.clear()
    for kind in ("results", "figures"):
        monkeypatch.setattr(
            few.app.state.seating.tables.writer.store, f"without_{kind}", lambda *_: [name]
        )
    go_on, true = threading.Event(), getattr(module, function)

    def slow(*given: Any) -> Any:
        go_on.wait(PATIENCE)
        return true(*given)

    monkeypatch.setattr(module, function, slow)
    queue = few.app.state.dear_queues.by_kind[OWN]
    with ThreadPoolExecutor(20) as crowd:
        asked: list[Future[Any]] = []
        try:
            for _ in range(AT_ONCE[OWN] + MAY_WAIT):
                asked.append(crowd.submit(ann.get, path))
                wait_until(lambda: queue.running + len(queue.waiting) == len(asked))
            refused = ann.get(path)
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) > 0
            assert ann.get("/api/tables").status_code == 200
        finally:
            go_on.set()
        assert {one.result().status_code for one in asked} == {200}


def test_hints_wait_for_hints_alone(few: ServerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(few.app.state.seating.hint_limit, "burst", 100.0)
    go_on, started = threading.Event(), 0

    async def slow(*_: Any) -> Any:
        nonlocal started
        started += 1
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return answer({"action": 0})

    monkeypatch.setattr(hints, "advice", slow)
    ann, table = playing(few)
    path = f"/api/tables/{table}/hint"
    with ThreadPoolExecutor(20) as crowd:
        asked = [crowd.submit(ann.post, path, {}) for _ in range(AT_ONCE["hints"] + MAY_WAIT)]
        queue = few.app.state.dear_queues.by_kind["hints"]
        wait_until(lambda: len(queue.waiting) == MAY_WAIT)
        assert started == AT_ONCE["hints"]
        assert ann.post(path, {}).status_code == 503
        assert ann.get("/healthz").status_code == 200
        go_on.set()
        assert {one.result().status_code for one in asked} == {200}


def test_a_page_that_is_refused_for_now_says_when_to_come_again(
    few: ServerThread, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = few.app.state.dear_queues.by_kind[REVIEWS]
    monkeypatch.setattr(queue, "longest", 0)
    monkeypatch.setattr(queue, "workers", 0)
    headers = {"accept": "text/html"}
    page = send_request("GET", f"{few.url}/g/{table}", headers=headers)
    assert page.status_code == 503
    assert "<html" in page.text
    assert int(page.headers["retry-after"]) > 0


@pytest.mark.full
def test_with_forty_chances_under_way_a_review_answers(tmp_path: pathlib.Path) -> None:
    """Real chances, in their real process; what has an order here is what ends first."""
    with running_server(tmp_path, chances=True) as server:
        tables = [finished_table(server, "skipbo")[0] for _ in range(4)]
        stranger, ended = Guest(server.url), []
        with ThreadPoolExecutor(40) as crowd:

            def ask(table: str) -> int:
                status = stranger.get(f"/api/tables/{table}/chances").status_code
                ended.append(table)
                return status

            asked = [crowd.submit(ask, tables[number % len(tables)]) for number in range(40)]
            wait_until(lambda: len(server.app.state.slow_work.running) == len(tables))
            for path in (f"/g/{tables[0]}", "/healthz", f"/g/{tables[0]}.svg", "/metrics"):
                assert stranger.get(path).status_code == 200
            assert len(ended) < len(asked), "they ended before a review did"
            assert {one.result() for one in asked} == {200}
