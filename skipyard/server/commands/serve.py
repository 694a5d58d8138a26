"""`skipyard serve`: tables for everybody, in one process or in several on PostgreSQL."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from skipyard.cli import interrupts
from skipyard.compiling import ready
from skipyard.compiling.pool import JIT_VARIABLE, CompilingPool
from skipyard.options import Refused
from skipyard.server import listing, logs, setting_table
from skipyard.server.app import ROUTES, create
from skipyard.server.commands import json_stderr, listening, running
from skipyard.server.net.addresses import Proxies
from skipyard.server.net.messages import LARGEST_FRAME
from skipyard.server.net.protocols import protocol_options
from skipyard.server.net.worker_metrics import METRICS_HOST
from skipyard.server.sentences import say
from skipyard.server.settings import Settings, default_db
from skipyard.table.database import stores

SLOWEST_START = 120  # seconds; else uvicorn gives the change to compiled workers up
SHUTDOWN_TIMEOUT = 5  # seconds that a stop waits for open requests
HIGHEST_PORT = 65535
NOT_STARTED = 2  # the exit status, as of every refused command
ROOT_PATH = re.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
OWN_PATHS = {
    str(getattr(route, "path", "/")).split("/")[1] for route in ROUTES
}  # a proxy may strip the prefix
SAME_NAME = (  # settings that a process has under the name of their flag
    "access_log",
    "address_rate",
    "admin_dir",
    "address_seated",
    "address_strangers",
    "address_waiting",
    "bot_workers",
    "bots",
    "connections",
    "grace",
    "keep_bots",
    "keep_finished",
    "keep_idle",
    "keep_waiting",
    "log_level",
    "metrics_port",
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
    logs.set_up(values["log_level"])
    with json_stderr.json_stderr() as only_json:
        if not only_json:
            return serve(values, args.lang)
        logs.catch_all()
        interrupts.say_nothing()
        try:
            return serve(values, args.lang)
        except Refused as why:
            logs.problem("not started", why=str(why))
            return NOT_STARTED


def serve(values: dict[str, Any], language: str) -> int:
    """Serve with these settings."""
    host, port, workers = values["host"], values["port"], values["workers"]
    db = values["db"] or default_db()
    if workers > 1 and not stores.is_postgres(db):
        raise Refused(say(language, "serve.workers"))
    public = public_url(values["public_url"], language)
    root = root_path(values["root_path"], language)
    listing.check(listing.read(values["bots"], language), language)
    compiles = listening.choose_mode(values["wait_compiled"], language)
    settings = Settings(
        db=db,
        pace=values["bot_pace"],
        chances=not values["no_chances"],
        public_url=public,
        root_path=root,
        compile_ahead=compiles and workers == 1,
        **{name: values[name] for name in SAME_NAME},
    )
    Proxies(settings.trusted_proxies, language)  # or refuse them now
    sock = listening.listen(host, port, language)
    if settings.metrics_port and not listening.is_restarted():
        listening.listen(METRICS_HOST, settings.metrics_port, language).close()  # is it free?
    alone = running.lock_alone(db, language)
    address = f"http://{host}:{port}{root}/"
    logs.note("listening", address=address)
    if sys.stdout.isatty() and not listening.is_restarted():
        sys.stdout.write(say(language, "serve.at", address=address) + "\n")
        sys.stdout.flush()
    if workers == 1:
        settings.export()
        listening.serve(create, options(settings), sock)
    else:
        sock.close()  # it was free; uvicorn binds its own
        with tempfile.TemporaryDirectory(prefix="skipyard-") as folder:
            replace(settings, worker_folder=folder).export()
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


def root_path(text: str, language: str) -> str:
    """A path prefix without a slash at its end; Refused where it is none, or a path of ours."""
    root = text.strip().rstrip("/")
    if root and not (ROOT_PATH.fullmatch(root) and root.split("/")[1] not in OWN_PATHS):
        raise Refused(say(language, "serve.root_path", path=text))
    return root


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
