"""Workers on a Ray cluster: the same tasks, done again elsewhere if a node is lost.

Ray ends the process that uses it when the cluster goes away. So it is used by a child process
(ray_driver.py), and this one says a sentence and keeps what was done.
"""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from skipyard.cli import interrupts
from skipyard.lab.sentences import say
from skipyard.lab.workers import ray_driver
from skipyard.options import Refused
from skipyard.sources import all_sources_digest


class Cluster:
    """A Ray cluster, by its address; empty: the one that Ray's own variables name, or is here."""

    shares_memory = False

    def __init__(self, address: str, most: int | None = None, language: str = "en") -> None:
        self.language, self.most, self.cores = language, most, 1
        self.waiting: dict[int, Future[Any]] = {}
        self.numbers, self.lock = itertools.count(), threading.Lock()
        self.gone = False
        context = multiprocessing.get_context("spawn")
        self.connection, there = context.Pipe()
        with interrupts.starting_workers():
            arguments = (there, address, all_sources_digest())
            self.process = context.Process(target=ray_driver.run, args=arguments, daemon=True)
            self.process.start()
        there.close()
        self.connect(address)
        threading.Thread(target=self.read, daemon=True).start()

    def connect(self, address: str) -> None:
        """Wait until the cluster answers; Refused with its reason if it does not."""
        shown = address or "ray"
        try:
            kind, value = self.connection.recv()
        except EOFError:
            kind, value = ray_driver.FAILED, ""
        except BaseException:  # Ctrl-C
            self.close()
            raise
        if kind != ray_driver.CORES:
            self.close()
            reason = value or say(self.language, "workers.no_answer")
            raise Refused(say(self.language, "workers.no_cluster", address=shown, why=reason))
        self.cores = value

    @property
    def slots(self) -> int:
        return self.cores if self.most is None else min(self.most, self.cores)

    def submit(self, work: Callable[[Any], Any], what: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self.lock:
            number = next(self.numbers)
            self.waiting[number] = future
        try:
            self.connection.send((number, pickle.dumps((work, what))))
        except OSError:
            self.lose()
        if self.gone:
            self.lose()
        return future

    def read(self) -> None:
        """Take results until the driver ends."""
        while True:
            try:
                kind, value, *rest = self.connection.recv()
            except (EOFError, OSError):
                return self.lose()
            if kind == ray_driver.CORES:
                self.cores = max(1, value)
                continue
            with self.lock:
                future = self.waiting.pop(value)
            if kind == ray_driver.DONE:
                is_done, result = pickle.loads(rest[0])
                (future.set_result if is_done else future.set_exception)(result)
            elif kind == ray_driver.OTHER_VERSION:
                sentence = say(self.language, "workers.other_version", node=rest[0])
                future.set_exception(Refused(sentence))
            else:
                sentence = say(self.language, "workers.failed", why=rest[0])
                future.set_exception(Refused(sentence))

    def lose(self) -> None:
        """The cluster is gone: no task that waits will have a result."""
        self.gone = True
        with self.lock:
            lost, self.waiting = self.waiting, {}
        for future in lost.values():
            future.set_exception(Refused(say(self.language, "workers.gone")))

    def close(self) -> None:
        """End the driver; the cluster then stops its tasks."""
        self.process.kill()
        self.process.join()
        self.connection.close()
