"""The state machine of one tournament: commands become rows, rows change the state.

It has no I/O and no clock, as `table/host.py` for a table: the server passes the time and writes
the rows. Opening a tournament is applying its rows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from skipyard.table.command import Attempt, Command, check_form
from skipyard.table.database.store import Header, NewRow, Row, Trouble
from skipyard.table.files.canonical_json import dumps
from skipyard.tournament.row_kinds import ROW_KINDS
from skipyard.tournament.sentences import say
from skipyard.tournament.state import OVER, TournamentState


class Tournament(TournamentState):
    """A tournament that checks commands and applies rows."""

    def __init__(self, header: Header, rows: Sequence[Row] = (), language: str = "en") -> None:
        super().__init__(header, language)
        for row in rows:
            self.apply(row)

    def check(self, player: int, command: Command, now: int, language: str = "en") -> NewRow:
        """The row that a command would become, or Refused with a sentence; nothing changes."""
        attempt = Attempt(player, command, max(now, self.last_at), language)
        check_form(attempt)
        kind = ROW_KINDS.get(command.kind)
        if kind is None or (kind.own and not command.own):
            raise self.refuse(language, "form")
        data = kind.check(self, attempt)
        row = Row(
            self.id,
            self.seq + 1,
            command.kind,
            player,
            0,
            dumps(data) if data else "",
            command.id,
            attempt.now,
        )
        after = self.copy()
        after.apply(row)
        return NewRow(row, after.due(), after.phase == OVER)

    def apply(self, row: Row) -> None:
        """Apply one row that is on disk; Trouble with a sentence where that cannot be done."""
        if row.seq != self.seq + 1 or row.kind not in ROW_KINDS:
            raise Trouble(say(self.language, "tournament.gap", tournament=self.id, seq=row.seq))
        ROW_KINDS[row.kind].apply(self, row, json.loads(row.data) if row.data else {})
        self.seq, self.last_at = row.seq, max(row.at, self.last_at)
        self.update_phase()
