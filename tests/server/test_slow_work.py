"""Slow work has a queue of its own: what does not fit is refused, and pages do not wait for it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, ServerThread

from skipyard.server.app import MOST_ANALYSED
from skipyard.server.workers.fair_queue import Full
from skipyard.server.workers.slow_work import SlowWork


def test_the_same_question_is_worked_out_once_and_too_many_are_refused() -> None:
    asked: list[str] = []
    go_on = threading.Event()

    def work(name: str) -> str:
        asked.append(name)
        go_on.wait()
        return name.upper()

    async def scenario() -> None:
        slow = SlowWork(longest=2)
        waiting = [asyncio.create_task(slow.do(name, work, name)) for name in "aab"]
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await slow.do("c", work, "c")
        waiting[0].cancel()  # who goes away leaves the work to the others
        go_on.set()
        assert await asyncio.gather(*waiting[1:]) == ["A", "B"]
        assert await slow.do("c", work, "c") == "C"
        slow.stop()

    asyncio.run(scenario())
    assert asked == ["a", "b", "c"]


def test_a_crowd_that_asks_for_chances_delays_no_page(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def chances(*_: Any) -> list[Any]:
        go_on.wait(60)
        return []

    monkeypatch.setattr(server.app.state, "chances", chances)
    tables = [finished_table(server)[0] for _ in range(MOST_ANALYSED + 1)]
    stranger = Guest(server.url)
    with ThreadPoolExecutor(40) as crowd:
        try:
            asked = [
                crowd.submit(stranger.get, f"/api/tables/{table}/chances")
                for table in tables[:MOST_ANALYSED]
                for _ in range(5)
            ]
            while len(server.app.state.slow_work.running) < MOST_ANALYSED:
                assert not any(one.done() for one in asked)
            refused = stranger.get(f"/api/tables/{tables[-1]}/chances")
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) > 0
            assert "Try again" in refused.json()["sentence"]
            for path in ("/healthz", f"/g/{tables[0]}", f"/api/tables/{tables[0]}/at/3"):
                assert stranger.get(path).status_code == 200
        finally:
            go_on.set()
        assert {one.result().status_code for one in asked} == {200}
