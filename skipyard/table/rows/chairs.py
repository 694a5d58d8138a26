"""Who sits where: sitting down, standing up, nonces for the dice, bots that play on for people."""

from __future__ import annotations

from typing import Any

from skipyard import bots
from skipyard.table import fair_dice
from skipyard.table.chair import FREE, LEFT, PERSON, at_first
from skipyard.table.command import Asked
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.policy import BOT

LONGEST_NAME = 40


# Sitting down and standing up -----------------------------------------------------------------
def check_sit(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.phase != "gathering":
        raise asked.no("host.full")
    if host.chairs[asked.seat].kind != FREE:
        raise asked.no("host.taken")
    data = asked.command.data
    name, kind, nonce = data.get("name", ""), data.get("kind", PERSON), data.get("nonce", "")
    if kind != PERSON and kind not in [BOT + bot for bot in bots.NAMES]:
        raise asked.no("host.kind", bots=", ".join(bots.NAMES))
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise asked.no("host.name", longest=LONGEST_NAME)
    if nonce != "" and not (kind == PERSON and fair_dice.is_hex(nonce)):
        raise asked.no("host.commitment")
    return {"kind": kind, "name": name, "nonce": nonce}


def sit(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(
        kind=data["kind"], name=data["name"], commitment=data["nonce"]
    )
    host.seated_at = row.at


def check_stand(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.phase != "gathering":
        raise asked.no("host.begun")
    chair = host.chairs[asked.seat]
    if chair.kind == FREE or chair.reserved.startswith(BOT):
        raise asked.no("host.not_seated")
    return {}


def stand(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = at_first(host.chairs[row.seat].reserved)


# Nonces for the dice --------------------------------------------------------------------------
def check_reveal(host: HostState, asked: Asked) -> dict[str, Any]:
    chair, nonce = host.chairs[asked.seat], asked.command.data.get("nonce", "")
    if host.phase != "revealing" or not chair.commitment or chair.nonce:
        raise asked.no("host.no_reveal")
    if (
        not fair_dice.is_hex(nonce)
        or fair_dice.nonce_commitment(bytes.fromhex(nonce)) != chair.commitment
    ):
        raise asked.no("host.nonce")
    return {"nonce": nonce}


def reveal(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(nonce=data["nonce"])


# Bots for people who are away -------------------------------------------------------------------
def check_bot(host: HostState, asked: Asked) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise asked.no("host.not_playing")
    if not host.chairs[asked.seat].here:
        raise asked.no("host.nobody_here")
    return {"why": LEFT}


def bot(host: HostState, row: Row, data: dict[str, Any]) -> None:
    put_bot(host, row.seat, data["why"])


def put_bot(host: HostState, seat: int, why: str) -> None:
    """A bot plays on; what waited for this person's answer is no longer open."""
    host.offers.clear()
    host.chairs[seat] = host.chairs[seat]._replace(away=why)


def check_back(host: HostState, asked: Asked) -> dict[str, Any]:
    away = host.chairs[asked.seat].away
    if not away:
        raise asked.no("host.not_away")
    if away != LEFT:
        raise asked.no("host.for_good")
    return {}


def back(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(away="")
