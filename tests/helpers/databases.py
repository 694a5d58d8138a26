"""Stores to test: a fresh SQLite file, and a fresh database in a real PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from skipyard.proofs.shared.postgres import Postgres
from skipyard.table.database.store import Store
from skipyard.table.database.stores import open_store

KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.full))
numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of a worker."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "skipyard.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.create(f"test{next(numbers)}")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()
