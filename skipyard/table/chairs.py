"""Who sits where: sitting down, standing up, nonces for the dice, bots that play on for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skipyard import bots
from skipyard.table import fair_dice
from skipyard.table.command import Asked
from skipyard.table.policy import BOT
from skipyard.table.store import Row

if TYPE_CHECKING:
    from skipyard.table.host import Host

FREE, PERSON = "free", "person"
LEFT, RESIGNED, TIME = "left", "resigned", "time"  # why a bot plays on
STAND_IN = bots.DEFAULT
LONGEST_NAME = 40


class Chair(NamedTuple):
    """One seat at the table."""

    reserved: str  # open, invited or bot:NAME, as the policy says
    kind: str = FREE  # free, person or bot:NAME
    name: str = ""
    commitment: str = ""  # to a nonce; empty: none was promised
    nonce: str = ""  # once revealed
    away: str = ""  # why a bot plays on for a person: left, resigned or time

    @property
    def bot(self) -> str:
        """The bot that plays this chair now; empty: nobody's, or a person's."""
        if self.kind.startswith(BOT):
            return self.kind.removeprefix(BOT)
        return STAND_IN if self.away else ""

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot plays on for the person whose chair this is."""
        return bool(self.away)

    @property
    def here(self) -> bool:
        """Whether a person plays this chair."""
        return self.kind == PERSON and not self.away


def at_first(reserved: str) -> Chair:
    """A chair before anybody came; a bot's is taken."""
    return Chair(reserved, reserved if reserved.startswith(BOT) else FREE)


# Sitting down and standing up -----------------------------------------------------------------
def check_sit(host: Host, asked: Asked) -> dict[str, Any]:
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


def sit(host: Host, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(
        kind=data["kind"], name=data["name"], commitment=data["nonce"]
    )
    host.seated_at = row.at


def check_stand(host: Host, asked: Asked) -> dict[str, Any]:
    if host.phase != "gathering":
        raise asked.no("host.begun")
    chair = host.chairs[asked.seat]
    if chair.kind == FREE or chair.reserved.startswith(BOT):
        raise asked.no("host.not_seated")
    return {}


def stand(host: Host, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = at_first(host.chairs[row.seat].reserved)


# Nonces for the dice --------------------------------------------------------------------------
def check_reveal(host: Host, asked: Asked) -> dict[str, Any]:
    chair, nonce = host.chairs[asked.seat], asked.command.data.get("nonce", "")
    if host.phase != "revealing" or not chair.commitment or chair.nonce:
        raise asked.no("host.no_reveal")
    if (
        not fair_dice.is_hex(nonce)
        or fair_dice.nonce_commitment(bytes.fromhex(nonce)) != chair.commitment
    ):
        raise asked.no("host.nonce")
    return {"nonce": nonce}


def reveal(host: Host, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(nonce=data["nonce"])


def all_revealed(chairs: list[Chair]) -> bool:
    """Whether every nonce that was promised is there."""
    return all(chair.nonce for chair in chairs if chair.commitment)


def nonces(chairs: list[Chair]) -> list[bytes]:
    """What each seat adds to the dice."""
    return [bytes.fromhex(chair.nonce) if chair.nonce else fair_dice.NO_NONCE for chair in chairs]


# Bots for people who are away -------------------------------------------------------------------
def check_bot(host: Host, asked: Asked) -> dict[str, Any]:
    if host.phase not in ("playing", "between"):
        raise asked.no("host.not_playing")
    if not host.chairs[asked.seat].here:
        raise asked.no("host.nobody_here")
    return {"why": LEFT}


def bot(host: Host, row: Row, data: dict[str, Any]) -> None:
    put_bot(host, row.seat, data["why"])


def put_bot(host: Host, seat: int, why: str) -> None:
    """A bot plays on; what waited for this person's answer is no longer open."""
    host.offers.clear()
    host.chairs[seat] = host.chairs[seat]._replace(away=why)


def check_back(host: Host, asked: Asked) -> dict[str, Any]:
    away = host.chairs[asked.seat].away
    if not away:
        raise asked.no("host.not_away")
    if away != LEFT:
        raise asked.no("host.for_good")
    return {}


def back(host: Host, row: Row, data: dict[str, Any]) -> None:
    host.chairs[row.seat] = host.chairs[row.seat]._replace(away="")
