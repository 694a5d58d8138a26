"""Which server has a database open: a small file beside it with the address."""

from __future__ import annotations

import contextlib
import pathlib
import urllib.request
from collections.abc import Iterator
from typing import IO

from skipyard.options import Refused
from skipyard.server.sentences import say
from skipyard.table.database import stores

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

ANSWER_TIMEOUT = 2.0  # seconds


def address_file(db: str) -> pathlib.Path:
    return pathlib.Path(f"{db}.address")


def running_address(db: str) -> str | None:
    """The address of a server that has a database open and answers; None if there is none."""
    try:
        address = address_file(db).read_text("utf-8").splitlines()[0]
        with urllib.request.urlopen(f"{address}healthz", timeout=ANSWER_TIMEOUT) as answer:
            return address if answer.read(16) == b"ok" else None
    except (OSError, ValueError, IndexError):
        return None


def is_local(db: str) -> bool:
    """Whether that server listens only to this machine."""
    return len(address_file(db).read_text("utf-8").splitlines()) < 2


def lock_alone(db: str, language: str) -> IO[str] | None:
    """Be the only server of a SQLite file, for as long as the result is open; else Refused.

    Two servers would not see each other's rows. None where there is nothing to lock.
    """
    if stores.is_postgres(db) or fcntl is None:
        return None
    path = db.removeprefix("sqlite:///")
    try:
        lock = open(f"{path}.lock", "w")  # noqa: SIM115  it is closed with the process
    except OSError:  # its folder cannot be written to: the database will say so
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise Refused(say(language, "serve.second", db=path)) from None
    return lock


@contextlib.contextmanager
def announced(db: str, address: str, network: str = "") -> Iterator[None]:
    """Write our addresses, here and on the network, for others who want to open these tables."""
    file = address_file(db)
    with contextlib.suppress(OSError):
        file.write_text(f"{address}\n{network}", "utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            file.unlink()
