"""What clients sent, were told and were shown, and whether it all fits one log for each table."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from skipyard.seats import NOBODY
from skipyard.server.live.presenter import Presenter
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host


class Sent(NamedTuple):
    """A command as a client sent it; the same one may have been sent more than once."""

    table: str
    seat: int
    command: str
    kind: str
    action: int


class Told(NamedTuple):
    """The answer to a command: the row that it became, or 0 for a refusal."""

    table: str
    seat: int
    command: str
    seq: int


class Seen(NamedTuple):
    """What one connection was shown."""

    table: str
    connection: str
    viewer: int
    seq: int
    scene: str  # its fingerprint


def fingerprint(scene: Any) -> str:
    text = json.dumps(scene, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class History:
    """Everything that happened, in the order in which clients noticed it."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.told: list[Told] = []
        self.seen: list[Seen] = []

    def wrong(self, table: str, header: Header, rows: Sequence[Row]) -> list[str]:
        """What does not fit the log of a table, in sentences; nothing, if all is well."""
        return [
            *self.wrong_order(rows),
            *self.wrong_answers(table, rows),
            *self.wrong_rows(table, rows),
            *self.wrong_views(table, header, rows),
        ]

    def wrong_order(self, rows: Sequence[Row]) -> list[str]:
        found = []
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            found.append("The log has a gap.")
        for command, times in Counter(row.command for row in rows).items():
            if times > 1:
                found.append(f"{command} was applied {times} times.")
        return found

    def wrong_answers(self, table: str, rows: Sequence[Row]) -> list[str]:
        """Every acknowledged command is the row that was named; what was only refused is none."""
        found, done = [], set()
        for told in self.told:
            if told.table != table or not told.seq:
                continue
            done.add((told.seat, told.command))
            row = rows[told.seq - 1] if told.seq <= len(rows) else None
            if row is None or row.command != f"{told.seat}-{told.command}":
                found.append(f"{told.command} was acknowledged as row {told.seq}, and is not.")
        written = {row.command for row in rows}
        for told in self.told:
            refused = told.table == table and (told.seat, told.command) not in done
            if refused and f"{told.seat}-{told.command}" in written:
                found.append(f"{told.command} was refused, and is in the log.")
        answered = {(told.table, told.seat, told.command) for told in self.told}
        for sent in self.sent:
            if sent.table == table and sent[:3] not in answered:
                found.append(f"{sent.command} was never answered.")
        return found

    def wrong_rows(self, table: str, rows: Sequence[Row]) -> list[str]:
        """Every row of a person was sent by that person, as it stands there."""
        sent = {(each.seat, each.command): each for each in self.sent if each.table == table}
        found = []
        for row in rows:
            if ":" in row.command:  # the table's own
                continue
            seat, _, command = row.command.partition("-")
            message = sent.get((int(seat), command))
            if message is None or (row.kind, row.seat, row.action) != (
                message.kind,
                message.seat,
                message.action if message.kind == "move" else 0,
            ):
                found.append(f"Row {row.seq} was sent by nobody.")
        return found

    def wrong_views(self, table: str, header: Header, rows: Sequence[Row]) -> list[str]:
        """Nobody saw another past than the log's, went back in time, or was left behind."""
        found = []
        true = scenes(header, rows, {seen.viewer for seen in self.seen if seen.table == table})
        last: dict[str, int] = defaultdict(int)
        for seen in self.seen:
            if seen.table != table:
                continue
            if true.get((seen.viewer, seen.seq)) != seen.scene:
                found.append(f"{seen.connection} saw another row {seen.seq}.")
            if seen.seq < last[seen.connection]:
                found.append(f"{seen.connection} went back to row {seen.seq}.")
            last[seen.connection] = seen.seq
        for connection, seq in last.items():
            if seq != len(rows):
                found.append(f"{connection} was left behind at row {seq} of {len(rows)}.")
        return found


def scenes(header: Header, rows: Sequence[Row], viewers: set[int]) -> dict[tuple[int, int], str]:
    """The fingerprint of what each viewer sees after each row, from the log alone."""
    import msgspec

    host = Host(header)
    found = {}
    for row in (None, *rows):
        if row is not None:
            host.apply(row)
        presenter = Presenter(host)
        for viewer in viewers | {NOBODY}:
            scene = json.loads(msgspec.json.encode(presenter.scene(viewer, "en")))
            found[viewer, host.seq] = fingerprint(scene)
    return found
