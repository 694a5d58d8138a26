"""`skipyard open`: serve tables on this machine and open the browser at the first page."""

from __future__ import annotations

import argparse
import socket
import sys
import threading
import webbrowser

import uvicorn

from skipyard.cli import whole_number
from skipyard.server import assets, logs
from skipyard.server.sentences import say
from skipyard.server.serve import check_port, default_db, options
from skipyard.server.settings import Settings

HERE = "127.0.0.1"
USUAL = 8321  # so that the same browser finds its tables again; any other where it is taken


class Announcing(uvicorn.Server):
    """A server that opens the browser once it answers."""

    def __init__(self, config: uvicorn.Config, address: str, language: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.language, self.browser = address, language, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(say(self.language, "serve.at", address=self.address) + "\n")
        sys.stdout.flush()
        if self.browser:  # in a thread: some browsers keep the call until they are closed
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    port = free_port() if args.port is None else whole_number(args.port, "--port", 1)
    check_port(port, args.lang)
    Settings(db=args.db or default_db()).keep()
    logs.set_up()
    if assets.entry("table") is None:
        sys.stdout.write(say(args.lang, "page.unbuilt") + "\n")
    address = f"http://{HERE}:{port}/"
    config = uvicorn.Config("skipyard.server.app:create", **options(HERE, port))
    Announcing(config, address, args.lang, not args.no_browser).run()
    return 0


def free_port() -> int:
    """The usual port, or any that is free."""
    for wanted in (USUAL, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HERE, wanted))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return USUAL
