"""How a finished table ended for each of its seats: what statistics are made of."""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.table.chair import PERSON, RESIGNED, TIME, Chair
from skipyard.table.database.store import SeatResult
from skipyard.table.host_state import HostState
from skipyard.table.result import sides_of

WON, LOST, DRAWN, UNKNOWN = "won", "lost", "drawn", "unknown"
PEOPLE, MIXED = "people", "mixed"  # whom a seat played, beside one kind of bot


def of(host: HostState) -> tuple[SeatResult, ...]:
    """The result of each seat of a table that is over."""
    ended = host.result
    assert ended is not None
    sides = len(host.chairs) if host.table is None else sides_of(host.table)
    return tuple(
        SeatResult(
            seat=seat,
            kind=chair.kind,
            against=against(host.chairs, seat, sides),
            outcome=outcome(host, seat, sides),
            place=ended.places[seat] if ended.places else 0,
            how=ended.how,
            moves=host.moves,
            ended=host.last_at,
        )
        for seat, chair in enumerate(host.chairs)
    )


def outcome(host: HostState, seat: int, sides: int) -> str:
    """Won, lost, drawn (several sides are first) or unknown; who gave up has lost."""
    assert host.result is not None
    winners = host.result.winners
    if not winners:
        return UNKNOWN
    if seat not in winners or host.chairs[seat].away in (RESIGNED, TIME):
        return LOST
    return DRAWN if len({winner % sides for winner in winners}) > 1 else WON


def against(chairs: Sequence[Chair], seat: int, sides: int) -> str:
    """Whom a seat played: people, if there was one; else the bot, if all were the same."""
    kinds = {chair.kind for n, chair in enumerate(chairs) if n % sides != seat % sides}
    if PERSON in kinds:
        return PEOPLE
    return kinds.pop() if len(kinds) == 1 else MIXED
