"""Rows about chairs: sitting down, standing up, nonces, bots that play on for people."""

from __future__ import annotations

from typing import Any

from skipyard import bots
from skipyard.table import fair_dice
from skipyard.table.chair import FREE, LEFT, PERSON, new_chair
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.face import is_face
from skipyard.table.host_state import HostState
from skipyard.table.names import numbered
from skipyard.table.policy import BOT, is_bot

LONGEST_NAME = 40


# Sitting down and standing up -----------------------------------------------------------------
def check_sit(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase != "gathering":
        raise attempt.refusal("host.full")
    if host.chairs[attempt.seat].kind != FREE:
        raise attempt.refusal("host.taken")
    data = attempt.command.data
    name, kind, nonce = data.get("name", ""), data.get("kind", PERSON), data.get("nonce", "")
    face = data.get("face", "")
    if kind != PERSON and not is_bot(kind):
        raise attempt.refusal("host.kind", bots=", ".join(bots.NAMES))
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise attempt.refusal("host.name", longest=LONGEST_NAME)
    if nonce != "" and not (kind == PERSON and fair_dice.is_hex(nonce)):
        raise attempt.refusal("host.commitment")
    if face != "" and not (kind == PERSON and is_face(face)):
        raise attempt.refusal("host.face")
    if data.get("number"):  # not in the row: in older logs two people may have the same name
        name = numbered(name, [chair.name for chair in host.chairs])
    return {"kind": kind, "name": name, "nonce": nonce} | ({"face": face} if face else {})


def sit(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(
        kind=data["kind"],
        name=data["name"],
        commitment=data["nonce"],
        face=data.get("face", ""),
    )
    host.seated_at = row.at
    if data["kind"] == PERSON:
        host.came = (*host.came, row.seat)


def check_stand(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase != "gathering":
        raise attempt.refusal("host.begun")
    if host.policy.tournament:
        raise attempt.refusal("host.tournament")
    chair = host.chairs[attempt.seat]
    if chair.kind == FREE or chair.reserved.startswith(BOT):
        raise attempt.refusal("host.not_seated")
    return {}


def stand(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = new_chair(host.chairs[row.seat].reserved)
    host.came = tuple(seat for seat in host.came if seat != row.seat)
    host.forget_series(row.seat)


# Nonces for the dice --------------------------------------------------------------------------
def check_reveal(host: HostState, attempt: Attempt) -> dict[str, Any]:
    chair, nonce = host.chairs[attempt.seat], attempt.command.data.get("nonce", "")
    if host.phase != "revealing" or not chair.commitment or chair.nonce:
        raise attempt.refusal("host.no_reveal")
    if (
        not fair_dice.is_hex(nonce)
        or fair_dice.nonce_commitment(bytes.fromhex(nonce)) != chair.commitment
    ):
        raise attempt.refusal("host.nonce")
    return {"nonce": nonce}


def reveal(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(nonce=data["nonce"])


# Bots for people who are away -------------------------------------------------------------------
def check_bot(host: HostState, attempt: Attempt) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise attempt.refusal("host.not_playing")
    if not host.chairs[attempt.seat].played_by_person:
        raise attempt.refusal("host.nobody_here")
    return {"why": LEFT}


def bot(host: HostState, row: Row, data: dict[str, Any]) -> None:
    put_bot(host, row.seat, data["why"])


def put_bot(host: HostState, seat: int, why: str) -> None:
    """Let a bot play on; open offers lapse, since the person can no longer answer them."""
    host.offers.clear()
    host.chairs[seat] = host.chairs[seat]._replace(away=why)


def check_back(host: HostState, attempt: Attempt) -> dict[str, Any]:
    away = host.chairs[attempt.seat].away
    if not away:
        raise attempt.refusal("host.not_away")
    if away != LEFT:
        raise attempt.refusal("host.for_good")
    return {}


def back(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(away="")
