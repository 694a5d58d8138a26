"""The code of docs/api.md runs, and no part of it is long."""

from __future__ import annotations

import pathlib

import pytest
from test_docs import ROOT, blocks

PARTS = blocks(ROOT / "docs" / "api.md", "python")
MOST_LINES = 12


@pytest.mark.parametrize("number", range(len(PARTS)))
def test_the_code_of_the_page_runs(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(PARTS[number], f"docs/api.md, block {number}", "exec"), {})
    assert len([row for row in PARTS[number].splitlines() if row.strip()]) <= MOST_LINES


def test_there_are_ten() -> None:
    assert len(PARTS) == 10


def test_the_citation_has_our_version() -> None:
    import skipyard

    text = pathlib.Path(ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {skipyard.__version__}\n" in text
