"""What people agree on: a draw, taking back more than the policy allows, another game."""

from __future__ import annotations

from typing import Any

from skipyard.options import Refused
from skipyard.table import result
from skipyard.table.command import Asked
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState, Offer
from skipyard.table.table import DEALER

DRAW, UNDO, REMATCH = "draw", "undo", "rematch"
WHAT = (DRAW, UNDO, REMATCH)


# Offering -----------------------------------------------------------------------------------------
def check_offer(host: HostState, asked: Asked) -> dict[str, Any]:
    what = asked.command.data.get("what")
    if what not in WHAT:
        raise asked.no("offer.what", what=", ".join(WHAT))
    if what in host.offers:
        raise asked.no("offer.already")
    if what == REMATCH:
        return check_rematch_offer(host, asked)
    if host.phase != "playing":
        raise asked.no("host.not_playing")
    return check_draw(host, asked) if what == DRAW else check_undo(host, asked)


def check_rematch_offer(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.phase != "over":
        raise asked.no("offer.not_over")
    if host.next_table:
        raise asked.no("offer.rematch_open")
    return {"what": REMATCH}


def check_draw(host: HostState, asked: Asked) -> dict[str, Any]:
    assert host.table is not None
    options = host.game.options
    if not getattr(options, "AGREED_DRAW", False) or result.sides_of(host.table) > 2:
        raise asked.no("offer.no_draw", game=host.game.title)
    if any(chair.bot for chair in host.chairs):
        raise asked.no("offer.bot_draw")
    return {"what": DRAW}


def check_undo(host: HostState, asked: Asked) -> dict[str, Any]:
    """By consent: to before the asker's last move of this round, whatever came since."""
    assert host.table is not None
    host.table.check_undo_on(asked.language)
    if not host.policy.casual:
        raise asked.no("offer.not_casual")
    for at in range(len(host.table.log) - 1, -1, -1):
        entry = host.table.log[at]
        if entry.seat == DEALER:
            break
        if entry.seat == asked.seat:
            return {"what": UNDO, "to": at}
    raise asked.no("undo.nothing")


def offer(host: HostState, row: Row, data: dict[str, Any]) -> None:
    agreed = frozenset((row.seat,))
    made = Offer(data["what"], row.seat, row.seq, agreed, data.get("to", 0))
    settle(host, made, row)


# Answering ----------------------------------------------------------------------------------------
def check_agree(host: HostState, asked: Asked) -> dict[str, Any]:
    pending = answered(host, asked)
    if asked.seat in pending.agreed:
        raise asked.no("offer.agreed")
    return {"what": pending.what}


def agree(host: HostState, row: Row, data: dict[str, Any]) -> None:
    pending = host.offers[data["what"]]
    settle(host, pending._replace(agreed=pending.agreed | {row.seat}), row)


def check_decline(host: HostState, asked: Asked) -> dict[str, Any]:
    return {"what": answered(host, asked).what}


def decline(host: HostState, row: Row, data: dict[str, Any]) -> None:
    del host.offers[data["what"]]


def answered(host: HostState, asked: Asked) -> Offer:
    """The offer that a command answers, if the sender can have seen it."""
    pending = host.offers.get(str(asked.command.data.get("what")))
    if pending is None:
        raise asked.no("offer.none")
    if asked.command.seq < pending.seq:
        raise asked.no("host.stale")
    return pending


def settle(host: HostState, pending: Offer, row: Row) -> None:
    """Keep an offer until all people who are here want it, then do it; bots never object."""
    people = {seat for seat, chair in enumerate(host.chairs) if chair.here}
    if not people <= pending.agreed:
        host.offers[pending.what] = pending
        return
    host.offers.pop(pending.what, None)
    assert host.table is not None
    if pending.what == UNDO:
        take_back(host, pending.to, row)
        host.furthest = len(host.table.log) - 1  # the clock of a move starts anew
    elif pending.what == DRAW:
        host.end(result.agreed(host.table))
    else:
        host.rematch_agreed = True


def lapse(host: HostState) -> None:
    """The game went on: offers about it are no longer open."""
    for what in (DRAW, UNDO):
        host.offers.pop(what, None)


# Another game -------------------------------------------------------------------------------------
def take_back(host: HostState, to: int, row: Row) -> None:
    """Keep the first `to` entries of the game's log."""
    assert host.table is not None
    if host.adjourned:  # it is no longer the game that was taken back
        return
    if not 0 <= to <= len(host.table.log):
        raise host.trouble("host.gap", row)
    host.table.keep(to)
    host.changed = row.seq
    lapse(host)


def check_rematch(host: HostState, asked: Asked) -> dict[str, Any]:
    table = asked.command.data.get("table")
    if not host.rematch_agreed or host.next_table:
        raise asked.no("offer.no_rematch")
    if not isinstance(table, str) or not table:
        raise asked.no("host.form")
    return {"table": table}


def rematch(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.next_table = data["table"]


def undo_refused(host: HostState, asked: Asked, refusal: Refused) -> dict[str, Any]:
    """What a refused undo becomes: an offer at a casual table, else the refusal that it was."""
    if not host.policy.casual:
        raise refusal
    if UNDO in host.offers:
        raise asked.no("offer.already")
    return check_undo(host, asked)
