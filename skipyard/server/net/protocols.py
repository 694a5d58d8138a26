"""Chooses uvicorn's protocol classes: ours, or the stock ones with an untested version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from skipyard.internals import is_tested

DIRECT_SOCKET = __name__  # the name of the ASGI extension that gives direct access to a socket
OURS = "skipyard.server.net.uvicorn_protocols"


class DirectSocket(Protocol):
    """What our socket protocol can do beyond ASGI."""

    on_text: Callable[[bytes], None] | None  # called with each text; None: texts go through ASGI

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write texts now; False where the buffer is full or the connection is closing."""


def protocol_options() -> dict[str, str]:
    """uvicorn's options that name the protocol classes."""
    tested = [is_tested(package) for package in ("uvicorn", "websockets")]
    if all(tested):
        return {"http": f"{OURS}:HttpProtocol", "ws": f"{OURS}:SocketProtocol"}
    return {"http": "auto", "ws": "auto"}
