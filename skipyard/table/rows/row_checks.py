"""Whether a row that comes from a database can be applied: it may have been changed by hand.

A row that `Host.check` has just made needs none of this. Compiled rules write where an illegal
move sends them, so no move is played unless it is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table.chair import LEFT, PERSON, RESIGNED, TIME
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.policy import BOT, INVITED, LINK, OPEN, is_bot
from skipyard.table.rows import offers
from skipyard.table.rows.row_kinds import WITHOUT_SEAT

Facts = dict[str, Any]
WHY = (LEFT, RESIGNED, TIME)


class Unfit(ValueError):
    """A row that cannot follow the rows before it."""


def check(host: HostState, row: Row, data: object) -> None:
    """Refuse a row whose parts are of the wrong kind, and a move or deal that is not possible."""
    need(all(type(number) is int for number in (row.seat, row.action, row.at)))
    need(isinstance(data, dict))
    nobody = row.seat == NOBODY and row.kind in WITHOUT_SEAT
    need(nobody or 0 <= row.seat < len(host.chairs))
    if row.kind in CHECKS:
        CHECKS[row.kind](host, row, data)  # type: ignore[arg-type]


def need(true: bool) -> None:
    if not true:
        raise Unfit


def check_move(host: HostState, row: Row, data: Facts) -> None:
    need(host.table is not None and host.phase == "playing")
    assert host.table is not None
    try:
        host.table.check(row.seat, row.action)
    except Refused:
        raise Unfit from None


def check_deal(host: HostState, row: Row, data: Facts) -> None:
    need(host.phase in ("revealing", "between"))


def check_sit(host: HostState, row: Row, data: Facts) -> None:
    # A bot of an older Skipyard may be gone; whoever plays on is told so then.
    kind = data["kind"]
    need(kind == PERSON or is_bot(kind) or (host.older and kind.startswith(BOT)))
    need(all(isinstance(data.get(key, ""), str) for key in ("name", "nonce", "face")))


def check_reveal(host: HostState, row: Row, data: Facts) -> None:
    need(len(bytes.fromhex(data["nonce"])) > 0)


def check_offer(host: HostState, row: Row, data: Facts) -> None:
    need(data["what"] in offers.WHAT and type(data.get("to", 0)) is int)
    need(isinstance(data.get("nonce", ""), str))


def check_answer(host: HostState, row: Row, data: Facts) -> None:
    need(data["what"] in offers.WHAT and isinstance(data.get("nonce", ""), str))


def check_bot(host: HostState, row: Row, data: Facts) -> None:
    need(data["why"] in WHY)


def check_pause(host: HostState, row: Row, data: Facts) -> None:
    need(all(type(number) is int and number >= 0 for number in data.values()))


def check_reserve(host: HostState, row: Row, data: Facts) -> None:
    need(data["chair"] in (OPEN, LINK, INVITED))


def check_rematch(host: HostState, row: Row, data: Facts) -> None:
    need(isinstance(data["table"], str))


CHECKS: dict[str, Callable[[HostState, Row, Facts], None]] = {
    "move": check_move,
    "deal": check_deal,
    "sit": check_sit,
    "reveal": check_reveal,
    "offer": check_offer,
    "agree": check_answer,
    "decline": check_answer,
    "bot": check_bot,
    "pause": check_pause,
    "reserve": check_reserve,
    "rematch": check_rematch,
}
