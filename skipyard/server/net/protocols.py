"""Which protocol classes uvicorn serves with: our own, or its own where a version is untested."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from skipyard.internals import is_tested

WIRE = __name__  # the ASGI extension by which an application finds its socket's wire
OURS = "skipyard.server.net.uvicorn_protocols"


class SocketWire(Protocol):
    """What a socket of ours can do beyond ASGI; one of uvicorn's has none of it."""

    take: Callable[[bytes], None] | None  # who answers texts; without anybody, ASGI carries them

    def tell(self, texts: Sequence[bytes]) -> bool:
        """Write messages now; False where they would have to wait, or nobody is there any more."""


def protocol_options() -> dict[str, str]:
    """uvicorn's options that name the protocol classes."""
    tested = [is_tested(package) for package in ("uvicorn", "websockets")]
    if all(tested):
        return {"http": f"{OURS}:HttpProtocol", "ws": f"{OURS}:SocketProtocol"}
    return {"http": "auto", "ws": "auto"}
