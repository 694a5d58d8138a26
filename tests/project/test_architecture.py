"""The files and functions that ARCHITECTURE.md names exist."""

from __future__ import annotations

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
NAMED = re.compile(r"`([\w/]+\.(?:py|css))` · ((?:`\w+`(?:, )?)+)")
MOST_STEPS = 10


def steps(heading: str) -> list[str]:
    """The numbered steps under a heading."""
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. .*(?:\n   .*)*", part, re.MULTILINE)


@pytest.mark.parametrize("heading", ["The walk of a move", "The walk of a simulation"])
def test_every_step_of_a_walk_names_a_function_that_exists(heading: str) -> None:
    told = steps(heading)
    assert 4 <= len(told) <= MOST_STEPS
    for step in told:
        named = NAMED.findall(step)
        assert named, step
        for file, functions in named:
            source = (ROOT / "skipyard" / file).read_text("utf-8")
            for function in re.findall(r"`(\w+)`", functions):
                assert re.search(rf"\bdef {function}\(", source), (file, function)


def test_every_file_and_folder_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", TEXT))
    assert len(named) > 20
    homes = (ROOT, ROOT / "skipyard", ROOT / "skipyard" / "games" / "skipbo")
    for place in named:
        assert any((home / place).exists() for home in homes), place


def test_the_glossary_has_about_twenty_words() -> None:
    rows = TEXT.split("## Glossary")[1].split("\n## ")[0].count("\n| ") - 1
    assert 15 <= rows <= 25
