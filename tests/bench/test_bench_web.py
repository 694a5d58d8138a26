"""`skipyard bench web` measures what it says, on one page instead of all."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.browser_people import needs_browser
from helpers.server_thread import ServerThread

from skipyard.bench import web
from skipyard.options import Refused


@pytest.mark.full
@needs_browser
def test_a_visit_is_weighed_and_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [("/", "form[data-game] button"), ("PLAY skippity", "main.board .live.next")]
    monkeypatch.setattr(web, "pages", lambda: iter(pages))
    monkeypatch.setattr(web, "GAMES", ["skippity"])
    monkeypatch.setattr(web, "MOVES", 1)
    monkeypatch.setattr(web, "STARTS", 1)
    assert web.run(SimpleNamespace(json=True, lang="en")) == 0
    report = json.loads(capsys.readouterr().out)
    home, table = report["pages"]
    assert table["page"] == "/t/… skippity"
    for page in (home, table):
        assert page["requests"] > 3
        assert 0 < page["gzip_kb"] < 100  # what the client may weigh is in web/weigh.mjs
        assert page["usable_ms"] > 0
    [start] = report["starts"]
    assert start["game"] == "skippity"
    assert start["start_ms"] > 0


@pytest.mark.full
@needs_browser
def test_motion_is_measured_while_things_travel(browser: Any, server: ServerThread) -> None:
    motion = web.measure_motion(browser, server.url, moves=1)
    assert motion["frames"] > 0
    assert motion["travelling"] >= 1
    assert motion["fps"] > 0
    assert motion["dropped"] >= 0
    assert motion["longest_task_ms"] == 0 or motion["longest_task_ms"] > web.LONG_TASK
    assert (motion["long_tasks"] == 0) == (motion["longest_task_ms"] == 0)


def test_what_was_measured_stands_beside_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    motion = {"frames": 9, "fps": 60, "slow_frame_ms": 17, "dropped": 2, "travelling": 6}
    motion |= {"long_tasks": 1, "longest_task_ms": 61}
    report = {"load": 0.5, "pages": [], "starts": [{"game": "skipbo", "start_ms": 912}]}
    web.show(report | {"motion": motion})
    told = " ".join(capsys.readouterr().out.split())
    assert "912 ms" in told
    assert "1000 ms" in told
    assert "2 dropped" in told
    assert "1 tasks over 50 ms" in told


def test_without_a_browser_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "missing", lambda: "Chromium")
    with pytest.raises(Refused, match="Chromium"):
        web.run(SimpleNamespace(json=False))
