"""The server compiles in advance what players will need."""

from __future__ import annotations

import asyncio
import pathlib
import time
from typing import Any

import pytest

from skipyard.bots import registry
from skipyard.compiling import parts, pool
from skipyard.server.workers import compiling
from skipyard.testing.worlds import every_game


@every_game
def test_a_bot_that_thinks_has_something_to_think_about(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With only one legal move, its search would not be compiled."""
    searcher = registry.searcher(name)
    choose, choices = searcher.choose, list[int]()

    def noted(self: Any, view: Any, legal: Any) -> Any:
        choices.append(len(legal))
        return choose(self, view, legal)

    monkeypatch.setattr(searcher, "choose", noted)
    parts.compile_search(name)
    assert choices
    assert min(choices) > 1


WORKER = """
import os, pathlib, signal, sys, time
assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()), "Ctrl-C is for its parent"
while not pathlib.Path(os.environ["GO_ON"]).exists():
    time.sleep(0.01)
print("table", flush=True)
print("search", flush=True)
"""


def test_the_game_that_somebody_plays_is_compiled_next(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "waiting_worker.py").write_text(WORKER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("GO_ON", str(tmp_path / "go_on"))
    monkeypatch.setattr(pool, "WORKER", "waiting_worker")
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(compiling, "is_interpreted", lambda: True)
    done = list[str]()
    games = ["skipbo", "skip_or_trip", "skippity"]
    server = compiling.Compiling()
    server.pool = pool.CompilingPool(games, lambda name, *_: done.append(name), lambda status: None)
    while not server.pool.running:
        time.sleep(0.001)
    for played in ("skippity", "skipbo"):  # the second is being compiled already
        asyncio.run(server.wait_for(played))
    (tmp_path / "go_on").touch()
    assert server.pool.wait() == 0
    assert done[::2] == done[1::2] == ["skipbo", "skippity", "skip_or_trip"]
