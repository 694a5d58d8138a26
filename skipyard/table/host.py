"""One table as a state machine: commands are checked, durable rows are folded, each once.

No file, no socket, no clock of its own: the server brings the time and writes the rows. Opening a
table is folding its rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.seats import NOBODY
from skipyard.table.chair import LEFT, PERSON
from skipyard.table.command import Asked, Command, check_form
from skipyard.table.database.store import Entry, Header, Row, Trouble
from skipyard.table.files.canonical_json import dumps
from skipyard.table.host_state import HostState
from skipyard.table.rows import adjourned
from skipyard.table.rows.row_kinds import ABOUT_SEAT, ACTS, PEOPLE, POSITION, TABLE, WITHOUT_SEAT


class Host(HostState):
    """A table that checks commands and folds rows."""

    def __init__(self, header: Header, rows: Sequence[Row] = (), language: str = "en") -> None:
        super().__init__(header, language)
        self.tried: tuple[Row, Host] | None = None  # the row checked last, and what it makes of us
        for row in rows:
            self.apply(row)

    # Checking -------------------------------------------------------------------------------------
    def check(self, seat: int, command: Command, now: int, language: str = "en") -> Entry:
        """The row that a command would become, or Refused with a sentence; nothing changes."""
        asked = Asked(seat, command, max(now, self.last_at), language)
        check_form(asked)
        if self.phase == "adjourned":
            raise asked.no("host.adjourned")
        if command.kind not in ACTS:
            raise asked.no("host.kind_of_wish")
        act = ACTS[command.kind]
        if act.who == (PEOPLE if command.own else TABLE):
            raise asked.no("host.own")
        self.check_seat(asked)
        if command.seq > self.seq or (act.answers and command.seq < self.changed):
            raise asked.no("host.stale")
        kind, data = act.check(self, asked)
        row = Row(
            self.header.table,
            self.seq + 1,
            kind,
            seat,
            command.action if kind == "move" else 0,
            dumps(data) if data else "",
            command.id,
            asked.now,
        )
        after = self.copy()
        after.apply(row)
        self.tried = row, after
        return Entry(row, after.due(), after.done, after.free)

    def check_seat(self, asked: Asked) -> None:
        """Refuse watchers, seats that are not there, and people whose place a bot has."""
        command, seats = asked.command, len(self.chairs)
        if asked.seat == NOBODY:
            if command.own and command.kind in WITHOUT_SEAT:
                return
            raise asked.no("host.watcher")
        if not 0 <= asked.seat < seats:
            raise asked.no("table.seat", seats=seats)
        chair = self.chairs[asked.seat]
        if command.kind in ABOUT_SEAT:
            return
        if command.own:
            if not chair.bot:
                raise asked.no("host.not_bot")
        elif chair.kind != PERSON:
            raise asked.no("host.not_seated")
        elif chair.away and self.phase != "over":
            raise asked.no("host.away" if chair.away == LEFT else "host.for_good")

    def copy(self) -> Host:
        """A host of its own with the same past, to try a row on."""
        twin = object.__new__(Host)  # `copy.copy` takes ten times as long
        vars(twin).update(vars(self))
        twin.tried = None
        twin.chairs, twin.offers = list(self.chairs), dict(self.offers)
        twin.table = None if self.table is None else self.table.copy()
        return twin

    # Folding --------------------------------------------------------------------------------------
    def apply(self, row: Row) -> None:
        """Fold one durable row; Trouble with a sentence where the log is not ours to read."""
        if self.tried is not None and self.tried[0] is row:
            vars(self).update(vars(self.tried[1]))  # it has been played already, to check it
            return
        self.tried = None
        if row.seq != self.seq + 1 or row.kind not in ACTS:
            raise self.trouble("host.gap", row)
        mover = self.clock.running
        self.fold(row)
        self.seq, self.last_at = row.seq, max(row.at, self.last_at)
        if row.kind in POSITION:
            self.changed = row.seq
        self.update_phase()
        self.run_clock(row, mover)

    def fold(self, row: Row) -> None:
        """Do what a row says; a table of older rules is adjourned where that cannot be done."""
        if adjourned.was_over(self, row):
            adjourned.end(self, row.seq)
        if not self.adjourned:
            try:
                ACTS[row.kind].do(self, row, adjourned.data_of(row))
            except adjourned.UNFIT:
                if not self.older:
                    raise self.trouble("host.gap", row) from None
                self.adjourned = row.seq
            except Trouble:
                if not self.older:
                    raise
                self.adjourned = row.seq
        if self.adjourned:
            adjourned.note(self, row)

    def run_clock(self, row: Row, mover: int) -> None:
        """Stop the clock that ran and start the one that is to run."""
        length = 0 if self.table is None else len(self.table.log)
        stopped, turn = self.clock.stopped(self.last_at), self.on_clock
        if row.kind in ("deal", "back") or length > self.furthest:
            if row.kind == "move" and mover == row.seat != turn:
                stopped = stopped.rewarded(mover)
            stopped = stopped.refreshed(turn)
            self.furthest = length
        self.clock = stopped.started(turn, self.last_at)
