"""What a tournament agrees on: its form, rounds, deals, bots, and the policy of its tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from skipyard import bots
from skipyard.options import Refused
from skipyard.table import policy as policies
from skipyard.table.files.canonical_json import dumps
from skipyard.tournament.sentences import say

KNOCKOUT, ROUND_ROBIN, SWISS = "knockout", "round_robin", "swiss"
FORMS = (KNOCKOUT, ROUND_ROBIN, SWISS)
FEWEST, MOST = 3, 32  # people
MOST_ROUNDS = 62  # a double round robin of 32
LONGEST_NAME = 40
TWO = 2  # seats at a table of a knock-out or a round robin
RANGES = {"rounds": (0, MOST_ROUNDS), "legs": (1, 2), "pause": (0, 3600)}
OF_TABLES = ("clock", "time", "increment", "grace", "pace", "reveal", "between")


class Agreement(NamedTuple):
    """What one tournament agrees on; `read` and `write` convert it from and to JSON."""

    name: str
    form: str = ROUND_ROBIN
    rounds: int = 0  # 0: as many as the form has by itself
    legs: int = 1  # of a round robin: how often each two meet
    duplicate: bool = True  # whether all tables of a round get the same deal
    fill: bool = True  # whether bots take the places that would be byes
    level: str = bots.LEVELS[2]  # of those bots
    pause: int = 20  # seconds between two rounds
    tables: Mapping[str, Any] = {}  # the policy of every table


def write(agreement: Agreement) -> str:
    """An agreement as canonical JSON."""
    return dumps(agreement._asdict())


def read(text: str, seats: int, language: str = "en") -> Agreement:
    """The agreement in a JSON text."""
    content = json.loads(text)
    return make(content, seats, language)


def make(content: Mapping[str, Any], seats: int, language: str = "en") -> Agreement:
    """The agreement with some fields given and the others default, or Refused with a sentence."""
    for field in content:
        if field not in Agreement._fields:
            names = ", ".join(Agreement._fields)
            raise Refused(say(language, "agree.unknown", name=str(field)[:40], names=names))
    agreement = Agreement(**{"name": "", **content})
    check_name(agreement.name, language)
    if agreement.form not in FORMS:
        raise Refused(say(language, "agree.form", forms=", ".join(FORMS)), about="form")
    if agreement.form != SWISS and seats != TWO:
        raise Refused(say(language, "agree.seats"), about="seats")
    for field, (low, high) in RANGES.items():
        number = getattr(agreement, field)
        if type(number) is not int or not low <= number <= high:
            sentence = say(language, "agree.number", name=field, low=low, high=high)
            raise Refused(sentence, about=field)
    for field in ("duplicate", "fill"):
        if type(getattr(agreement, field)) is not bool:
            raise Refused(say(language, "agree.switch", name=field), about=field)
    if agreement.level not in bots.LEVELS:
        names = ", ".join(bots.LEVELS)
        raise Refused(say(language, "agree.level", levels=names), about="level")
    check_tables(agreement.tables, seats, language)
    return agreement


def check_name(name: object, language: str) -> None:
    """Refuse a name that is empty, too long or not printable."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise Refused(say(language, "agree.name"), about="title")
    if len(name) > LONGEST_NAME:
        raise Refused(say(language, "agree.name_long", longest=LONGEST_NAME), about="title")


def check_tables(tables: object, seats: int, language: str) -> None:
    """Refuse a policy that a tournament's tables cannot have; nobody waits days for a round."""
    if not isinstance(tables, Mapping) or any(field not in OF_TABLES for field in tables):
        raise Refused(say(language, "agree.tables", names=", ".join(OF_TABLES)))
    policy = policies.make(tables, seats, language)
    if policy.clock == policies.PER_DAYS:
        raise Refused(say(language, "agree.days"), about="clock")
