"""One chair at a table: who may take it, who sits there, and who plays for them."""

from __future__ import annotations

from typing import NamedTuple

from skipyard import bots
from skipyard.table import fair_dice
from skipyard.table.policy import BOT

FREE, PERSON = "free", "person"
LEFT, RESIGNED, TIME = "left", "resigned", "time"  # why a bot plays on
STAND_IN = bots.DEFAULT


class Chair(NamedTuple):
    """One seat at the table."""

    reserved: str  # open, link, invited or bot:NAME: who may take it
    kind: str = FREE  # free, person or bot:NAME
    name: str = ""
    commitment: str = ""  # to a nonce; empty without one
    nonce: str = ""  # once revealed
    away: str = ""  # why a bot plays on for a person: left, resigned or time
    face: str = ""  # of a person who chose one; face.py

    @property
    def bot(self) -> str:
        """The bot that plays this chair now; empty where none does."""
        if self.kind.startswith(BOT):
            return self.kind.removeprefix(BOT)
        return STAND_IN if self.away else ""

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot plays on for the person whose chair this is."""
        return bool(self.away)

    @property
    def played_by_person(self) -> bool:
        """Whether a person plays this chair."""
        return self.kind == PERSON and not self.away


def new_chair(reserved: str) -> Chair:
    """A chair before anybody came; one reserved for a bot is taken."""
    return Chair(reserved, reserved if reserved.startswith(BOT) else FREE)


def all_revealed(chairs: list[Chair]) -> bool:
    """Whether every nonce with a commitment has been revealed."""
    return all(chair.nonce for chair in chairs if chair.commitment)


def nonces(chairs: list[Chair]) -> list[bytes]:
    """The nonce of each seat; zeros without one."""
    return [bytes.fromhex(chair.nonce) if chair.nonce else fair_dice.NO_NONCE for chair in chairs]
