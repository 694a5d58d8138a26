"""One table as a state machine: it checks commands and applies rows that are on disk.

No I/O and no clock: the server passes the time and writes the rows. Opening a table is applying its
rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table import log_limit, seat_results
from skipyard.table.chair import LEFT, PERSON
from skipyard.table.command import Attempt, Command, check_form
from skipyard.table.database.store import Header, NewRow, Row, Trouble
from skipyard.table.files.canonical_json import dumps
from skipyard.table.host_state import HostState
from skipyard.table.rows import adjourned, row_checks
from skipyard.table.rows.row_kinds import (
    ABOUT_SEAT,
    PEOPLE,
    POSITION,
    ROW_KINDS,
    TABLE,
    WITHOUT_SEAT,
)


class Host(HostState):
    """A table that checks commands and applies rows."""

    def __init__(self, header: Header, rows: Sequence[Row] = (), language: str = "en") -> None:
        super().__init__(header, language)
        self.last_checked: tuple[Row, Host] | None = None  # a row, and the host after it
        for row in rows:
            self.apply(row)

    # Checking -------------------------------------------------------------------------------------
    def check(self, seat: int, command: Command, now: int, language: str = "en") -> NewRow:
        """The row that a command would become, or Refused with a sentence; nothing changes."""
        attempt = Attempt(seat, command, max(now, self.last_at), language)
        check_form(attempt)
        if self.phase == "adjourned":
            raise attempt.refusal("host.adjourned")
        if command.kind not in ROW_KINDS:
            raise attempt.refusal("host.kind_of_command")
        row_kind = ROW_KINDS[command.kind]
        if row_kind.asked_by == (PEOPLE if command.own else TABLE):
            raise attempt.refusal("host.own")
        self.check_seat(attempt)
        if self.seq >= log_limit.LONG:
            log_limit.check(self, attempt)
        if command.seq > self.seq or (row_kind.needs_position and command.seq < self.changed):
            raise attempt.refusal("host.stale")
        kind, data = row_kind.check(self, attempt)
        row = Row(
            self.header.table,
            self.seq + 1,
            kind,
            seat,
            command.action if kind == "move" else 0,
            dumps(data) if data else "",
            command.id,
            attempt.now,
        )
        after = self.copy()
        after.apply(row, checked=True)
        self.last_checked = row, after
        ends = after.result is not None and self.result is None
        results = seat_results.of(after) if ends else ()
        return NewRow(
            row, after.due(), after.done, after.free, turn=after.on_clock, results=results
        )

    def why_not(self, seat: int, kind: str, language: str = "en") -> str:
        """Why a command would be refused now; empty where it would not. Nothing changes."""
        command = Command(kind, self.seq, "ask")
        attempt = Attempt(seat, command, self.last_at, language)
        try:
            self.check_seat(attempt)
            ROW_KINDS[kind].check(self, attempt)
        except Refused as refusal:
            return str(refusal)
        return ""

    def check_seat(self, attempt: Attempt) -> None:
        """Refuse watchers, seats that do not exist, and people for whom a bot plays."""
        command, seats = attempt.command, len(self.chairs)
        if attempt.seat == NOBODY:
            if command.own and command.kind in WITHOUT_SEAT:
                return
            raise attempt.refusal("host.watcher")
        if not 0 <= attempt.seat < seats:
            raise attempt.refusal("table.seat", seats=seats)
        chair = self.chairs[attempt.seat]
        if command.kind in ABOUT_SEAT:
            return
        if command.own:
            if not chair.bot:
                raise attempt.refusal("host.not_bot")
        elif chair.kind != PERSON:
            raise attempt.refusal("host.not_seated")
        elif chair.away and self.phase != "over":
            raise attempt.refusal("host.away" if chair.away == LEFT else "host.for_good")

    def copy(self) -> Host:
        """A copy of this host, to try a row on."""
        copy = object.__new__(Host)  # `copy.copy` takes ten times as long
        vars(copy).update(vars(self))
        copy.last_checked = None
        copy.chairs, copy.offers = list(self.chairs), dict(self.offers)
        copy.promises = dict(self.promises)
        copy.table = None if self.table is None else self.table.copy()
        return copy

    # Applying -------------------------------------------------------------------------------------
    def apply(self, row: Row, checked: bool = False) -> None:
        """Apply one row that is on disk; Trouble with a sentence where that cannot be done.

        `checked`: we have just made it. Others may have been changed by hand.
        """
        if self.last_checked is not None and self.last_checked[0] is row:
            vars(self).update(vars(self.last_checked[1]))  # the check has applied it to a copy
            return
        self.last_checked = None
        if row.seq != self.seq + 1 or row.kind not in ROW_KINDS:
            raise self.trouble("host.gap", row)
        mover = self.clock.running
        self.fold(row, checked)
        self.seq, self.last_at = row.seq, max(row.at, self.last_at)
        if row.kind in POSITION:
            self.changed = row.seq
        self.update_phase()
        self.run_clock(row, mover)

    def fold(self, row: Row, checked: bool) -> None:
        """Change the state as a row says; adjourn a table of older rules where that fails."""
        if adjourned.was_over(self, row):
            adjourned.end(self, row.seq)
        if not self.adjourned:
            try:
                data = adjourned.data_of(row)
                if not checked:
                    row_checks.check(self, row, data)
                ROW_KINDS[row.kind].apply(self, row, data)
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
