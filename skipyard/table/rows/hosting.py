"""Rows of the host: removing guests, keeping chairs, phrases on or off, handing the hosting over.

Where the host does something about another chair, the row is about that chair, and its data say by
whom it was done. The server writes such rows after it has seen the host's token.
"""

from __future__ import annotations

from typing import Any

from skipyard.table.chair import FREE, PERSON
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.policy import INVITED, LINK, OPEN

ON, OFF = "on", "off"


def check_by(host: HostState, attempt: Attempt) -> dict[str, Any]:
    """Refuse what somebody else than the host asks for."""
    by = attempt.command.data.get("by")
    if type(by) is not int or by < 0 or by != host.host_seat:
        raise attempt.refusal("host.only_host")
    return {"by": by}


def check_remove(host: HostState, attempt: Attempt) -> dict[str, Any]:
    data = check_by(host, attempt)
    if host.phase != "gathering":
        raise attempt.refusal("host.no_removal")
    if attempt.seat == data["by"] or host.chairs[attempt.seat].kind != PERSON:
        raise attempt.refusal("host.no_guest")
    return data


def check_reserve(host: HostState, attempt: Attempt) -> dict[str, Any]:
    """Keep a free chair for the holder of a code, or give it back to all who may have it."""
    data = check_by(host, attempt)
    if host.phase != "gathering" or host.chairs[attempt.seat].kind != FREE:
        raise attempt.refusal("host.taken")
    agreed = host.policy.chairs[attempt.seat]
    kinds = (INVITED, agreed if agreed in (OPEN, LINK) else LINK)
    wanted = attempt.command.data.get("chair")
    if wanted not in kinds:
        raise attempt.refusal("host.reserve", kinds=", ".join(kinds))
    return data | {"chair": wanted}


def reserve(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(reserved=data["chair"])


def check_hand_over(host: HostState, attempt: Attempt) -> dict[str, Any]:
    data = check_by(host, attempt)
    if attempt.seat == data["by"] or not host.chairs[attempt.seat].played_by_person:
        raise attempt.refusal("host.no_guest")
    return data


def hand_over(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.came = (row.seat, *(seat for seat in host.came if seat != row.seat))


def check_phrases(host: HostState, attempt: Attempt) -> dict[str, Any]:
    wanted = attempt.command.data.get("phrases")
    if wanted not in (ON, OFF):
        raise attempt.refusal("host.form")
    if attempt.seat != host.host_seat:
        raise attempt.refusal("host.only_host")
    return {"phrases": wanted}


def set_phrases(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.phrases = data["phrases"] == ON
