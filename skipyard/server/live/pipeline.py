"""The path of every command: check it, write its row to disk, acknowledge, apply, show.

A refusal goes to the sender alone and changes nothing. When another process wrote first, we read
its rows and check the command again. No task waits for the disk: each step is a callback.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Sequence

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.folding import PAGE
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.outages import Outages
from skipyard.server.live.render_queue import RenderQueue
from skipyard.server.logs import problem
from skipyard.server.metrics import ACKNOWLEDGED, RACES, REFUSALS, ROWS
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, NewRow, Outcome, Row, Trouble
from skipyard.table.database.writer import Writer

Result = int | Exception  # the number of the command's row, or why there is none
Done = Callable[[Result], None]
TableCallback = Callable[[OpenTable], None]
SLICE = 0.01  # seconds of a turn of the loop in which other processes' rows are applied


class Pipeline:
    """Takes the commands of all tables of this process."""

    def __init__(
        self,
        writer: Writer,
        now: Callable[[], int],
        schedule: TableCallback,
        let_go: TableCallback,
        stood_up: Callable[[OpenTable, int], None],
    ) -> None:
        self.writer, self.now = writer, now
        self.schedule = schedule  # sets the table's timer
        self.let_go = let_go  # closes a table that no longer agrees with its log
        self.stood_up = stood_up  # called when somebody gave up a seat
        self.outages = Outages(now)
        self.ended: TableCallback = ignore  # called when a table of a tournament has ended
        self.render_queue = RenderQueue()
        self.rows = 0  # written by this process

    def submit(
        self,
        table: OpenTable,
        seat: int,
        command: Command,
        done: Done,
        *,
        language: str = "en",
        asker: Listener | None = None,
        holder: bytes | None = None,
    ) -> None:
        """Do a command; `done` is called once, with its row or with Refused or Trouble."""
        submission = Submission(self, table, seat, command, done, language, asker, holder)
        table.lock.take(submission.start)

    def perform(
        self,
        table: OpenTable,
        seat: int,
        command: Command,
        *,
        language: str = "en",
        asker: Listener | None = None,
        holder: bytes | None = None,
    ) -> asyncio.Future[int]:
        """The same as a future: the row's number, or Refused or Trouble."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done = functools.partial(settle, future)
        self.submit(table, seat, command, done, language=language, asker=asker, holder=holder)
        return future

    async def read_on(self, table: OpenTable) -> None:
        """Read, apply and show what other processes wrote; the caller has the lock."""
        is_last = False
        while not is_last:
            rows = await self.next_page(table)
            is_last = len(rows) < PAGE
            read: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            self.read(table, rows, functools.partial(settle, read))
            await read

    def next_page(self, table: OpenTable) -> asyncio.Future[list[Row]]:
        """The next rows that other processes wrote; one job never holds the writer for long."""
        last = table.host.seq
        return self.writer.ask(lambda store: store.rows(table.id, last, PAGE))

    def read(self, table: OpenTable, rows: Sequence[Row], done: Done) -> None:
        """Apply and show rows that another process wrote, then call `done`.

        Many of them take several turns of the loop, so that nobody else waits for long.
        """
        until, played = time.perf_counter() + SLICE, 0
        try:
            for row in rows:
                if played and time.perf_counter() >= until:
                    asyncio.get_running_loop().call_soon(self.read, table, rows[played:], done)
                    return
                table.done[row.command] = row.seq
                self.play(table, row)
                played += 1
        except Exception as error:
            done(error)
        else:
            done(table.host.seq)

    def play(self, table: OpenTable, row: Row) -> None:
        """Apply a row that is on disk, and show every listener the table after it."""
        if row.kind in ("stand", "remove"):
            self.stood_up(table, row.seat)
        presence = table.presence
        table.presenter.play(row, presence.listeners, presence.seats, self.now())
        if table.host.result is not None and table.host.policy.tournament:
            self.ended(table)


