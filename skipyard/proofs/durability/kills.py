"""kill -9 at random moments, for the writing process and for the database server."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from skipyard.cli import interrupts
from skipyard.options import Refused
from skipyard.proofs.durability.ack_checker import AckChecker, read_acks
from skipyard.proofs.shared.postgres import Postgres

ACK_TIMEOUT = 120.0  # seconds until a writer gets its first acknowledgement
LONGEST_RUN = 0.15  # seconds under load before a kill
SHARE_AT_START = 0.2  # of the kills, at any moment since the start: opening, recovering
SHARE_OF_SERVER = 0.25  # of the kills, where there is a database server


class WriterProcess:
    """A writer process whose output goes to a file that outlives it."""

    def __init__(self, url: str, run: str, output: pathlib.Path) -> None:
        self.output = output
        command = [sys.executable, "-m", "skipyard.proofs.durability.killed_writer", url, run]
        with output.open("wb") as stdout, interrupts.without_ctrl_c():
            self.process = subprocess.Popen(command, stdout=stdout, stdin=subprocess.DEVNULL)

    def wait_for_more(self) -> None:
        """Wait until something more is acknowledged."""
        before, deadline = self.output.read_bytes().count(b"ok "), time.monotonic() + ACK_TIMEOUT
        while self.output.read_bytes().count(b"ok ") == before:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Refused("The load does not get anything acknowledged; nothing is proven.")
            time.sleep(0.005)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def running_writer(url: str, run: str, output: pathlib.Path) -> Iterator[WriterProcess]:
    writer = WriterProcess(url, run, output)
    try:
        yield writer
    finally:
        writer.kill()


def kill_often(
    url: str,
    server: Postgres | None,
    kills: int,
    dice: random.Random,
    folder: pathlib.Path,
    progress: Callable[[str], None],
    checker: AckChecker | None = None,
) -> tuple[AckChecker, int]:
    """Kill and check, this many times; the checker, and how many kills hit the server.

    With a checker of the caller's, an interrupt leaves there what was checked.
    """
    checker, of_server = checker or AckChecker(), 0
    output = folder / "acknowledged"
    for number in range(1, kills + 1):
        with running_writer(url, f"run{number}", output) as writer:
            if server and dice.random() < SHARE_OF_SERVER:
                writer.wait_for_more()
                time.sleep(dice.uniform(0, LONGEST_RUN))
                server.kill()
                of_server += 1
                server.start()
                writer.wait_for_more()  # it goes on by itself
            elif number > 1 and dice.random() < SHARE_AT_START:
                time.sleep(dice.uniform(0, 4 * LONGEST_RUN))
            else:
                writer.wait_for_more()
                time.sleep(dice.uniform(0, LONGEST_RUN))
        checker.check(url, read_acks(output.read_bytes()))
        progress(f"kill {number} of {kills}: {checker.acknowledged:,} rows acknowledged")
    checker.check_from_start(url)
    return checker, of_server
