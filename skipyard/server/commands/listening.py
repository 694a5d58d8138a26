"""The listening socket of a server, and how an interpreted server becomes a compiled one.

Where something is not compiled yet, a server starts interpreted and serves at once. When all is
compiled, it stops as for a restart and executes itself again, with the listening socket left open:
nobody is refused, clients reconnect by themselves, and the process keeps its number.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette

from skipyard.cli import interrupts
from skipyard.compiling import ready
from skipyard.compiling.command import compile_with_bar
from skipyard.compiling.pool import JIT_VARIABLE
from skipyard.options import Refused
from skipyard.server.commands import json_stderr
from skipyard.server.sentences import say

SOCKET_VARIABLE = "SKIPYARD_SOCKET"  # the file descriptor that an interpreted server left open
BACKLOG = 2048  # connections that wait to be accepted, also during the change


def is_restarted() -> bool:
    """Whether this process took over from an interpreted one."""
    return SOCKET_VARIABLE in os.environ


def listen(host: str, port: int, language: str) -> socket.socket:
    """A listening socket, the one left open if there is one; Refused where the port is taken."""
    if is_restarted():
        return socket.socket(fileno=int(os.environ[SOCKET_VARIABLE]))
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as why:
        facts = {"host": host, "port": port, "why": why.strerror or why}
        raise Refused(say(language, "serve.taken", **facts)) from None


def choose_mode(waits: bool, language: str) -> bool:
    """Compile now if told to wait, else run interpreted where something is not compiled.

    Returns whether games should be compiled beside the server. Users who turn Numba off get what
    they ask for. Must be called before the rules are imported.
    """
    missing = {name for name, _ in ready.missing()}
    if os.environ.get(JIT_VARIABLE, "0") not in ("", "0"):
        return False
    if missing and waits:
        compile_with_bar(sorted(missing), language)
    elif missing:
        assert "skipyard.compiler" not in sys.modules
        os.environ[JIT_VARIABLE] = "1"
    return True


def serve(
    make_app: Callable[[], Starlette], options: dict[str, Any], listening: socket.socket
) -> None:
    """Serve until told to stop; when everything is compiled, go on as a compiled process."""
    kept = os.dup(listening.fileno())  # uvicorn closes its own
    is_replaced = False

    def on_compiled() -> None:
        nonlocal is_replaced
        is_replaced = server.should_exit = True

    def make() -> Starlette:
        app = make_app()
        app.state.on_compiled = on_compiled
        return app

    server = uvicorn.Server(uvicorn.Config(make, **options))
    signal.signal(signal.SIGTERM, end_by_signal)  # uvicorn raises it again when it has stopped
    server.run(sockets=[listening])
    if is_replaced:
        execute_again(kept)
    os.close(kept)


def end_by_signal(number: int, _: object) -> None:
    """Run exit handlers, which a signal would skip, then end by the signal all the same.

    Without them multiprocessing reports leaked semaphores where the bots' workers were busy.
    """
    interrupts.end_workers()
    json_stderr.restore()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def execute_again(listening: int) -> None:
    """Replace this process by the same command, compiled, which inherits the socket."""
    environment = {k: v for k, v in os.environ.items() if k != JIT_VARIABLE}
    environment[SOCKET_VARIABLE] = str(listening)
    os.set_inheritable(listening, True)
    interrupts.end_workers()
    json_stderr.restore()
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
