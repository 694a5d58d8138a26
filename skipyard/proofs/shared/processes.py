"""`skipyard serve` as a child process that may be stopped or killed."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx

from skipyard.cli import interrupts
from skipyard.options import Refused
from skipyard.proofs.shared.clients import send_request

PROCESS_TIMEOUT = 120.0  # seconds to start or stop, on a busy machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def end_group(child: subprocess.Popen[Any]) -> None:
    """Send SIGKILL to a child process with a group of its own, and to all in that group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


class ServerProcess:
    """One server process; it can be started again at the same address."""

    def __init__(
        self, db: str, log: pathlib.Path, pace: float = 0.0, admin_dir: pathlib.Path | None = None
    ) -> None:
        self.admin_dir = admin_dir
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        options = ["--db", db, "--port", str(self.port), "--bot-pace", str(pace), "--wait-compiled"]
        if admin_dir is not None:
            options += ["--admin-dir", str(admin_dir)]
        self.command = [sys.executable, "-m", "skipyard", "serve", *options]
        self.environment: dict[str, str] = {}  # beside our own

    def start(self, answer: bool = True) -> ServerProcess:
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                self.command,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=os.environ | self.environment,
                process_group=0,
            )
        if answer:
            self.wait()
        return self

    @contextlib.contextmanager
    def started(self) -> Iterator[ServerProcess]:
        """Start it for a block; it is stopped at the end, and killed by an interrupt."""
        try:
            with interrupts.on_stop(self.end):
                yield self.start()
        finally:
            if hasattr(self, "child"):
                self.stop()

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + PROCESS_TIMEOUT
        while time.monotonic() < deadline and self.child.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                if send_request("GET", f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            time.sleep(0.05)
        raise Refused(f"A server does not start; its log is {self.log}.")

    def kill(self) -> None:
        """Send SIGKILL."""
        self.child.kill()
        self.child.wait()

    def end(self) -> None:
        """Send SIGKILL to the server and to its own child processes; for interrupts."""
        if hasattr(self, "child"):
            end_group(self.child)

    def stop(self) -> int:
        """Stop it as an operator would; the exit status."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
        try:
            return self.child.wait(PROCESS_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Refused(f"A server does not stop; its log is {self.log}.") from None


@contextlib.contextmanager
def running(
    count: int,
    db: str,
    folder: pathlib.Path,
    pace: float = 0.0,
    admin_dir: pathlib.Path | None = None,
) -> Iterator[list[ServerProcess]]:
    """This many server processes on one database."""
    logs = [folder / f"server{n}.log" for n in range(count)]
    servers = [ServerProcess(db, log, pace, admin_dir) for log in logs]
    try:
        with contextlib.ExitStack() as stack:
            for server in servers:
                stack.enter_context(interrupts.on_stop(server.end))
                server.start(answer=False)
            for server in servers:
                server.wait()
            yield servers
    finally:
        for server in servers:
            if hasattr(server, "child"):
                server.stop()
