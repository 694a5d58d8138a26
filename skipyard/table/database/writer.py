"""One thread that owns a Store: what queues up while the disk is busy is committed together."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from skipyard.table.database.store import NewRow, Outcome, Store, Trouble
from skipyard.table.sentences import say

T = TypeVar("T")
R = TypeVar("R", "Future[Any]", "asyncio.Future[Any]", "LoopCallback")
Job = NewRow | Callable[[Store], Any]


class LoopCallback(NamedTuple):
    """A function to call in an event loop with the outcome; a future would cost one more turn."""

    loop: asyncio.AbstractEventLoop
    function: Callable[[Outcome | Exception], None]

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self.loop


Receiver = Future[Any] | asyncio.Future[Any] | LoopCallback
Delivery = tuple[Receiver, Any]  # a receiver, and the result or exception that it gets

LARGEST_GROUP = 1000  # rows a commit
COMMIT_INTERVAL = 0.002  # seconds between two commits in a rush
LONGEST_QUEUE = 20_000


class Writer:
    """Does jobs in the order in which they were accepted; a result means that it is on disk.

    `append` and `call` are for threads, `write`, `write_then` and `ask` for asyncio. A Store's
    Trouble fails every job of its group, and nothing of the group is acknowledged.
    """

    def __init__(self, store: Store, longest: int = LONGEST_QUEUE, language: str = "en") -> None:
        self.store, self.longest, self.language = store, longest, language
        self.jobs: deque[tuple[Job, Receiver]] = deque()
        self.changed = threading.Condition()
        self.stopping = False
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    # For threads ----------------------------------------------------------------------------------
    def append(self, new_row: NewRow) -> Future[Outcome]:
        """Write a row."""
        return self.accept(new_row, running_future())

    def call(self, function: Callable[[Store], T]) -> Future[T]:
        """Do anything else with the store, after what was accepted before."""
        return self.accept(function, running_future())

    # For asyncio: a whole group wakes its loop once -----------------------------------------------
    def write(self, new_row: NewRow) -> asyncio.Future[Outcome]:
        """Write a row."""
        return self.accept(new_row, asyncio.get_running_loop().create_future())

    def write_then(self, new_row: NewRow, done: Callable[[Outcome | Exception], None]) -> None:
        """Write a row, then call `done` in the loop with the outcome."""
        self.accept(new_row, LoopCallback(asyncio.get_running_loop(), done))

    def ask(self, function: Callable[[Store], T]) -> asyncio.Future[T]:
        """Do anything else with the store, after what was accepted before."""
        return self.accept(function, asyncio.get_running_loop().create_future())

    def accept(self, job: Job, receiver: R) -> R:
        """Queue a job, or Trouble where the queue is full or closed."""
        with self.changed:
            if self.stopping:
                raise Trouble(say(self.language, "writer.stopping"))
            if len(self.jobs) >= self.longest:
                raise Trouble(say(self.language, "writer.busy"))
            self.jobs.append((job, receiver))
            self.changed.notify()
        return receiver

    def stop(self) -> None:
        """Finish what was accepted, accept no more, close the store."""
        with self.changed:
            self.stopping = True
            self.changed.notify()
        self.thread.join()

    # The thread -----------------------------------------------------------------------------------
    def run(self) -> None:
        while group := self.next_group():
            deliver(self.work(group))
            until = time.monotonic() + COMMIT_INTERVAL
            with suppress(Trouble):  # the next job fails with it too, and reports it
                self.store.checkpoint()
            if len(group) > 1:  # in a rush, waiting a moment lets more rows share a commit
                time.sleep(max(0.0, until - time.monotonic()))
        self.store.close()

    def next_group(self) -> list[tuple[Job, Receiver]]:
        """Rows up to the next call, or one call; empty when it is time to stop."""
        with self.changed:
            while not self.jobs and not self.stopping:
                self.changed.wait()
            group: list[tuple[Job, Receiver]] = []
            while self.jobs and len(group) < LARGEST_GROUP:
                if group and not (is_row(group[-1]) and is_row(self.jobs[0])):
                    break
                group.append(self.jobs.popleft())
            return group

    def work(self, group: Sequence[tuple[Job, Receiver]]) -> list[Delivery]:
        """Do the jobs of a group; the result or exception of each."""
        receivers = [receiver for _, receiver in group]
        try:
            results = self.results([job for job, _ in group])
        except Trouble as trouble:
            return [(receiver, trouble) for receiver in receivers]
        except Exception as error:
            if len(group) == 1:
                return [(receivers[0], error)]
            # One row that no database can take must not fail the others.
            return [delivery for pair in group for delivery in self.work([pair])]
        return list(zip(receivers, results, strict=True))

    def results(self, jobs: Sequence[Job]) -> Iterable[Any]:
        if callable(jobs[0]):
            return [jobs[0](self.store)]
        return self.store.append([job for job in jobs if isinstance(job, NewRow)])


def is_row(queued: tuple[Job, Receiver]) -> bool:
    return isinstance(queued[0], NewRow)


def running_future() -> Future[Any]:
    """A future that can no longer be cancelled: what was accepted is done."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


def deliver(group: Iterable[Delivery]) -> None:
    """Hand out the results of a group; each event loop is woken once."""
    loops: dict[asyncio.AbstractEventLoop, list[Delivery]] = {}
    for receiver, result in group:
        if isinstance(receiver, Future):
            resolve(receiver, result)
        else:
            loops.setdefault(receiver.get_loop(), []).append((receiver, result))
    for loop, deliveries in loops.items():
        try:
            loop.call_soon_threadsafe(deliver_in_loop, deliveries)
        except RuntimeError:  # the loop has closed: nobody waits any more
            continue


def deliver_in_loop(deliveries: Iterable[Delivery]) -> None:
    for receiver, result in deliveries:
        if isinstance(receiver, LoopCallback):
            call_back(receiver, result)
        elif not receiver.done():  # it may have been cancelled
            resolve(receiver, result)


def call_back(callback: LoopCallback, result: Any) -> None:
    """Call a function with its result; its failure must not keep the others from theirs."""
    try:
        callback.function(result)
    except Exception as error:
        context = {"message": "the callback of a row failed", "exception": error}
        callback.loop.call_exception_handler(context)


def resolve(future: Future[Any] | asyncio.Future[Any], result: Any) -> None:
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
