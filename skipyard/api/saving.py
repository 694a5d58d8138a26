"""A table as JSON and back, exact."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from skipyard.api.agreed import agreed, game_of
from skipyard.api.sentences import language_of, say, text_of
from skipyard.api.table import Table
from skipyard.options import Refused, write_settings
from skipyard.table.table import DEALER
from skipyard.table.table import Table as LoggedTable

FORMAT = 1
DEAL = "deal"  # among the moves: the next round of a match


def dumps(table: Table) -> str:
    """A table as JSON: how it began, and its moves."""
    inner = table._inner
    g = inner.game
    saved: dict[str, Any] = {
        "skipyard": FORMAT,
        "game": g.name,
        "rules": g.rules.VERSION,
        "seats": table.seats,
        "options": write_settings(g.options.OPTIONS, inner.chosen),
        "language": table.language,
        "moves": [DEAL if entry.seat == DEALER else entry.action for entry in inner.log],
    }
    if table._start is None:
        saved["key"] = inner.key.hex()
    else:
        fields = {name: table._start[0][name].tolist() for name in table._start.dtype.names}
        saved["start"] = fields
        saved["digest"] = digest_of(fields)
    return json.dumps(saved)


def digest_of(fields: Any) -> str:
    """A digest that finds damage, such as a digit changed by hand."""
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def loads(text: str) -> Table:
    """The table that `dumps` wrote: equal to it, with the same way back.

    >>> import skipyard as sy
    >>> table = sy.Table("skip_or_trip", seed=7)
    >>> _ = table.push("skip with 1-B")
    >>> sy.loads(table.dumps()).pop()
    Move(8, 'skip with 1-B')

    The moves are checked again, and damage is found. A position that was not dealt here, from
    `from_text` or `imagine`, is stored as it is: load such a dump only from where you trust.
    """
    try:
        saved = json.loads(text_of(text, "text", "en"))
        language = language_of(saved["language"])
        g = game_of(saved["game"], language)
        if saved["skipyard"] != FORMAT or saved["rules"] != g.rules.VERSION:
            facts = {"version": saved["rules"], "rules": g.rules.VERSION}
            raise damaged(language, "api.dump_version", **facts)
        table = begun(g, saved, language)
        for number, move in enumerate(saved["moves"], 1):
            play_again(table, number, move)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as why:
        if isinstance(why, Refused):
            raise
        raise damaged("en", "api.dump_json") from None
    return table


def begun(g: Any, saved: dict[str, Any], language: str) -> Table:
    """The table before its first move."""
    if "start" in saved:
        return Table._started(g, started_state(g, saved, language), language)
    options = dict(setting.split("=", 1) for setting in saved["options"])
    seats, chosen = agreed(g, saved["seats"], options, language)
    key = bytes.fromhex(saved["key"])
    if len(key) != 32:
        raise damaged(language, "api.dump_json")
    table = Table.__new__(Table)
    table.language = language
    table._set(LoggedTable(g, [""] * seats, chosen, key), None)
    return table


def play_again(table: Table, number: int, move: Any) -> None:
    """Play a stored move; a refusal says which it was."""
    if move != DEAL and type(move) is not int:
        raise damaged(table.language, "api.dump_json")
    try:
        if move == DEAL:
            table.next_round()
        else:
            table.push(move)
    except Refused as why:
        facts = {"number": number, "why": str(why).removesuffix(".")}
        raise damaged(table.language, "api.dump_move", **facts) from None


def started_state(g: Any, saved: dict[str, Any], language: str) -> Any:
    """The state of a table that was not dealt from a key."""
    fields, states = saved["start"], g.rules.State.many(1)
    if digest_of(fields) != saved["digest"] or set(fields) != set(states.dtype.names):
        raise damaged(language, "api.dump_start")
    for name, value in fields.items():
        kind = states.dtype[name]
        states[name][0] = np.array(value, kind.base).reshape(kind.shape)
    if not g.rules.sound(states[0]):
        raise damaged(language, "api.dump_start")
    return states[0]


def damaged(language: str, key: str, **facts: object) -> Refused:
    return Refused(say(language, "api.dump", why=say(language, key, **facts)), about="text")
