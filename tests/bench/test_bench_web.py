"""`skipyard bench web` measures what it says, on one page instead of all."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from helpers.browser_people import needs_browser

from skipyard.bench import web
from skipyard.options import Refused


@pytest.mark.full
@needs_browser
def test_a_visit_is_weighed_and_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [("/", "form[data-game] button"), ("PLAY skippity", "main.board .live.next")]
    monkeypatch.setattr(web, "pages", lambda: iter(pages))
    assert web.run(SimpleNamespace(json=True, lang="en")) == 0
    report = json.loads(capsys.readouterr().out)
    home, table = report["pages"]
    assert table["page"] == "/t/… skippity"
    for page in (home, table):
        assert page["requests"] > 3
        assert 0 < page["gzip_kb"] < 100  # what the client may weigh is in web/weigh.mjs
        assert page["usable_ms"] > 0
    assert report["motion"]["frames"] > 0
    assert report["motion"]["dropped"] >= 0
    assert report["motion"]["longest_task_ms"] >= 0


def test_without_a_browser_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "missing", lambda: "Chromium")
    with pytest.raises(Refused, match="Chromium"):
        web.run(SimpleNamespace(json=False))
