"""What happens to the game itself: deals, moves, undo, giving up, time."""

from __future__ import annotations

from typing import Any

from skipyard.options import Refused
from skipyard.table import fair_dice, result
from skipyard.table.chair import RESIGNED, TIME, all_revealed, nonces
from skipyard.table.command import Asked
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.rows import chairs, offers
from skipyard.table.table import Table, logged

DIGEST_EVERY = 50  # moves: there a drift of the rules is noticed


# Deals and moves ----------------------------------------------------------------------------------
def check_deal(host: HostState, asked: Asked) -> dict[str, Any]:
    phase = host.phase
    if phase == "revealing":
        ready = all_revealed(host.chairs) or asked.now >= host.reveal_ends
        if not asked.command.own or not ready:
            raise asked.no("host.not_ready")
        return {"round": 1}
    if phase != "between":
        raise asked.no("table.not_waiting")
    if asked.command.own and (host.people_here or asked.now < host.due()):
        raise asked.no("host.not_ready")
    assert host.table is not None
    return {"round": host.table.round + 1}


def deal(host: HostState, row: Row, data: dict[str, Any]) -> None:
    if host.table is None:
        key = fair_dice.table_key(host.header.key, nonces(host.chairs))
        kinds = [chair.kind for chair in host.chairs]
        host.table = Table(host.game, kinds, host.chosen, key)
    else:
        host.table.next_round()


def check_move(host: HostState, asked: Asked) -> dict[str, Any]:
    table, action = playing(host, asked), asked.command.action
    table.check(asked.seat, action, asked.language)
    check_time(host, asked)
    return {"digest": host.digest()} if digest_due(host) else {}


def digest_due(host: HostState) -> bool:
    """Whether the next move's row carries a digest of the position before it."""
    return host.moves % DIGEST_EVERY == DIGEST_EVERY - 1


def move(host: HostState, row: Row, data: dict[str, Any]) -> None:
    table = host.table
    if table is None or not 0 <= row.action < len(table.rules.ACTIONS):
        raise host.trouble("host.gap", row)
    if digest_due(host) and data["digest"] != host.digest():
        raise host.trouble("host.drift", row)
    if not host.follows(row.seat, row.action):
        raise host.trouble("host.gap", row)
    table.fold([logged(row.seat, row.action)])
    host.moves += 1
    offers.lapse(host)
    if table.over:
        host.end(result.played(table))


# Taking back, giving up ---------------------------------------------------------------------------
def check_undo(host: HostState, asked: Asked) -> tuple[str, dict[str, Any]]:
    table = playing(host, asked)
    check_time(host, asked)
    try:
        table.check_undo(asked.seat, asked.language)
    except Refused as refusal:
        return "offer", offers.undo_refused(host, asked, refusal)
    return "undo", {}


def undo(host: HostState, row: Row, data: dict[str, Any]) -> None:
    offers.take_back(host, 0 if host.table is None else len(host.table.log) - 1, row)


def check_resign(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise asked.no("host.not_playing")
    return {}


def resign(host: HostState, row: Row, data: dict[str, Any]) -> None:
    give_up(host, row.seat, RESIGNED)


def check_flag(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.clock.running != asked.seat or asked.now < host.clock.runs_out:
        raise asked.no("host.time_left")
    return {}


def flag(host: HostState, row: Row, data: dict[str, Any]) -> None:
    give_up(host, row.seat, TIME)


def give_up(host: HostState, seat: int, why: str) -> None:
    """Of two sides the other one has won, unless a partner plays on; else a bot plays the seat."""
    assert host.table is not None
    sides = result.sides_of(host.table)
    mates = range(seat % sides, len(host.chairs), sides)
    if sides == 2 and not any(host.chairs[mate].here for mate in mates if mate != seat):
        host.end(result.given_up(host.table, seat, why))
    else:
        chairs.put_bot(host, seat, why)


# Time -------------------------------------------------------------------------------------------
def check_pause(host: HostState, asked: Asked) -> dict[str, Any]:
    ms = asked.command.data.get("ms")
    if type(ms) is not int or ms < 0:
        raise asked.no("host.form")
    return {"ms": ms}


def pause(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.clock = host.clock.paused(data["ms"], row.at)


def playing(host: HostState, asked: Asked) -> Table:
    if host.table is None or host.phase != "playing":
        raise asked.no("host.not_playing")
    return host.table


def check_time(host: HostState, asked: Asked) -> None:
    """Refuse what comes when the time is up, whether or not that has been written yet."""
    if host.clock.running == asked.seat and asked.now >= host.clock.runs_out:
        raise asked.no("host.time_up")
