"""What somebody asks of a table, and how it is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from skipyard.options import Refused
from skipyard.table.sentences import say

PEOPLES = re.compile(r"[A-Za-z0-9_-]{1,64}")  # a command id that a client may choose
TABLES = re.compile(r"[a-z]{1,16}:[A-Za-z0-9_:-]{1,47}")  # one of the table's own: deal:1


class Command(NamedTuple):
    """What is asked for, and which state of the table it answers."""

    kind: str
    seq: int  # the last row that the sender had seen
    id: str  # the sender's id of this command: sent again, it is done once
    action: int = 0  # of a move
    data: Mapping[str, Any] = {}
    own: bool = False  # asked by the table itself, for a bot, a clock or somebody who left


class Asked(NamedTuple):
    """A command on its way through the checks."""

    seat: int
    command: Command
    now: int
    language: str

    def no(self, key: str, **facts: object) -> Refused:
        """The refusal of this command, in its sender's language."""
        return Refused(say(self.language, key, player=self.seat + 1, **facts))


def check_form(asked: Asked) -> None:
    """Refuse a command that no client of ours sends."""
    command = asked.command
    pattern = TABLES if command.own else PEOPLES
    if not isinstance(command.id, str) or not pattern.fullmatch(command.id):
        raise asked.no("host.command")
    if type(command.seq) is not int or type(command.action) is not int:
        raise asked.no("host.form")
