"""A real server on a real port, in a thread; proofs/shared/clients.py has its clients."""

from __future__ import annotations

import contextlib
import pathlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn

from skipyard.proofs.shared.clients import ANSWER_TIMEOUT, Guest, TableSocket, send_request
from skipyard.proofs.shared.processes import free_port
from skipyard.server.app import create
from skipyard.server.commands.serve import options
from skipyard.server.settings import Settings

__all__ = [
    "ANSWER_TIMEOUT",
    "Guest",
    "ServerThread",
    "TableSocket",
    "running_server",
    "send_request",
]


class ServerThread:
    """One Skipyard server in a thread."""

    def __init__(self, settings: Settings, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = create(settings)
        config = uvicorn.Config(self.app, **options(settings) | {"factory": False}, port=self.port)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> ServerThread:
        self.thread.start()
        deadline = time.monotonic() + ANSWER_TIMEOUT
        while not self.server.started:
            assert time.monotonic() < deadline
            assert self.thread.is_alive()
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(ANSWER_TIMEOUT)
        assert not self.thread.is_alive()


@contextlib.contextmanager
def running_server(folder: pathlib.Path, **changes: Any) -> Iterator[ServerThread]:
    """A server on a fresh SQLite file; bots answer at once and there are no rate limits."""
    usual: dict[str, Any] = {
        "db": str(folder / "tables.db"),
        "pace": 0.0,
        "compile_ahead": False,
        "chances": False,  # they need a worker process and compiling
        "rate": 1000.0,
    }
    usual |= {"address_rate": 1000.0, "tables_rate": 1000.0}
    server = ServerThread(Settings(**usual | changes)).start()
    try:
        yield server
    finally:
        server.stop()
