"""Every public name has a sentence and an example, and the examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys
from typing import Any

import pytest

import skipyard as sy

DOCUMENTED = [name for name in sy.PUBLIC if name not in ("Batch", "GAMES", "Refused", "WATCHER")]


@pytest.mark.parametrize("module", sorted({sy.PUBLIC[name] for name in DOCUMENTED} | {"skipyard"}))
def test_the_examples_of_help_run(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("public", DOCUMENTED)
def test_every_public_name_has_a_sentence(public: str) -> None:
    thing: Any = getattr(sy, public)
    assert (inspect.getdoc(thing) or "").strip().split("\n")[0]
    for part, member in vars(thing).items() if isinstance(thing, type) else ():
        if not part.startswith("_") and (callable(member) or isinstance(member, property)):
            assert inspect.getdoc(member), (public, part)


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
