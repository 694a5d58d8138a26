"""Rows about what people agree on: a draw, an undo beyond the policy, another game."""

from __future__ import annotations

from typing import Any

from skipyard.table import fair_dice, result
from skipyard.table.chair import LEFT
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState, Offer
from skipyard.table.table import DEALER

DRAW, UNDO, REMATCH = "draw", "undo", "rematch"
WHAT = (DRAW, UNDO, REMATCH)


# Offering -----------------------------------------------------------------------------------------
def check_offer(host: HostState, attempt: Attempt) -> dict[str, Any]:
    what = attempt.command.data.get("what")
    if what not in WHAT:
        raise attempt.refusal("offer.what", what=", ".join(WHAT))
    if what in host.offers:
        raise attempt.refusal("offer.already")
    if what == REMATCH:
        return check_rematch_offer(host, attempt)
    if host.phase != "playing":
        raise attempt.refusal("host.not_playing")
    return check_draw(host, attempt) if what == DRAW else check_undo(host, attempt)


def check_rematch_offer(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase != "over":
        raise attempt.refusal("offer.not_over")
    if host.next_table:
        raise attempt.refusal("offer.rematch_open")
    if host.policy.tournament:
        raise attempt.refusal("host.tournament")
    return {"what": REMATCH} | promised(attempt)


def promised(attempt: Attempt) -> dict[str, Any]:
    """The commitment to a nonce for the dice of the rematch, if the sender makes one."""
    nonce = attempt.command.data.get("nonce", "")
    if nonce and not fair_dice.is_hex(nonce):
        raise attempt.refusal("host.commitment")
    return {"nonce": nonce} if nonce else {}


def check_draw(host: HostState, attempt: Attempt) -> dict[str, Any]:
    assert host.table is not None
    options = host.game.options
    if not getattr(options, "AGREED_DRAW", False) or result.sides_of(host.table) > 2:
        raise attempt.refusal("offer.no_draw", game=host.game.title)
    if any(chair.bot for chair in host.chairs):
        raise attempt.refusal("offer.bot_draw")
    return {"what": DRAW}


def check_undo(host: HostState, attempt: Attempt) -> dict[str, Any]:
    """Offer to go back to before the sender's last move of this round, whatever came since."""
    assert host.table is not None
    host.table.check_undo_on(attempt.language)
    if not host.policy.casual:
        raise attempt.refusal("offer.not_casual")
    if any(chair.away == LEFT for chair in host.chairs):  # else one could look and take back
        raise attempt.refusal("offer.away")
    for at in range(len(host.table.log) - 1, -1, -1):
        entry = host.table.log[at]
        if entry.seat == DEALER:
            break
        if entry.seat == attempt.seat:
            return {"what": UNDO, "to": at}
    raise attempt.refusal("undo.nothing")


def offer(host: HostState, row: Row, data: dict[str, Any]) -> None:
    agreed = frozenset((row.seat,))
    note_promise(host, row, data)
    made = Offer(data["what"], row.seat, row.seq, agreed, data.get("to", 0))
    settle(host, made, row)


def note_promise(host: HostState, row: Row, data: dict[str, Any]) -> None:
    if data["what"] == REMATCH and data.get("nonce"):
        host.promises[row.seat] = data["nonce"]


# Answering ----------------------------------------------------------------------------------------
def check_agree(host: HostState, attempt: Attempt) -> dict[str, Any]:
    pending = answered(host, attempt)
    if attempt.seat in pending.agreed:
        raise attempt.refusal("offer.agreed")
    return {"what": pending.what} | (promised(attempt) if pending.what == REMATCH else {})


def agree(host: HostState, row: Row, data: dict[str, Any]) -> None:
    pending = host.offers[data["what"]]
    note_promise(host, row, data)
    settle(host, pending._replace(agreed=pending.agreed | {row.seat}), row)


def check_decline(host: HostState, attempt: Attempt) -> dict[str, Any]:
    return {"what": answered(host, attempt).what}


def decline(host: HostState, row: Row, data: dict[str, Any]) -> None:
    del host.offers[data["what"]]


def answered(host: HostState, attempt: Attempt) -> Offer:
    """The offer that a command answers, if the sender can have seen it."""
    pending = host.offers.get(str(attempt.command.data.get("what")))
    if pending is None:
        raise attempt.refusal("offer.none")
    if attempt.command.seq < pending.seq:
        raise attempt.refusal("host.stale")
    return pending


def settle(host: HostState, pending: Offer, row: Row) -> None:
    """Keep an offer open until everybody who plays agrees, then do it; bots never object."""
    if not set(host.people_playing) <= pending.agreed:
        host.offers[pending.what] = pending
        return
    host.offers.pop(pending.what, None)
    assert host.table is not None
    if pending.what == UNDO:
        take_back(host, pending.to, row)
        host.furthest = len(host.table.log) - 1  # so that the clock of a move restarts
    elif pending.what == DRAW:
        host.end(result.agreed(host.table))
    else:
        host.rematch_agreed = True


def lapse(host: HostState) -> None:
    """Close the offers about the game: it went on."""
    for what in (DRAW, UNDO):
        host.offers.pop(what, None)


# Another game -------------------------------------------------------------------------------------
def take_back(host: HostState, to: int, row: Row) -> None:
    """Keep the first `to` entries of the game's log."""
    assert host.table is not None
    if host.adjourned:  # our position is no longer the one that was meant
        return
    if not 0 <= to <= len(host.table.log):
        raise host.trouble("host.gap", row)
    host.table.truncate(to)
    host.changed = row.seq
    lapse(host)


def check_rematch(host: HostState, attempt: Attempt) -> dict[str, Any]:
    table = attempt.command.data.get("table")
    if not host.rematch_agreed or host.next_table:
        raise attempt.refusal("offer.no_rematch")
    if not isinstance(table, str) or not table:
        raise attempt.refusal("host.form")
    return {"table": table}


def rematch(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.next_table = data["table"]


def undo_refused(host: HostState, attempt: Attempt, barrier: str) -> dict[str, Any]:
    """Turn a refused undo into an offer at a casual table; elsewhere it stays refused."""
    if not host.policy.casual:
        raise attempt.refusal(barrier)
    if UNDO in host.offers:
        raise attempt.refusal("offer.already")
    return check_undo(host, attempt)
