"""Which server has a database open: a small file beside it with the address."""

from __future__ import annotations

import contextlib
import pathlib
import urllib.request
from collections.abc import Iterator

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
