"""How thorough a run is: `--depth short`, `full`, or `rest`, which is what `short` left out.

A test marked `full` runs only in `full` and `rest`. A test with `sizes` runs in each: at its small
size in `short`, at its large size in the others.

A file whose `pytestmark` has `full` is not even imported in `short`, so it can import packages that
only the full run installs. It imports them plainly: in the full run a missing one is an error.
"""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

DEPTHS = ("short", "full", "rest")
MARKERS = {
    "full": "runs only with --depth full or --depth rest",
    "sizes(name, few, many)": "one parameter, `few` in the short run and `many` in the others",
}

FULL_FILE = re.compile(r"^pytestmark = (\[[^\]]*)?pytest\.mark\.full\b", re.M)


def sizes(name: str, few: Any, many: Any) -> pytest.MarkDecorator:
    """Parametrise a test: `few` in the short run, `many` in the others."""
    return pytest.mark.sizes(name, few, many)


def parametrise(metafunc: pytest.Metafunc, depth: str) -> None:
    """Give a test its sizes."""
    for mark in metafunc.definition.iter_markers("sizes"):
        name, few, many = mark.args
        size, word = (few, "few") if depth == "short" else (many, "many")
        metafunc.parametrize(name, [size], ids=[word])


def is_full(file: pathlib.Path) -> bool:
    """Whether all tests of a file are marked `full`."""
    return FULL_FILE.search(file.read_text("utf-8")) is not None


class Unimported(pytest.Module):
    """A file of tests that a run leaves out."""

    def collect(self) -> list[pytest.Item]:
        return []


def belongs(item: pytest.Item, depth: str) -> bool:
    """Whether a test is part of a run."""
    if depth == "short":
        return item.get_closest_marker("full") is None
    if depth == "rest":
        return any(item.get_closest_marker(name) for name in ("full", "sizes"))
    return True


def left_out(depth: str) -> str:
    """What a run leaves out, for its last lines."""
    return {
        "short": "The short run. `--depth rest` runs what it leaves out, `--depth full` runs all.",
        "rest": "The rest: what `--depth short` leaves out.",
        "full": "The full run: every test at its full size.",
    }[depth]
