"""Every public name and member has a sentence and an example, and the examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import skipyard as sy
from skipyard.batch import cpu

# What Batch returns: of its members these are public (docs/batch.md), the others serve it.
BATCH = (
    "observations",
    "masks",
    "turns",
    "rewards",
    "dones",
    "winners",
    "reset",
    "step",
    "last",
    "choose_randomly",
    "choose",
    "run",
    "run_bots",
    "play_out",
    "observe",
    "imagine",
    "take",
    "clone",
    "save",
    "restore",
)
CONSTANTS = ("GAMES", "OBSERVATIONS", "WATCHER", "__version__")  # they have no help of their own
MODULES = {"skipyard", "skipyard.batch.batch", "skipyard.batch.cpu"}
MODULES |= {module for name, module in sy.PUBLIC.items() if name not in CONSTANTS}


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, but for those that all ints or tuples have."""
    for base in thing.__mro__:
        if base.__module__.startswith("skipyard"):
            for name, member in vars(base).items():
                is_own = callable(member) or isinstance(member, property | classmethod)
                if not name.startswith("_") and (is_own or hasattr(member, "func")):
                    yield name, member


def documented() -> Iterator[tuple[str, Any]]:
    """Everything public that `help` explains."""
    for name in sy.PUBLIC:
        if name not in CONSTANTS:
            thing = getattr(sy, name)
            yield name, thing
            if isinstance(thing, type):
                yield from ((f"{name}.{part}", member) for part, member in members(thing))
    for name in BATCH:
        yield f"Batch.{name}", inspect.getattr_static(cpu.Batch, name)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_the_examples_of_help_run(
    module: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write a picture
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", [name for name, _ in documented()])
def test_everything_public_has_a_sentence_and_an_example(name: str) -> None:
    thing = dict(documented())[name]
    text = inspect.getdoc(thing) or ""
    sentence = text.partition("\n\n")[0].replace("\n", " ")
    assert re.match(r"[A-Z±1].{8,}\.$", sentence), sentence
    assert ">>>" in text


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_constant_is_in_the_help_of_the_package(name: str) -> None:
    assert name in sy.__all__
    assert re.search(rf"^ +{name}  [a-z].+$", inspect.getdoc(sy) or "", re.MULTILINE)
    assert f"sy.{name}" in (inspect.getdoc(sy) or "")


def test_importing_skipyard_imports_next_to_nothing() -> None:
    code = (
        "import skipyard, sys; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_dir_has_every_public_name_and_others_are_refused() -> None:
    assert set(sy.__all__) <= set(dir(sy))
    with pytest.raises(AttributeError, match="Table"):
        getattr(sy, "Tabel")  # noqa: B009
