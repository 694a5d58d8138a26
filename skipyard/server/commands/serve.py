"""`skipyard serve`: tables for everybody, in one process or in several on PostgreSQL."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from skipyard.compiling import ready
from skipyard.compiling.pool import JIT_VARIABLE, CompilingPool
from skipyard.options import Refused
from skipyard.server import logs, setting_table
from skipyard.server.app import create
from skipyard.server.commands import listening, running
from skipyard.server.net.addresses import Proxies
from skipyard.server.net.messages import LARGEST_FRAME
from skipyard.server.net.protocols import protocol_options
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, default_db
from skipyard.table.database import stores

SLOWEST_START = 120  # seconds; else uvicorn gives the change to compiled workers up
SHUTDOWN_TIMEOUT = 5  # seconds that a stop waits for open requests
HIGHEST_PORT = 65535
SAME_NAME = (  # settings that a process has under the name of their flag
    "access_log",
    "address_rate",
    "admin_dir",
    "address_seated",
    "address_strangers",
    "address_waiting",
    "bot_workers",
    "connections",
    "grace",
    "keep_bots",
    "keep_finished",
    "keep_idle",
    "keep_waiting",
    "log_level",
    "metrics_token",
    "queue",
    "rate",
    "secure",
    "tables_rate",
    "trusted_proxies",
)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    values: dict[str, Any] = setting_table.read(args, os.environ, args.lang)
    host, port, workers = values["host"], values["port"], values["workers"]
    db = values["db"] or default_db()
    if workers > 1 and not stores.is_postgres(db):
        raise Refused(say(args.lang, "serve.workers"))
    public = public_url(values["public_url"], args.lang)
    compiles = listening.choose_mode(values["wait_compiled"], args.lang)
    settings = Settings(
        db=db,
        pace=values["bot_pace"],
        chances=not values["no_chances"],
        public_url=public,
        compile_ahead=compiles and workers == 1,
        **{name: values[name] for name in SAME_NAME},
    )
    Proxies(settings.trusted_proxies, args.lang)  # or refuse them now
    settings.export()
    logs.set_up(settings.log_level)
    sock = listening.listen(host, port, args.lang)
    alone = running.lock_alone(db, args.lang)
    if not listening.is_restarted():
        sys.stdout.write(say(args.lang, "serve.at", address=f"http://{host}:{port}/") + "\n")
        sys.stdout.flush()
    if workers == 1:
        listening.serve(create, options(settings), sock)
    else:
        sock.close()  # it was free; uvicorn binds its own
        where = {"host": host, "port": port}
        serve_with_workers(workers, where | options(settings), compiles)
    if alone is not None:
        alone.close()
    return 0


def serve_with_workers(workers: int, how: dict[str, Any], compiles: bool) -> None:
    """Serve from several processes; when all is compiled, replace them one after the other."""

    def on_end(status: int) -> None:
        if status == 0:
            os.environ.pop(JIT_VARIABLE, None)
            os.kill(os.getpid(), signal.SIGHUP)  # uvicorn starts each new one before it stops one

    names = sorted({name for name, _ in ready.missing()})
    pool = CompilingPool(names, lambda *_: None, on_end) if compiles and names else None
    try:
        uvicorn.run(
            "skipyard.server.app:create",
            workers=workers,
            timeout_worker_healthcheck=SLOWEST_START,
            **how,
        )
    finally:
        if pool is not None:
            pool.stop()


def check_port(port: int, language: str) -> None:
    if port > HIGHEST_PORT:
        raise Refused(say(language, "serve.port", port=port))


def public_url(text: str, language: str) -> str:
    """The address under which people reach us, without a slash at its end; empty for none."""
    try:
        parts = urlsplit(text.strip())
        parts.port  # noqa: B018  it raises where the port is no number
    except ValueError:
        parts = urlsplit("")
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if text and not (parts.scheme in ("http", "https") and parts.hostname and plain):
        raise Refused(say(language, "serve.public_url", url=text))
    return f"{parts.scheme}://{parts.netloc}" if text else ""


def options(settings: Settings) -> dict[str, Any]:
    """Options for uvicorn: small frames, no compression of sockets (100 KB each)."""
    return {
        "factory": True,
        "loop": "auto",  # uvloop where it is installed
        **protocol_options(),
        "forwarded_allow_ips": settings.trusted_proxies,
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT,
    }
