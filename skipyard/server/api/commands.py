"""A client's message as the wish that a host checks."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live import pipeline
from skipyard.server.live.open_table import Hosted
from skipyard.server.live.tables import Keeper
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say
from skipyard.table.command import Wish

NO_HOLDER = b""  # whoever stands up gives the seat back


def wish_of(seat: int, message: Any) -> Wish:
    """Every sender has command ids of its own, so two seats may use the same one."""
    command = f"{seat}-{message.command}"
    match message:
        case messages.Move():
            return Wish("move", message.seq, command, action=message.action)
        case messages.Offer() | messages.Agree() | messages.Decline():
            return Wish(kind_of(message), message.seq, command, data={"what": message.what})
        case messages.Reveal():
            return Wish("reveal", message.seq, command, data={"nonce": message.nonce})
    return Wish(kind_of(message), message.seq, command)


def kind_of(message: Any) -> str:
    """A message's type, as it is written."""
    return str(type(message).__struct_config__.tag)


def begin(
    keeper: Keeper,
    hosted: Hosted,
    seat: int,
    message: Any,
    language: str,
    asker: Listener,
    ended: pipeline.Ended,
) -> bool:
    """Send what nearly all messages are, moves, the short way; False where it must be the long."""
    if not isinstance(message, messages.Move) or seat == NOBODY:
        return False
    return pipeline.begin(keeper, hosted, seat, wish_of(seat, message), language, asker, ended)


def carry_out(
    keeper: Keeper,
    hosted: Hosted,
    seat: int,
    message: Any,
    language: str,
    asker: Listener | None = None,
) -> Coroutine[Any, Any, int]:
    """Do what a client asks for; the row that it became."""
    if seat == NOBODY:
        raise Refused(say(language, "ask.not_seated"))
    holder = NO_HOLDER if isinstance(message, messages.Stand) else None
    return keeper.do(hosted, seat, wish_of(seat, message), language, asker, holder)
