"""kill -9 at random moments, of the process that writes and of the server it writes to."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from skipyard.options import Refused
from skipyard.proofs.durability.ack_checker import Witness, heard
from skipyard.proofs.shared.postgres import Postgres

PATIENCE = 120.0  # seconds for a load to be acknowledged anything at all
LONGEST = 0.15  # seconds under load before a kill
AT_START = 0.2  # how many are killed at any moment since their start: opening, recovering
OF_SERVER = 0.25  # how many kills hit the server, where there is one


class Loaded:
    """A load under way, its output in a file that outlives it."""

    def __init__(self, url: str, run: str, output: pathlib.Path) -> None:
        self.output = output
        command = [sys.executable, "-m", "skipyard.proofs.durability.killed_writer", url, run]
        with output.open("wb") as stdout:
            self.process = subprocess.Popen(command, stdout=stdout, stdin=subprocess.DEVNULL)

    def wait_for_more(self) -> None:
        """Wait until something more is acknowledged."""
        before, deadline = self.output.read_bytes().count(b"ok "), time.monotonic() + PATIENCE
        while self.output.read_bytes().count(b"ok ") == before:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise Refused("The load does not get anything acknowledged; nothing is proven.")
            time.sleep(0.005)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def loaded(url: str, run: str, output: pathlib.Path) -> Iterator[Loaded]:
    load = Loaded(url, run, output)
    try:
        yield load
    finally:
        load.kill()


def kill_often(
    url: str,
    server: Postgres | None,
    kills: int,
    dice: random.Random,
    folder: pathlib.Path,
    progress: Callable[[str], None],
) -> tuple[Witness, int]:
    """Kill and look, so many times; what was seen, and how many kills hit the server."""
    witness, of_server = Witness(), 0
    output = folder / "acknowledged"
    for number in range(1, kills + 1):
        with loaded(url, f"run{number}", output) as load:
            if server and dice.random() < OF_SERVER:
                load.wait_for_more()
                time.sleep(dice.uniform(0, LONGEST))
                server.kill()
                of_server += 1
                server.start()
                load.wait_for_more()  # it goes on by itself
            elif number > 1 and dice.random() < AT_START:
                time.sleep(dice.uniform(0, 4 * LONGEST))
            else:
                load.wait_for_more()
                time.sleep(dice.uniform(0, LONGEST))
        witness.look(url, heard(output.read_bytes()))
        progress(f"kill {number} of {kills}: {witness.acknowledged:,} rows acknowledged")
    witness.look_again(url)
    return witness, of_server
