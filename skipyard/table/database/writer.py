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

from skipyard.table.database.store import Entry, Outcome, Store, Trouble
from skipyard.table.sentences import say

T = TypeVar("T")
P = TypeVar("P", "Future[Any]", "asyncio.Future[Any]", "Ear")
Job = Entry | Callable[[Store], Any]


class Ear(NamedTuple):
    """Somebody who is told in an event loop what became of a row; a future costs another turn."""

    loop: asyncio.AbstractEventLoop
    hear: Callable[[Outcome | Exception], None]

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self.loop


Promise = Future[Any] | asyncio.Future[Any] | Ear
Settled = tuple[Promise, Any]  # a promise and its result, or the exception that it fails with

LARGEST_GROUP = 1000  # rows a commit
GATHER = 0.002  # seconds between two commits in a rush
LONGEST_QUEUE = 20_000


class Writer:
    """Jobs are done in the order in which they were accepted; a result means that it is on disk.

    `append` and `call` are for threads, `write`, `tell` and `ask` for asyncio. A Store's Trouble
    fails every job of its group, and nothing of the group is acknowledged.
    """

    def __init__(self, store: Store, longest: int = LONGEST_QUEUE, language: str = "en") -> None:
        self.store, self.longest, self.language = store, longest, language
        self.jobs: deque[tuple[Job, Promise]] = deque()
        self.changed = threading.Condition()
        self.stopping = False
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    # For threads ----------------------------------------------------------------------------------
    def append(self, entry: Entry) -> Future[Outcome]:
        """Write a row."""
        return self.accept(entry, promised())

    def call(self, function: Callable[[Store], T]) -> Future[T]:
        """Do anything else with the store, after what was accepted before."""
        return self.accept(function, promised())

    # For asyncio: a whole group wakes its loop once -----------------------------------------------
    def write(self, entry: Entry) -> asyncio.Future[Outcome]:
        """Write a row."""
        return self.accept(entry, asyncio.get_running_loop().create_future())

    def tell(self, entry: Entry, heard: Callable[[Outcome | Exception], None]) -> None:
        """Write a row; what became of it is told at once when the loop hears of it."""
        self.accept(entry, Ear(asyncio.get_running_loop(), heard))

    def ask(self, function: Callable[[Store], T]) -> asyncio.Future[T]:
        """Do anything else with the store, after what was accepted before."""
        return self.accept(function, asyncio.get_running_loop().create_future())

    def accept(self, job: Job, promise: P) -> P:
        """Queue a job, or Trouble where the queue is full or closed."""
        with self.changed:
            if self.stopping:
                raise Trouble(say(self.language, "writer.stopping"))
            if len(self.jobs) >= self.longest:
                raise Trouble(say(self.language, "writer.busy"))
            self.jobs.append((job, promise))
            self.changed.notify()
        return promise

    def stop(self) -> None:
        """Finish what was accepted, accept no more, close the store."""
        with self.changed:
            self.stopping = True
            self.changed.notify()
        self.thread.join()

    # The thread -----------------------------------------------------------------------------------
    def run(self) -> None:
        while group := self.next_group():
            settle(self.work(group))
            until = time.monotonic() + GATHER
            with suppress(Trouble):  # whoever writes next is told of it
                self.store.tidy()
            if len(group) > 1:  # a rush: a moment later, more of them share a commit
                time.sleep(max(0.0, until - time.monotonic()))
        self.store.close()

    def next_group(self) -> list[tuple[Job, Promise]]:
        """Rows up to the next call, or one call; empty when it is time to go."""
        with self.changed:
            while not self.jobs and not self.stopping:
                self.changed.wait()
            group: list[tuple[Job, Promise]] = []
            while self.jobs and len(group) < LARGEST_GROUP:
                if group and not (is_entry(group[-1]) and is_entry(self.jobs[0])):
                    break
                group.append(self.jobs.popleft())
            return group

    def work(self, group: Sequence[tuple[Job, Promise]]) -> list[Settled]:
        """Do a group; what became of each."""
        promises = [promise for _, promise in group]
        try:
            results = self.results([job for job, _ in group])
        except Trouble as trouble:
            return [(promise, trouble) for promise in promises]
        except Exception as mistake:
            if len(group) == 1:
                return [(promises[0], mistake)]
            # One entry that no database can take must not fail its neighbours.
            return [settled for pair in group for settled in self.work([pair])]
        return list(zip(promises, results, strict=True))

    def results(self, jobs: Sequence[Job]) -> Iterable[Any]:
        if callable(jobs[0]):
            return [jobs[0](self.store)]
        return self.store.append([job for job in jobs if isinstance(job, Entry)])


def is_entry(queued: tuple[Job, Promise]) -> bool:
    return isinstance(queued[0], Entry)


def promised() -> Future[Any]:
    """A future that can no longer be cancelled: what was accepted is done."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


def settle(group: Iterable[Settled]) -> None:
    """Tell everybody; those of one event loop in one go."""
    loops: dict[asyncio.AbstractEventLoop, list[Settled]] = {}
    for promise, result in group:
        if isinstance(promise, Future):
            keep(promise, result)
        else:
            loops.setdefault(promise.get_loop(), []).append((promise, result))
    for loop, settled in loops.items():
        try:
            loop.call_soon_threadsafe(keep_all, settled)
        except RuntimeError:  # the loop has closed: nobody waits any more
            continue


def keep_all(settled: Iterable[Settled]) -> None:
    for promise, result in settled:
        if isinstance(promise, Ear):
            tell(promise, result)
        elif not promise.done():  # the one who asked may have gone
            keep(promise, result)


def tell(ear: Ear, result: Any) -> None:
    """One who fails to listen must not keep the news from the others."""
    try:
        ear.hear(result)
    except Exception as mistake:
        ear.loop.call_exception_handler({"message": "a row's news failed", "exception": mistake})


def keep(promise: Future[Any] | asyncio.Future[Any], result: Any) -> None:
    if isinstance(result, Exception):
        promise.set_exception(result)
    else:
        promise.set_result(result)
