"""What a failing law shows: the position as text, the key of its dice, the command to run it again.

The position is found in the local variables of the functions that the failure passed through, so
that a law need not do anything for it.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np
import pytest

from skipyard.games import Game, game
from skipyard.games.random_play import Played, Table, defaults
from skipyard.options import Refused
from skipyard.testing.selection import NAMED

TITLE = "the position of the law"


def describe(item: pytest.Item, error: BaseException, depth: str) -> str:
    """The lines to print below a failure; empty if it has no position."""
    table, position = None, ""
    for frame in frames(error):  # the innermost function with a position knows best
        here = locals_of(frame)
        table = next((value for value in here if isinstance(value, Table)), table)
        g = table.game if table else game_of(item)
        if g is not None:
            position = next((text for text in positions(g, here) if text), position)
    told = [f"Table: {described(table)}"] if table else []
    told += [f"Position:\n{position}"] if position else []
    return "\n".join([*told, f"Again: {command(item, depth)}"]) if told else ""


def frames(error: BaseException) -> Iterator[FrameType]:
    """The functions that a failure passed through, outermost first."""
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame
        step = step.tb_next
    if isinstance(error, BaseExceptionGroup):  # Hypothesis found several failures
        yield from frames(error.exceptions[0])


def locals_of(frame: FrameType) -> list[Any]:
    """The local variables of a function, `state` first, and what games and steps hold."""
    names = sorted(frame.f_locals, key=lambda name: name != "state")
    values = [frame.f_locals[name] for name in names]
    held = [vars(value) for value in values if isinstance(vars_of(value).get("table"), Table)]
    values += [inner for fields in held for inner in reversed(fields.values())]
    return values + [value.last for value in values if isinstance(value, Played)]


def vars_of(value: Any) -> dict[str, Any]:
    return getattr(value, "__dict__", None) or {}


def game_of(item: pytest.Item) -> Game | None:
    """The game that a test is about, by its parameter; other tests may name other things."""
    named = getattr(getattr(item, "callspec", None), "params", {}).get("name")
    try:
        return game(named) if isinstance(named, str) else None
    except Refused:
        return None


def positions(g: Game, values: list[Any]) -> Iterator[str]:
    """The states and views of a game among these, as text."""
    writers: Any = (
        (g.rules.State.dtype.names, g.position.write),
        (g.rules.View.dtype.names, g.position.write_view),
    )
    for names, write in writers:
        for value in values:
            if isinstance(value, np.void) and value.dtype.names == names:
                try:
                    yield write(value)
                except Exception as problem:  # a broken state may not be writable
                    fields = "\n".join(f"  {name} = {value[name]}" for name in names)
                    yield f"It cannot be written ({problem!r}); its fields:\n{fields}"


def described(table: Table) -> str:
    """A table in one line: its key, its seats and the options that differ from the defaults."""
    usual = defaults(table.name)
    options = table.game.options.OPTIONS
    chosen = [
        f"{option.name}={option.write(table.chosen[option.name])}"
        for option in options
        if table.chosen[option.name] != usual[option.name]
    ]
    policy = f", policy {table.policy}" if table.policy else ""
    others = f", {', '.join(chosen)}" if chosen else ""
    return f"{table.name}, key {table.key}, {table.seats} seats{policy}{others}"


def command(item: pytest.Item, depth: str) -> str:
    """The command that runs a test again."""
    file = os.path.relpath(item.path, item.config.invocation_params.dir)
    _, _, test = item.nodeid.partition("::")
    games = [word for name in NAMED for word in ("--skipyard-game", name)]
    return shlex.join(["pytest", *games, "--depth", depth, f"{file}::{test}"])
