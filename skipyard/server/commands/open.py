"""`skipyard open`: serve tables on this machine and open the browser at the home page."""

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
from skipyard.server.commands.serve import check_port, options
from skipyard.server.pages import assets
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, default_db
from skipyard.server.workers.compiling import COMPILED

LOCALHOST = "127.0.0.1"
DEFAULT_PORT = 8321  # the same each time, so that a browser finds its cookie; any if it is taken


class Announcement:
    """Prints the address and opens the browser, once; uvicorn calls it when it is ready."""

    def __init__(self, address: str, language: str, browser: bool) -> None:
        self.address, self.language, self.browser = address, language, browser
        self.made = False

    async def __call__(self) -> None:
        if self.made:  # uvicorn calls again every half a minute
            return
        self.made = True
        sys.stdout.write(say(self.language, "serve.at", address=self.address) + "\n")
        sys.stdout.flush()
        if self.browser:  # in a thread: with some browsers the call returns when they are closed
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


class Progress(logging.Handler):
    """A log handler that prints which games are ready."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language, self.ready = language, 0

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage() != COMPILED:
            return
        self.ready += 1
        title = game(getattr(record, "facts", {})["game"]).title
        facts = {"title": title, "count": self.ready, "all": len(GAMES)}
        sys.stdout.write(say(self.language, "serve.compiled", **facts) + "\n")
        sys.stdout.flush()


def print_progress(language: str) -> None:
    """Log for a person who waits: print which games are ready, log only warnings and errors."""
    logs.set_up("warning")
    logger = logging.getLogger(logs.NAME)
    logger.setLevel(logging.INFO)
    logger.addHandler(Progress(language))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    port = free_port() if args.port is None else whole_number(args.port, "--port", 1)
    check_port(port, args.lang)
    Settings(db=args.db or default_db()).export()
    if assets.page_script("table") is None:
        sys.stdout.write(say(args.lang, "page.unbuilt") + "\n")
    address = f"http://{LOCALHOST}:{port}/"
    announcement = Announcement(address, args.lang, not args.no_browser)

    def create_and_tell() -> Starlette:
        app = create()
        print_progress(args.lang)  # after the application has set its own log up
        return app

    config = uvicorn.Config(
        create_and_tell, **options(LOCALHOST, port), callback_notify=announcement
    )
    uvicorn.Server(config).run()
    return 0


def free_port() -> int:
    """The default port, or any that is free."""
    for wanted in (DEFAULT_PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOCALHOST, wanted))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return DEFAULT_PORT
