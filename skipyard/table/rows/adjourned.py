"""Tables that were opened under older rules, and what happens where today's rules differ.

Such a table is folded with today's rules and goes on while every move is still legal and every
digest agrees. At the first row that does not follow it is adjourned: the position stays as it was
before that row, and later rows change only people and offers.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

from skipyard.table.database.store import Row, Trouble
from skipyard.table.host_state import HostState
from skipyard.table.result import UNKNOWN, Result
from skipyard.table.rows import offers
from skipyard.table.rows.row_kinds import POSITION, ROW_KINDS

# What applying a bad row may raise; json raises RecursionError.
UNFIT = (
    ValueError,
    LookupError,
    TypeError,
    AssertionError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def note(host: HostState, row: Row) -> None:
    """Apply what a row says about people and offers; the position stays as it is."""
    if row.kind in POSITION:
        host.moves += row.kind == "move"
        offers.lapse(host)
        return
    with contextlib.suppress(Trouble, *UNFIT):
        ROW_KINDS[row.kind].apply(host, row, data_of(row))


def was_over(host: HostState, row: Row) -> bool:
    """Whether a row shows that the game had ended, though today's rules would play on."""
    if not host.older or host.result is not None or row.kind != "offer":
        return False
    try:
        return bool(data_of(row).get("what") == offers.REMATCH)
    except UNFIT:  # its data are damaged
        return False


def end(host: HostState, seq: int) -> None:
    """End a game that was over by the rules of its time; who won is no longer known."""
    host.adjourned = host.adjourned or seq
    host.end(Result(UNKNOWN, (), (), ()))
    host.update_phase()


def data_of(row: Row) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(row.data) if row.data else {}
    return data
