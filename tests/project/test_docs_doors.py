"""The four doors, followed as they are written, and the Python code of other pages."""

from __future__ import annotations

import pathlib
import re

import pytest
from helpers import doors
from test_docs import PAGES, ROOT, blocks

RUN_ELSEWHERE = {"adapters.md", "api.md", "lab.md", "train.md"}  # test_docs*.py


@pytest.mark.full
@pytest.mark.parametrize("door", doors.DOORS)
def test_a_door_is_followed_word_for_word(door: str, tmp_path: pathlib.Path) -> None:
    assert doors.follow(door, tmp_path)


def test_each_door_is_timed_in_a_fresh_clone() -> None:
    script = (ROOT / "tests" / "fresh.sh").read_text("utf-8")
    timed = re.search(r"^for door in (.*); do$", script, re.M)
    assert timed
    assert timed[1].split() == list(doors.DOORS)
    assert 'row "door: $door" "$start" 180' in script


PYTHON_PAGES = [
    page
    for page in PAGES
    if page.name not in {*RUN_ELSEWHERE, *(f"{door}.md" for door in doors.DOORS)}
    and blocks(page, "python")
]


@pytest.mark.full
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_python_of_a_page_runs(page: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {"__name__": "__docs__"}
    for number, block in enumerate(blocks(page, "python")):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)
