"""Fakes the versions of packages, and collects the warnings about them."""

from __future__ import annotations

import importlib.metadata
import logging
from collections.abc import Callable, Iterator

import pytest

from skipyard import internals

UNTESTED = "99.0"
Fake = Callable[..., None]


@pytest.fixture
def fake_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """`fake_version("uvicorn", "99.0")` lasts until the test ends."""
    real, fakes = importlib.metadata.version, dict[str, str]()
    monkeypatch.setattr(importlib.metadata, "version", lambda name: fakes.get(name) or real(name))
    monkeypatch.setenv(internals.WARNED, "")

    def fake(package: str, version: str = UNTESTED) -> None:
        fakes[package] = version
        internals.is_tested.cache_clear()

    yield fake
    internals.is_tested.cache_clear()


@pytest.fixture
def warned() -> Iterator[list[str]]:
    """The warnings in Skipyard's log, however other tests have set it up."""
    sentences: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: sentences.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger(internals.LOG)
    logger.addHandler(handler)
    yield sentences
    logger.removeHandler(handler)
