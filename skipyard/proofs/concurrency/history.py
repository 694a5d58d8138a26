"""What clients sent, were answered and were shown, checked against each table's log."""

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


class SentCommand(NamedTuple):
    """A command as a client sent it; the same one may have been sent more than once."""

    table: str
    seat: int
    command: str
    kind: str
    action: int


class Answer(NamedTuple):
    """The answer to a command: the row that it became, or 0 for a refusal."""

    table: str
    seat: int
    command: str
    seq: int


class ShownScene(NamedTuple):
    """What one connection was shown."""

    table: str
    connection: str
    viewer: int
    seq: int
    scene: str  # a fingerprint of it


def fingerprint(scene: Any) -> str:
    text = json.dumps(scene, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class History:
    """Everything that happened, in the order in which clients noticed it."""

    def __init__(self) -> None:
        self.sent: list[SentCommand] = []
        self.answers: list[Answer] = []
        self.shown: list[ShownScene] = []

    def problems(self, table: str, header: Header, rows: Sequence[Row]) -> list[str]:
        """Sentences about everything that does not fit a table's log."""
        return [
            *self.order_problems(rows),
            *self.answer_problems(table, rows),
            *self.row_problems(table, rows),
            *self.view_problems(table, header, rows),
        ]

    def order_problems(self, rows: Sequence[Row]) -> list[str]:
        problems = []
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            problems.append("The log has a gap.")
        for command, times in Counter(row.command for row in rows).items():
            if times > 1:
                problems.append(f"{command} was applied {times} times.")
        return problems

    def answer_problems(self, table: str, rows: Sequence[Row]) -> list[str]:
        """Check that acknowledged commands are the rows they name and refused ones are no rows."""
        problems, done = [], set()
        for answer in self.answers:
            if answer.table != table or not answer.seq:
                continue
            done.add((answer.seat, answer.command))
            row = rows[answer.seq - 1] if answer.seq <= len(rows) else None
            if row is None or row.command != f"{answer.seat}-{answer.command}":
                problems.append(
                    f"{answer.command} was acknowledged as row {answer.seq}, and is not."
                )
        written = {row.command for row in rows}
        for answer in self.answers:
            refused = answer.table == table and (answer.seat, answer.command) not in done
            if refused and f"{answer.seat}-{answer.command}" in written:
                problems.append(f"{answer.command} was refused, and is in the log.")
        answered = {(answer.table, answer.seat, answer.command) for answer in self.answers}
        for sent in self.sent:
            if sent.table == table and sent[:3] not in answered:
                problems.append(f"{sent.command} was never answered.")
        return problems

    def row_problems(self, table: str, rows: Sequence[Row]) -> list[str]:
        """Check that every row of a person was sent by that person, unchanged."""
        sent = {(each.seat, each.command): each for each in self.sent if each.table == table}
        problems = []
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
                problems.append(f"Row {row.seq} was sent by nobody.")
        return problems

    def view_problems(self, table: str, header: Header, rows: Sequence[Row]) -> list[str]:
        """Check that nobody saw another history, went back in time, or was left behind."""
        problems = []
        true = scenes(header, rows, {shown.viewer for shown in self.shown if shown.table == table})
        last: dict[str, int] = defaultdict(int)
        for shown in self.shown:
            if shown.table != table:
                continue
            if true.get((shown.viewer, shown.seq)) != shown.scene:
                problems.append(f"{shown.connection} saw another row {shown.seq}.")
            if shown.seq < last[shown.connection]:
                problems.append(f"{shown.connection} went back to row {shown.seq}.")
            last[shown.connection] = shown.seq
        for connection, seq in last.items():
            if seq != len(rows):
                problems.append(f"{connection} was left behind at row {seq} of {len(rows)}.")
        return problems


def scenes(header: Header, rows: Sequence[Row], viewers: set[int]) -> dict[tuple[int, int], str]:
    """A fingerprint of each viewer's scene after each row, computed from the log."""
    import msgspec

    host = Host(header)
    fingerprints = {}
    for row in (None, *rows):
        if row is not None:
            host.apply(row)
        presenter = Presenter(host)
        for viewer in viewers | {NOBODY}:
            scene = json.loads(msgspec.json.encode(presenter.scene(viewer, "en")))
            fingerprints[viewer, host.seq] = fingerprint(scene)
    return fingerprints
