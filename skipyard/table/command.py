"""A command to a table, and how it is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from skipyard.options import Refused
from skipyard.table.sentences import say

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # the id of a client's command
OWN_ID = re.compile(r"[a-z]{1,16}:[A-Za-z0-9_:-]{1,47}")  # of a table's own command: deal:1


class Command(NamedTuple):
    """What is asked for, and the last row that the sender had seen."""

    kind: str
    seq: int
    id: str  # the sender's id of this command: sent again, it is done once
    action: int = 0  # of a move
    data: Mapping[str, Any] = {}
    own: bool = False  # from the table itself, for a bot, a clock or somebody who left


class Attempt(NamedTuple):
    """A command being checked: who sent it, when, and in which language to refuse it."""

    seat: int
    command: Command
    now: int
    language: str

    def refusal(self, key: str, **facts: object) -> Refused:
        """The refusal of this command, in its sender's language."""
        return Refused(say(self.language, key, player=self.seat + 1, **facts))


def check_form(attempt: Attempt) -> None:
    """Refuse a command that no client of ours sends."""
    command = attempt.command
    pattern = OWN_ID if command.own else CLIENT_ID
    if not isinstance(command.id, str) or not pattern.fullmatch(command.id):
        raise attempt.refusal("host.command")
    if type(command.seq) is not int or type(command.action) is not int:
        raise attempt.refusal("host.form")
