"""The writer writes in order and in groups, and acknowledges only what is on disk."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest
from helpers.store_model import StoreModel

from skipyard.table.database.store import Header, NewRow, Outcome, Row, Store, Trouble
from skipyard.table.database.writer import Writer


def entry(seq: int, table: str = "t") -> NewRow:
    return NewRow(Row(table, seq, "move", 0, 1, "", f"c{seq}", 1))


class Slow(StoreModel):
    """A store whose disk waits for the test, and which counts its commits."""

    def __init__(self) -> None:
        super().__init__()
        self.disk, self.begun, self.groups = threading.Semaphore(0), threading.Semaphore(0), []
        self.trouble: Exception | None = None
        self.closed = False
        self.create(Header("t", "skipbo", 1, 2, "[]", "{}", b"", 1), [])

    groups: list[int]

    def append(self, entries: Sequence[NewRow]) -> list[Outcome]:
        self.begun.release()
        self.disk.acquire()
        if self.trouble:
            raise self.trouble
        self.groups.append(len(entries))
        return super().append(entries)

    def close(self) -> None:
        self.closed = True


def started(writer: Writer, store: Slow) -> Future[Outcome]:
    """The first row, on its way to a disk that does not answer yet."""
    first = writer.append(entry(1))
    store.begun.acquire()
    return first


def test_what_queues_up_during_a_commit_is_committed_together() -> None:
    store: Any = Slow()
    writer = Writer(store)
    first = started(writer, store)
    rest = [writer.append(entry(seq)) for seq in range(2, 50)]
    assert not first.done()
    store.disk.release(2)
    assert [f.result(30) for f in [first, *rest]] == [Outcome.STORED] * 49
    assert store.groups == [1, 48]
    writer.stop()


def test_calls_see_what_was_accepted_before_them_and_no_more() -> None:
    store: Any = Slow()
    writer = Writer(store)
    started(writer, store)
    writer.append(entry(2))
    seen = writer.call(lambda s: len(s.rows("t")))
    writer.append(entry(3))
    store.disk.release(3)
    assert seen.result(30) == 2
    writer.stop()
    assert store.groups == [1, 1, 1]


def test_trouble_fails_the_whole_group_and_the_next_one_goes_on() -> None:
    store: Any = Slow()
    writer = Writer(store)
    store.trouble = Trouble("The disk is full.")
    first = started(writer, store)
    rest = [writer.append(entry(seq)) for seq in (1, 2)]
    store.disk.release(2)
    for future in [first, *rest]:
        with pytest.raises(Trouble, match="full"):
            future.result(30)
    store.trouble = None
    store.disk.release()
    assert writer.append(entry(1)).result(30) is Outcome.STORED
    writer.stop()


def test_an_entry_that_cannot_be_stored_fails_alone(store: Store) -> None:
    store.create(Header("t", "skipbo", 1, 2, "[]", "{}", b"", 1), [])
    writer = Writer(store)
    gate = threading.Event()
    writer.call(lambda s: gate.wait())
    good = writer.append(entry(1))
    bad = writer.append(NewRow(entry(2).row._replace(at=2**70)))
    also_good = writer.append(entry(2))
    gate.set()
    assert good.result(30) is also_good.result(30) is Outcome.STORED
    assert bad.exception(30) is not None
    writer.stop()


def test_a_call_that_fails_tells_its_caller_and_nobody_else() -> None:
    store: Any = StoreModel()  # without tournaments
    writer = Writer(store)

    def mistaken(store: Store) -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        writer.call(mistaken).result(30)
    assert writer.call(lambda s: s.last_beat()).result(30) == 0
    writer.stop()


def test_a_full_queue_refuses_with_a_sentence() -> None:
    store: Any = Slow()
    writer = Writer(store, longest=2)
    accepted = [started(writer, store), writer.append(entry(2)), writer.append(entry(3))]
    with pytest.raises(Trouble, match="more to write"):
        writer.append(entry(4))
    store.disk.release(2)
    assert [f.result(30) for f in accepted] == [Outcome.STORED] * 3
    writer.stop()


def test_a_stop_finishes_what_was_accepted_and_accepts_no_more() -> None:
    store: Any = Slow()
    writer = Writer(store)
    accepted = [started(writer, store), *(writer.append(entry(seq)) for seq in (2, 3))]
    stopper = threading.Thread(target=writer.stop)
    stopper.start()
    while not writer.stopping:
        threading.Event().wait(0.001)
    with pytest.raises(Trouble, match="stopping"):
        writer.append(entry(4))
    store.disk.release(2)
    stopper.join()
    assert [f.result(0) for f in accepted] == [Outcome.STORED] * 3
    assert store.closed


def test_what_was_accepted_cannot_be_taken_back() -> None:
    store: Any = Slow()
    writer = Writer(store)
    first = started(writer, store)
    second = writer.append(entry(2))
    assert not second.cancel()
    store.disk.release(2)
    assert first.result(30) is second.result(30) is Outcome.STORED
    writer.stop()


def test_asyncio_waits_for_rows_and_calls(store: Store) -> None:
    store.create(Header("t", "skipbo", 1, 2, "[]", "{}", b"", 1), [])
    writer = Writer(store)

    async def play() -> tuple[list[Any], int, Outcome]:
        outcomes = await asyncio.gather(*(writer.write(entry(seq)) for seq in range(1, 30)))
        rows = await writer.ask(lambda s: len(s.rows("t")))
        return outcomes, rows, await asyncio.wrap_future(writer.append(entry(30)))

    assert asyncio.run(play()) == ([Outcome.STORED] * 29, 29, Outcome.STORED)
    writer.stop()


def test_asyncio_is_woken_once_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    store: Any = Slow()
    writer = Writer(store)

    async def play() -> int:
        loop = asyncio.get_running_loop()
        wake, woken = loop.call_soon_threadsafe, 0

        def counted(*args: Any) -> Any:
            nonlocal woken
            woken += 1
            return wake(*args)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        waiting = [asyncio.ensure_future(writer.write(entry(1)))]
        await asyncio.sleep(0)
        store.begun.acquire()
        waiting += [asyncio.ensure_future(writer.write(entry(seq))) for seq in range(2, 20)]
        await asyncio.sleep(0)
        store.disk.release(2)
        await asyncio.gather(*waiting)
        return woken

    assert asyncio.run(play()) == 2
    writer.stop()


def test_someone_who_gives_up_waiting_stops_nobody() -> None:
    store: Any = Slow()
    writer = Writer(store)

    async def leave() -> Outcome:
        gone = asyncio.ensure_future(writer.write(entry(1)))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises((asyncio.CancelledError, CancelledError)):
            await gone
        store.disk.release(2)
        return await writer.write(entry(2))

    assert asyncio.run(leave()) is Outcome.STORED
    writer.stop()
    assert [r.seq for r in store.rows("t")] == [1, 2]  # it had been accepted, so it was written
