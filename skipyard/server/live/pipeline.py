"""The one path of every command: check, write to disk, acknowledge, play, show.

A refusal goes to the asker alone and changes nothing. Where another process was quicker, its rows
are read and the command is checked again. No task waits for the disk: each step is a callback.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Sequence

from skipyard.options import Refused
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.render_queue import RenderQueue
from skipyard.server.logs import problem
from skipyard.server.metrics import ACKNOWLEDGED, MOVES, RACES, REFUSALS
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, NewRow, Outcome, Row, Trouble
from skipyard.table.database.writer import Writer

Result = int | Exception  # the row that a command became, or why it became none
Done = Callable[[Result], None]
OfTable = Callable[[OpenTable], None]


class Pipeline:
    """Carries the commands of all tables of this process."""

    def __init__(
        self,
        writer: Writer,
        now: Callable[[], int],
        schedule: OfTable,
        let_go: OfTable,
        stood_up: Callable[[OpenTable, int], None],
    ) -> None:
        self.writer, self.now = writer, now
        self.schedule = schedule  # set the table's timer again
        self.let_go = let_go  # close a table whose log is not what it was
        self.stood_up = stood_up  # somebody gave up a seat
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
        """The same for coroutines: the row, or Refused or Trouble."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done = functools.partial(settle, future)
        self.submit(table, seat, command, done, language=language, asker=asker, holder=holder)
        return future

    async def read_on(self, table: OpenTable) -> None:
        """Play and show what other processes have written; the caller has the lock."""
        last = table.host.seq
        self.read(table, await self.writer.ask(lambda store: store.rows(table.id, last)))

    def read(self, table: OpenTable, rows: Sequence[Row]) -> None:
        """Play and show rows that another process wrote."""
        for row in rows:
            table.done[row.command] = row.seq
            self.play(table, row)

    def play(self, table: OpenTable, row: Row) -> None:
        """Apply a row that is on disk, and show every listener the table after it."""
        if row.kind == "stand":
            self.stood_up(table, row.seat)
        presence = table.presence
        table.presenter.play(row, presence.listeners, presence.seats, self.now())


class Submission:
    """One command on its way; it has the table's lock from `start` to `end`."""

    __slots__ = (
        "asker",
        "began",
        "command",
        "done",
        "entry",
        "holder",
        "language",
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
        self.entry: NewRow | None = None  # what is being written
        self.up_to_date = False  # whether rows of other processes were read for it
        self.began = time.perf_counter()

    # Each of these is the end, or leads to exactly one other -----------------------------------
    def start(self) -> None:
        """Check the command and hand its row to the writer, unless it is done already."""
        table, command = self.table, self.command
        try:
            if command.id in table.done:  # sent again
                self.acknowledge()
                self.end(table.done[command.id])
            elif command.seq > table.host.seq and not self.up_to_date:  # of another process
                self.catch_up()
            else:
                self.write()
        except Refused as refusal:
            REFUSALS.inc()
            self.end(refusal)
        except Exception as error:
            self.end(error)

    def write(self) -> None:
        pipeline, table = self.pipeline, self.table
        entry = table.host.check(self.seat, self.command, pipeline.now(), self.language)
        self.entry = entry if self.holder is None else entry._replace(holder=self.holder)
        pipeline.writer.tell(self.entry, self.written)

    def written(self, outcome: Outcome | Exception) -> None:
        """The writer has answered."""
        if outcome is Outcome.STORED:
            assert self.entry is not None
            pipeline, row = self.pipeline, self.entry.row
            pipeline.render_queue.add(self.show)  # first: an asker may leave at its answer
            pipeline.rows += 1
            MOVES.inc()
            ACKNOWLEDGED.observe(time.perf_counter() - self.began)
            self.table.done[row.command] = row.seq
            self.acknowledge()
        elif isinstance(outcome, Exception):
            self.end(outcome)
        elif outcome is Outcome.AHEAD:  # the log is shorter than it was: we cannot mend that
            self.pipeline.let_go(self.table)
            self.end(Trouble(say(self.language, "trouble.shorter", table=self.table.id)))
        else:
            RACES.inc()
            self.catch_up()

    def catch_up(self) -> None:
        """Read what other processes wrote, then start again."""
        table, last = self.table, self.table.host.seq
        self.entry, self.up_to_date = None, True
        rows = self.pipeline.writer.ask(lambda store: store.rows(table.id, last))
        rows.add_done_callback(self.caught_up)

    def caught_up(self, rows: asyncio.Future[list[Row]]) -> None:
        try:
            self.pipeline.read(self.table, rows.result())
        except Exception as error:
            self.end(error)
        else:
            self.start()

    def show(self) -> None:
        assert self.entry is not None
        try:
            self.pipeline.play(self.table, self.entry.row)
        except Exception:
            problem("a row could not be shown", table=self.table.id)
        self.end(self.entry.row.seq)

    def end(self, result: Result) -> None:
        """Release the table, set its timer and tell whoever submitted the command."""
        table = self.table
        table.lock.release()
        if not self.is_quiet(result):
            self.pipeline.schedule(table)
        self.done(result)

    def is_quiet(self, result: Result) -> bool:
        """Whether this was a move after which nothing is due, and no timer runs that might be.

        Most moves between people are; to set timers after each costs a tenth of a move.
        """
        entry, table = self.entry, self.table
        if entry is None or isinstance(result, Exception) or entry.row.kind != "move":
            return False
        return entry.due == NEVER and table.timer is None and not table.presence.missing

    def acknowledge(self) -> None:
        """Tell the asker, by its own id of the command, which row it became."""
        if self.asker is not None:
            its_own = self.command.id.partition("-")[2]
            self.asker.put(messages.write(messages.Done(its_own, self.table.done[self.command.id])))


def settle(future: asyncio.Future[int], result: Result) -> None:
    """Pass a result on to whoever waits, unless they have gone."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
