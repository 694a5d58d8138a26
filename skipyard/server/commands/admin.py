"""`skipyard admin`: asks a running server over its socket, or opens the database itself."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import json
import os
import pathlib
import socket
import sys
from typing import Any

from skipyard.cli import print_line
from skipyard.compiling import ready
from skipyard.compiling.pool import JIT_VARIABLE
from skipyard.options import Refused
from skipyard.server.commands import admin_output, running
from skipyard.server.net import admin_sockets
from skipyard.server.sentences import say
from skipyard.server.settings import default_db
from skipyard.table.database.store import Trouble
from skipyard.table.database.stores import is_postgres

CONNECT_TIMEOUT = 5.0  # seconds
SURE = ("delete", "forget")  # acts that need --yes
ARGUMENTS = {  # of each act, as the command's arguments are called
    "list": ("kind", "game", "after", "limit"),
    "show": ("table",),
    "log": ("limit",),
    "close": ("table",),
    "delete": ("table",),
    "prune": ("dry_run",),
    "forget": ("person",),
    "ban": ("who", "days", "reason"),
    "unban": ("who",),
    "drain": ("off", "stop", "seconds"),
}
Facts = dict[str, Any]


def run(args: argparse.Namespace) -> int:
    """Do one act and print what came of it."""
    act = args.subject
    if act in SURE and not args.yes:
        raise Refused(say(args.lang, "admin.sure"))
    facts = {name: argument(getattr(args, name)) for name in ARGUMENTS.get(act, ())}
    try:
        if act == "processes":
            result: Facts = {"processes": [status for _, status in processes(args)]}
        elif act == "drain":
            result = ask(chosen(args), act, facts, args.lang)
        else:
            result = perform(args, act, facts)
    except Trouble as trouble:
        raise Refused(str(trouble)) from None
    if args.json:
        print_line(json.dumps(result, ensure_ascii=False))
    else:
        admin_output.show(act, result, facts, args.lang)
    return 0


def argument(given: Any) -> Any:
    """An argument; a table may be given by its address, such as https://…/t/ID or /t/ID."""
    return given.rpartition("/t/")[2] if isinstance(given, str) else given


def database(args: argparse.Namespace) -> str:
    """The database of the server: by its flag, else as `serve` would find it."""
    return str(args.db or os.environ.get("SKIPYARD_DB") or default_db())


def folder(args: argparse.Namespace) -> str:
    return str(args.admin_dir or os.environ.get("SKIPYARD_ADMIN_DIR") or "")


def perform(args: argparse.Namespace, act: str, facts: Facts) -> Facts:
    """Let a running server do it, or do it here where none answers."""
    for path in answering(args):
        return ask(path, act, facts, args.lang)
    return alone(args, act, facts)


# With a server ------------------------------------------------------------------------------------
def answering(args: argparse.Namespace) -> list[pathlib.Path]:
    """The sockets on which a server answers; those left behind by a dead one are removed."""
    found = []
    for path in admin_sockets.paths(database(args), folder(args)):
        try:
            connect(path).close()
        except ConnectionRefusedError:
            with contextlib.suppress(OSError):
                path.unlink()
        except OSError:  # of another account
            continue
        else:
            found.append(path)
    return found


def connect(path: pathlib.Path) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(CONNECT_TIMEOUT)
        sock.connect(str(path))
        sock.settimeout(None)  # draining takes its time
    except OSError:
        sock.close()
        raise
    return sock


def ask(path: pathlib.Path, act: str, facts: Facts, language: str) -> Facts:
    """Ask one process to do something."""
    request = {"act": act, "args": facts, "language": language}
    with connect(path) as sock, sock.makefile("rwb") as stream:
        stream.write(json.dumps(request).encode() + b"\n")
        stream.flush()
        line = stream.readline()
    answer: Facts = json.loads(line) if line else {"refused": say(language, "admin.failed")}
    if "refused" in answer:
        raise Refused(answer["refused"])
    result: Facts = answer["result"]
    return result


def processes(args: argparse.Namespace) -> list[tuple[pathlib.Path, Facts]]:
    """The processes that answer on this machine, and what they say of themselves."""
    return [(path, ask(path, "status", {}, args.lang)) for path in answering(args)]


def chosen(args: argparse.Namespace) -> pathlib.Path:
    """The process that is meant: by its id or number, or the only one."""
    found = processes(args)
    if not found:
        where = admin_sockets.folder_of(database(args), folder(args))
        raise Refused(say(args.lang, "admin.no_server", folder=where))
    names = ", ".join(f"{status['process']} ({status['pid']})" for _, status in found)
    if args.process is None and len(found) > 1:
        raise Refused(say(args.lang, "admin.which", processes=names))
    for path, status in found:
        if args.process in (None, status["process"], str(status["pid"])):
            return path
    raise Refused(say(args.lang, "admin.no_process", process=args.process, processes=names))


# Without a server ---------------------------------------------------------------------------------
def alone(args: argparse.Namespace, act: str, facts: Facts) -> Facts:
    """Do it in this process; SQLite's file is ours alone while we do."""
    db = database(args)
    if not is_postgres(db) and not admin_sockets.path_of(db).is_file():
        raise Trouble(say(args.lang, "admin.no_file", where=admin_sockets.path_of(db)))
    try:
        lock = running.lock_alone(db, args.lang)
    except Refused:
        where = admin_sockets.folder_of(db, folder(args))
        raise Refused(say(args.lang, "admin.elsewhere", db=db, folder=where)) from None
    if "skipyard.compiler" not in sys.modules and ready.missing():
        os.environ[JIT_VARIABLE] = "1"  # a few tables are sooner read than compiled
    from skipyard.server.commands import admin_alone  # brings the rules in

    try:
        return asyncio.run(admin_alone.perform(db, act, facts, operator(), args.lang))
    finally:
        if lock is not None:
            lock.close()


def operator() -> str:
    """The account that runs this command."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