class Submission:
    """One command in the pipeline; it has the table's lock from `start` to `end`."""

    __slots__ = (
        "asker",
        "began",
        "command",
        "done",
        "holder",
        "language",
        "new_row",
        "pipeline",
        "seat",
        "table",
        "up_to_date",
    )

    def __init__(
        self,
        pipeline: Pipeline,
        table: OpenTable,
        seat: int,
        command: Command,
        done: Done,
        language: str,
        asker: Listener | None,
        holder: bytes | None,
    ) -> None:
        self.pipeline, self.table, self.seat, self.command = pipeline, table, seat, command
        self.done, self.language, self.asker, self.holder = done, language, asker, holder
        self.new_row: NewRow | None = None  # while it is being written, and after
        self.up_to_date = False  # whether we have read other processes' rows for it
        self.began = time.perf_counter()

    # Each of these steps calls `end`, or leads to exactly one other step -----------------------
    def start(self) -> None:
        """Check the command and hand its row to the writer, unless that was done before."""
        table, command = self.table, self.command
        if command.id in table.done:  # sent again
            self.acknowledge()
            self.end(table.done[command.id])
        elif command.seq > table.host.seq and not self.up_to_date:  # the sender is ahead of us
            self.catch_up()
        else:
            self.write()

    def write(self) -> None:
        pipeline, table = self.pipeline, self.table
        pipeline.outages.tick()
        owed = pipeline.outages.owed(table.host)
        if owed is not None and self.command.kind != owed.kind:
            self.give_time_back(owed)
            return
        try:
            new_row = table.host.check(self.seat, self.command, pipeline.now(), self.language)
            self.new_row = new_row if self.holder is None else new_row._replace(holder=self.holder)
            pipeline.writer.write_then(self.new_row, self.written)
        except Refused as refusal:
            REFUSALS.inc()
            self.end(refusal)
        except Exception as error:
            self.end(error)

    def give_time_back(self, owed: Command) -> None:
        """Before the command is judged, write the row that gives back what an outage took."""
        pipeline, table = self.pipeline, self.table
        try:
            new_row = table.host.check(NOBODY, owed, pipeline.now())
            pipeline.writer.write_then(new_row, functools.partial(self.gave_back, new_row.row))
        except Exception as error:
            self.end(error)

    def gave_back(self, row: Row, outcome: Outcome | Exception) -> None:
        if outcome is Outcome.STORED:
            self.pipeline.outages.worked(0.0)
            self.pipeline.read(self.table, [row], self.caught_up_with)
        elif isinstance(outcome, Exception):
            self.failed(outcome)
        else:
            self.catch_up()

    def written(self, outcome: Outcome | Exception) -> None:
        """Acknowledge a row that is on disk; after a race, read the others' rows and try again."""
        if outcome is Outcome.STORED:
            assert self.new_row is not None
            pipeline, row = self.pipeline, self.new_row.row
            pipeline.render_queue.add(self.show)  # first, since only it releases the lock
            pipeline.rows += 1
            ROWS.inc()
            seconds = time.perf_counter() - self.began
            ACKNOWLEDGED.observe(seconds)
            pipeline.outages.worked(seconds)
            self.table.done[row.command] = row.seq
            self.acknowledge()
        elif isinstance(outcome, Exception):
            self.failed(outcome)
        elif outcome is Outcome.AHEAD:  # the log is shorter than it was: reopen the table
            self.pipeline.let_go(self.table)
            self.end(Trouble(say(self.language, "trouble.shorter", table=self.table.id)))
        else:
            RACES.inc()
            self.catch_up()

    def failed(self, error: Exception) -> None:
        """The writer could not write: pass that on."""
        if isinstance(error, Trouble):
            self.pipeline.outages.failed(time.perf_counter() - self.began)
        self.end(error)

    def catch_up(self) -> None:
        """Read what other processes wrote, then start again."""
        self.new_row, self.up_to_date = None, True
        try:
            rows = self.pipeline.next_page(self.table)
        except Trouble as trouble:  # the writer's queue is full
            self.end(trouble)
        else:
            rows.add_done_callback(self.caught_up)

    def caught_up(self, rows: asyncio.Future[list[Row]]) -> None:
        try:
            new = rows.result()
        except Exception as error:
            self.end(error)
        else:
            is_last = len(new) < PAGE
            then = self.caught_up_with if is_last else self.caught_up_so_far
            self.pipeline.read(self.table, new, then)

    def caught_up_so_far(self, result: Result) -> None:
        if isinstance(result, Exception):
            self.end(result)
        else:
            self.catch_up()

    def caught_up_with(self, result: Result) -> None:
        if isinstance(result, Exception):
            self.end(result)
        else:
            self.start()

    def show(self) -> None:
        assert self.new_row is not None
        row, table = self.new_row.row, self.table
        try:
            self.pipeline.play(table, row)
        except Exception:
            problem("a row could not be shown", table=table.id)
            if table.host.seq < row.seq:  # we are behind the log: reopen the table
                self.pipeline.let_go(table)
        self.end(row.seq)

    def end(self, result: Result) -> None:
        """Release the lock, set the table's timer and pass the result on."""
        table = self.table
        table.lock.release()
        if not self.is_quiet(result):
            self.pipeline.schedule(table)
        self.done(result)

    def is_quiet(self, result: Result) -> bool:
        """Whether this was a move after which nothing is due, with no timer to cancel.

        Most moves between people are; setting a timer after each costs a tenth of a move.
        """
        new_row, table = self.new_row, self.table
        if new_row is None or isinstance(result, Exception) or new_row.row.kind != "move":
            return False
        if self.up_to_date:  # others' rows may have changed who is expected at the table
            return False
        return new_row.due == NEVER and table.timer is None and not table.presence.missing

    def acknowledge(self) -> None:
        """Tell the sender, with its own id of the command, which row it became."""
        if self.asker is not None:
            its_id = self.command.id.partition("-")[2]
            self.asker.put(messages.write(messages.Done(its_id, self.table.done[self.command.id])))


def ignore(table: OpenTable) -> None:
    """Do nothing."""


def settle(future: asyncio.Future[int], result: Result) -> None:
    """Resolve a future, unless it was cancelled."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
