"""A client's message as a command to a table."""

from __future__ import annotations

from typing import NamedTuple

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.net import messages
from skipyard.server.sentences import say
from skipyard.table.command import Command

NO_HOLDER = b""  # whoever stands up gives the seat back


class Asked(NamedTuple):
    """What a message asks of the pipeline."""

    command: Command
    holder: bytes | None  # who holds the seat afterwards; None: as before


def command_of(seat: int, message: messages.Command, language: str) -> Asked:
    """The command of a message; Refused for watchers."""
    if seat == NOBODY:
        raise Refused(say(language, "ask.not_seated"))
    kind = str(type(message).__struct_config__.tag)
    action, data = 0, {}
    match message:
        case messages.Move():
            action = message.action
        case messages.Offer() | messages.Agree() | messages.Decline():
            data = {"what": str(message.what)}
        case messages.Reveal():
            data = {"nonce": message.nonce}
    # Every seat has command ids of its own, so two may use the same one.
    command = Command(kind, message.seq, f"{seat}-{message.command}", action, data)
    return Asked(command, NO_HOLDER if isinstance(message, messages.Stand) else None)
