"""Turns a client's message into a command to a table."""

from __future__ import annotations

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.net import messages
from skipyard.server.sentences import say
from skipyard.table.command import Command

NO_HOLDER = b""  # standing up gives the seat back


def command_of(seat: int, message: messages.Command, language: str) -> tuple[Command, bytes | None]:
    """The command, and who holds the seat afterwards (None: as before); Refused for watchers."""
    if seat == NOBODY:
        raise Refused(say(language, "ask.not_seated"))
    kind = str(type(message).__struct_config__.tag)
    action, data = 0, {}
    match message:
        case messages.Move():
            action = message.action
        case messages.Offer() | messages.Agree():
            promised = {"nonce": message.commitment} if message.commitment else {}
            data = {"what": str(message.what)} | promised
        case messages.Decline():
            data = {"what": str(message.what)}
        case messages.Pace():
            data = {"pace": str(message.pace)}
        case messages.Phrases():
            data = {"phrases": str(message.phrases)}
        case messages.Reveal():
            data = {"nonce": message.nonce}
    # With the seat in front, two seats may use the same id.
    command = Command(kind, message.seq, f"{seat}-{message.command}", action, data)
    return command, NO_HOLDER if isinstance(message, messages.Stand) else None
