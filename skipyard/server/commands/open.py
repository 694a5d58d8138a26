"""`skipyard open`: serve tables on this machine and open the browser at the first page."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
import threading
import webbrowser

import uvicorn
from starlette.applications import Starlette

from skipyard.cli import whole_number
from skipyard.games import GAMES, game
from skipyard.server import logs
from skipyard.server.app import create
from skipyard.server.commands.serve import check_port, default_db, options
from skipyard.server.pages import assets
from skipyard.server.sentences import say
from skipyard.server.settings import Settings
from skipyard.server.workers.compiling import COMPILED

HERE = "127.0.0.1"
USUAL = 8321  # so that the same browser finds its tables again; any other where it is taken


class Announcement:
    """Prints the address and opens the browser, once; uvicorn calls it when it answers."""

    def __init__(self, address: str, language: str, browser: bool) -> None:
        self.address, self.language, self.browser = address, language, browser
        self.made = False

    async def __call__(self) -> None:
        if self.made:  # uvicorn calls again every half a minute
            return
        self.made = True
        sys.stdout.write(say(self.language, "serve.at", address=self.address) + "\n")
        sys.stdout.flush()
        if self.browser:  # in a thread: some browsers keep the call until they are closed
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


class Progress(logging.Handler):
    """Tells whoever started the server which games are ready."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self.ready = language, 0

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage() != COMPILED:
            return
        self.ready += 1
        title = game(getattr(record, "facts", {})["game"]).title
        told = {"title": title, "count": self.ready, "all": len(GAMES)}
        sys.stdout.write(say(self.language, "serve.compiled", **told) + "\n")
        sys.stdout.flush()


def tell_progress(language: str) -> None:
    """A log for a person who waits: what is ready, and trouble."""
    logs.set_up("warning")
    logger = logging.getLogger(logs.NAME)
    logger.setLevel(logging.INFO)
    logger.addHandler(Progress(language))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    port = free_port() if args.port is None else whole_number(args.port, "--port", 1)
    check_port(port, args.lang)
    Settings(db=args.db or default_db()).keep()
    if assets.entry("table") is None:
        sys.stdout.write(say(args.lang, "page.unbuilt") + "\n")
    address = f"http://{HERE}:{port}/"
    announcement = Announcement(address, args.lang, not args.no_browser)

    def create_and_tell() -> Starlette:
        app = create()
        tell_progress(args.lang)  # after the application has set its own log up
        return app

    config = uvicorn.Config(create_and_tell, **options(HERE, port), callback_notify=announcement)
    uvicorn.Server(config).run()
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
