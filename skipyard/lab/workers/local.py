"""Workers on this machine: this process itself, threads, or processes."""

from __future__ import annotations

import multiprocessing
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

from skipyard.cli import interrupts
from skipyard.lab.sentences import say
from skipyard.options import Refused

TRIES = 3  # of a task whose process ends, such as when memory runs out
Work = Callable[[Any], Any]


def start_worker() -> None:
    """Initialise a worker process: it ends with the command, and uses one core."""
    interrupts.end_with_parent()
    os.environ["NUMBA_NUM_THREADS"] = "1"


class Inline:
    """Does a task as it is submitted: for tests, and machines with a single core."""

    slots, shares_memory = 1, True

    def submit(self, work: Work, what: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(what))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def close(self) -> None:
        """There is nothing to close."""


class Threads:
    """Threads for compiled loops, which run in parallel; the process need not wait for them."""

    shares_memory = True

    def __init__(self, slots: int) -> None:
        self.slots, self.tasks = slots, queue.SimpleQueue[Any]()
        self.closed = False
        for _ in range(slots):
            threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        """Do tasks until the workers are closed."""
        while True:
            task = self.tasks.get()
            if task is None or self.closed:
                return
            work, what, future = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self.do(work, what))
            except BaseException as problem:
                future.set_exception(problem)
            del task, work, what, future  # or they would live until the next task

    def do(self, work: Work, what: Any) -> Any:
        return work(what)

    def submit(self, work: Work, what: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.put((work, what, future))
        return future

    def close(self) -> None:
        """Running tasks end by themselves, and nobody waits for them."""
        self.closed = True
        for _ in range(self.slots):
            self.tasks.put(None)


class Processes(Threads):
    """A process for each thread: a task whose process dies is done again in a new one."""

    shares_memory = False

    def __init__(self, slots: int, language: str = "en") -> None:
        self.language, self.local = language, threading.local()
        self.running: set[Any] = set()
        super().__init__(slots)

    def do(self, work: Work, what: Any) -> Any:
        for _ in range(TRIES):
            try:
                is_done, result = self.ask(work, what)
            except (EOFError, OSError):  # it has died
                self.local.connection = None
                if self.closed:
                    break
                continue
            if is_done:
                return result
            raise result
        raise Refused(say(self.language, "workers.died", times=TRIES))

    def ask(self, work: Work, what: Any) -> Any:
        """Let this thread's process do a task."""
        if getattr(self.local, "connection", None) is None:
            self.local.connection = self.start()
        connection: Connection = self.local.connection
        connection.send((work, what))
        return connection.recv()

    def start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        with interrupts.starting_workers():
            process = context.Process(target=answer, args=(there,), daemon=True)
            process.start()
        there.close()
        self.running.add(process)
        if self.closed:  # while it was started
            process.kill()
        return here

    def close(self) -> None:
        """Kill the processes."""
        super().close()
        for process in list(self.running):
            process.kill()
        for process in list(self.running):
            process.join()


def answer(connection: Connection) -> None:
    """In a worker process: do tasks until the other end is closed."""
    start_worker()
    while True:
        try:
            work, what = connection.recv()
        except EOFError:
            return
        try:
            result = (True, work(what))
        except Exception as problem:
            result = (False, problem)
        connection.send(result)
