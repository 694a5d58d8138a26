"""Compiles games in worker processes, one a core, and tells how far they are."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

from skipyard.cli import interrupts
from skipyard.compiling import ready

WORKER = "skipyard.compiling.worker"
JIT_VARIABLE = "NUMBA_DISABLE_JIT"  # of compiler.py, which would import Numba here
BACKGROUND = 10  # niceness while people play
STOP_TIMEOUT = 2.0  # seconds


class Progress:
    """How much of the compiling is done, and a guess at the seconds that are left."""

    def __init__(self, parts: int) -> None:
        self.parts, self.done, self.started = parts, 0, time.monotonic()

    @property
    def seconds_left(self) -> float | None:
        """None until the first part is done."""
        if not self.done:
            return None
        taken = time.monotonic() - self.started
        return taken / self.done * (self.parts - self.done)


class CompilingPool:
    """Worker processes that compile; the callbacks are called in threads of ours.

    `on_end` gets the exit status of the first worker that failed, or 0.
    """

    def __init__(
        self,
        games: Sequence[str],
        on_part: Callable[[str, str, Progress], None],
        on_end: Callable[[int], None],
        niceness: int = BACKGROUND,
    ) -> None:
        self.waiting, self.niceness = list(games), niceness
        self.on_part, self.on_end = on_part, on_end
        self.progress = Progress(len(games) * len(ready.PARTS))
        self.lock, self.stopping, self.status = threading.Lock(), False, 0
        self.running: set[subprocess.Popen[str]] = set()
        self.threads = [
            threading.Thread(target=self.work, name="compiling", daemon=True)
            for _ in range(min(os.cpu_count() or 1, len(games)))
        ]
        for thread in self.threads:
            thread.start()
        threading.Thread(target=self.finish, name="compiled", daemon=True).start()

    def work(self) -> None:
        """Compile one game after the other."""
        while (worker := self.start_next()) is not None:
            name, process = worker
            assert process.stdout is not None
            for line in process.stdout:
                with self.lock:
                    self.progress.done += 1
                self.on_part(name, line.strip(), self.progress)
            status = process.wait()
            with self.lock:
                self.running.discard(process)
                self.status = self.status or status

    def start_next(self) -> tuple[str, subprocess.Popen[str]] | None:
        with self.lock:
            if self.stopping or not self.waiting:
                return None
            name = self.waiting.pop(0)
            environment = {k: v for k, v in os.environ.items() if k != JIT_VARIABLE}
            with interrupts.without_ctrl_c():  # it ends with us
                process = subprocess.Popen(
                    [sys.executable, "-m", WORKER, name, str(self.niceness)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=environment,
                    text=True,
                )
            self.running.add(process)
            return name, process

    def finish(self) -> None:
        for thread in self.threads:
            thread.join()
        if not self.stopping:
            self.on_end(self.status)

    def prefer(self, name: str) -> None:
        """Compile a game next: somebody is playing it."""
        with self.lock:
            if name in self.waiting:
                self.waiting.remove(name)
                self.waiting.insert(0, name)

    def wait(self) -> int:
        """Wait until everything is compiled; the exit status."""
        for thread in self.threads:
            thread.join()
        return self.status

    def stop(self) -> None:
        """End the workers; what they have finished stays in the cache."""
        with self.lock:
            self.stopping = True
            for process in self.running:
                process.kill()
        for thread in self.threads:
            thread.join(STOP_TIMEOUT)
