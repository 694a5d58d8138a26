"""What was told at a table lately, for somebody who has just come or come back.

The latest rows are kept with the position before each. Their events are made on demand from the
viewer's own views of these positions, exactly as they were made when the rows were new. What was
made is kept compressed: as objects it takes 45 KB a viewer.
"""

from __future__ import annotations

import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from skipyard.games.scene import Event
from skipyard.table.chair import Chair
from skipyard.table.database.store import Row
from skipyard.table.host import Host
from skipyard.table.table import array_of_one

if TYPE_CHECKING:
    from skipyard.server.live.presenter import Presenter

EventsBySeq = dict[int, list[Event]]
read_events = msgspec.msgpack.Decoder(EventsBySeq)
MOST_ROWS = 60  # that are told again; a state takes about 500 bytes


class PastRow(msgspec.Struct, gc=False):
    """A row, and what was true before it; the garbage collector need not look at it."""

    seq: int
    kind: str
    seat: int
    action: int
    data: str
    command: str
    at: int
    state: bytes | None  # None before the deal
    turn: int
    chairs: tuple[Chair, ...]


class PastEvents:
    """The latest rows of one table, and their events for each viewer and language."""

    def __init__(self) -> None:
        self.rows: deque[PastRow] = deque(maxlen=MOST_ROWS)
        self.known: dict[tuple[int, str], bytes] = {}  # by viewer and language
        self.chairs: tuple[Chair, ...] = ()  # of the latest row; few rows change them

    def add(self, host: Host, row: Row) -> None:
        """Note a row that is about to be applied."""
        chairs = tuple(host.chairs)
        if chairs != self.chairs:
            self.chairs = chairs
        self.rows.append(PastRow(*row[1:], state_of(host), host.turn, self.chairs))

    def events(
        self, presenter: Presenter, viewer: int, language: str, last: int | None = None
    ) -> list[Event]:
        """The latest events with a sentence, oldest first, as this viewer may know them.

        Those of rows after `last` are left out.
        """
        cached = unpack(self.known.get((viewer, language)))
        known: EventsBySeq = {}
        scratch: Presenter | None = None
        after = state_of(presenter.host)
        for past in reversed(self.rows):
            seq = past.seq
            if seq in cached:
                known[seq] = cached[seq]
            else:
                scratch = scratch or presenter.copy()
                known[seq] = tell(scratch, past, after, viewer, language)
            after = past.state
        if known.keys() != cached.keys():
            self.known[viewer, language] = pack(known)
        told = [seq for seq in sorted(known) if last is None or seq <= last]
        return [event for seq in told for event in known[seq]][-MOST_ROWS:]


def pack(known: EventsBySeq) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(known), level=1)


def unpack(packed: bytes | None) -> EventsBySeq:
    return {} if packed is None else read_events.decode(zlib.decompress(packed))


def tell(
    scratch: Presenter, past: PastRow, after: bytes | None, viewer: int, language: str
) -> list[Event]:
    """The events of a row that have a sentence; `scratch` is turned back to before the row."""
    host = scratch.host
    row = Row(
        host.header.table,
        past.seq,
        past.kind,
        past.seat,
        past.action,
        past.data,
        past.command,
        past.at,
    )
    host.turn, host.chairs = past.turn, list(past.chairs)
    view = put_state(scratch, past.state, viewer)
    sentence = scratch.sentence(row, viewer, language)
    seen = put_state(scratch, after, viewer) if row.kind in ("move", "deal") else None
    events = scratch.events(row, view, seen, sentence, language)
    return [event for event in events if event.label]


def put_state(scratch: Presenter, state: bytes | None, viewer: int) -> Any:
    """Put a state on the table; what the viewer sees of it."""
    table = scratch.host.table
    if state is None or table is None:
        return None
    table.states = array_of_one(state, table.rules.State)
    scratch.views = {}
    return scratch.view(viewer)


def state_of(host: Host) -> bytes | None:
    return None if host.table is None else host.table.states.tobytes()
