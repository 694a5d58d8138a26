"""`skipyard serve`: tables for everybody, in one process or in several on PostgreSQL."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import uvicorn

from skipyard.cli import whole_number
from skipyard.options import Refused
from skipyard.server import logs
from skipyard.server.net.messages import LARGEST_FRAME
from skipyard.server.net.protocols import protocol_options
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, default_db
from skipyard.table.database import stores

SHUTDOWN_TIMEOUT = 5  # seconds that a stop waits for open requests
HIGHEST_PORT = 65535


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    port = whole_number(args.port, "--port", 1)
    workers = whole_number(args.workers, "--workers", 1)
    check_port(port, args.lang)
    db = args.db or default_db()
    if workers > 1 and not stores.is_postgres(db):
        raise Refused(say(args.lang, "serve.workers"))
    chances = not args.no_chances
    settings = Settings(db=db, secure=args.secure, pace=args.bot_pace, chances=chances)
    settings.export()
    logs.set_up()
    sys.stdout.write(say(args.lang, "serve.at", address=f"http://{args.host}:{port}/") + "\n")
    sys.stdout.flush()
    uvicorn.run("skipyard.server.app:create", **options(args.host, port, workers))
    return 0


def check_port(port: int, language: str) -> None:
    if port > HIGHEST_PORT:
        raise Refused(say(language, "serve.port", port=port))


def options(host: str, port: int, workers: int = 1) -> dict[str, Any]:
    """Options for uvicorn: small frames, no compression of sockets (100 KB each)."""
    return {
        "factory": True,
        "host": host,
        "port": port,
        "workers": workers,
        "loop": "auto",  # uvloop where it is installed
        **protocol_options(),
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT,
    }
