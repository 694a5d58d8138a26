"""Rows about the game itself: deals, moves, undo, resigning, time."""

from __future__ import annotations

from typing import Any

from skipyard.table import fair_dice, result
from skipyard.table.chair import RESIGNED, TIME, all_revealed, nonces
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.rows import chairs, offers
from skipyard.table.table import Table, shared_action

DIGEST_EVERY = 50  # moves; a digest shows whether the rules have changed since


# Deals and moves ----------------------------------------------------------------------------------
def check_deal(host: HostState, attempt: Attempt) -> dict[str, Any]:
    phase = host.phase
    if phase == "revealing":
        ready = all_revealed(host.chairs) or attempt.now >= host.reveal_ends
        if not attempt.command.own or not ready:
            raise attempt.refusal("host.not_ready")
        return {"round": 1}
    if phase != "between":
        raise attempt.refusal("table.not_waiting")
    if attempt.command.own and (host.people_playing or attempt.now < host.due()):
        raise attempt.refusal("host.not_ready")
    assert host.table is not None
    return {"round": host.table.round + 1}


def deal(host: HostState, row: Row, data: dict[str, Any]) -> None:
    if host.table is None:
        key = fair_dice.table_key(host.header.key, nonces(host.chairs))
        kinds = [chair.kind for chair in host.chairs]
        host.table = Table(host.game, kinds, host.chosen, key)
    else:
        host.table.next_round()
    host.bot_moves = 0


def check_move(host: HostState, attempt: Attempt) -> dict[str, Any]:
    table, action = playing(host, attempt), attempt.command.action
    table.check(attempt.seat, action, attempt.language)
    check_time(host, attempt)
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
    table.fold([shared_action(row.seat, row.action)])
    host.moves += 1
    host.bot_moves = host.bot_moves + 1 if host.chairs[row.seat].bot else 0
    offers.lapse(host)
    if table.over:
        host.end(result.played(table))


# Taking back, giving up ---------------------------------------------------------------------------
def check_undo(host: HostState, attempt: Attempt) -> tuple[str, dict[str, Any]]:
    table = playing(host, attempt)
    check_time(host, attempt)
    table.check_undo_on(attempt.language)
    barrier = table.undo_barrier(attempt.seat)
    return ("offer", offers.undo_refused(host, attempt, barrier)) if barrier else ("undo", {})


def undo(host: HostState, row: Row, data: dict[str, Any]) -> None:
    offers.take_back(host, 0 if host.table is None else len(host.table.log) - 1, row)


def check_resign(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise attempt.refusal("host.not_playing")
    return {}


def resign(host: HostState, row: Row, data: dict[str, Any]) -> None:
    give_up(host, row.seat, RESIGNED)


def check_flag(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.clock.running != attempt.seat or attempt.now < host.clock.runs_out:
        raise attempt.refusal("host.time_left")
    return {}


def flag(host: HostState, row: Row, data: dict[str, Any]) -> None:
    give_up(host, row.seat, TIME)


def give_up(host: HostState, seat: int, why: str) -> None:
    """Of two sides the other wins, unless a partner plays on; otherwise a bot plays the seat."""
    assert host.table is not None
    sides = result.sides_of(host.table)
    mates = range(seat % sides, len(host.chairs), sides)
    if sides == 2 and not any(host.chairs[mate].played_by_person for mate in mates if mate != seat):
        host.end(result.given_up(host.table, seat, why))
    else:
        chairs.put_bot(host, seat, why)


def check_close(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise attempt.refusal("host.not_playing")
    return {}


def close(host: HostState, row: Row, data: dict[str, Any]) -> None:
    """End the game without a winner, as an operator of the server asks."""
    host.end(result.Result(result.CLOSED, (), (), ()))


# Time -------------------------------------------------------------------------------------------
def check_pause(host: HostState, attempt: Attempt) -> dict[str, Any]:
    data = attempt.command.data
    facts = {name: data.get(name, 0) for name in ("ms", "since", "until", "grace")}
    if any(type(fact) is not int or fact < 0 for fact in facts.values()):
        raise attempt.refusal("host.form")
    if facts["since"] < host.paid_until and facts["until"]:  # another process was quicker
        raise attempt.refusal("host.paid")
    return {name: fact for name, fact in facts.items() if fact}


def pause(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.clock = host.clock.paused(data.get("ms", 0), row.at, data.get("grace", 0))
    host.paid_until = data.get("until", row.at)


def playing(host: HostState, attempt: Attempt) -> Table:
    if host.table is None or host.phase != "playing":
        raise attempt.refusal("host.not_playing")
    return host.table


def check_time(host: HostState, attempt: Attempt) -> None:
    """Refuse a command whose time is up, whether or not the flag is in the log yet."""
    if host.clock.running == attempt.seat and attempt.now >= host.clock.runs_out:
        raise attempt.refusal("host.time_up")
