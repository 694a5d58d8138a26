"""Chance laid open: rules that ask for each number they draw, instead of drawing it.

All chance of all games is `core.below`. Here the rules run interpreted, from the very functions
that are compiled elsewhere, with another `below`: it hands out the numbers that it was given, and
where these are used up it says how many there are to choose from.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from skipyard import core
from skipyard.games.contract import Rules, StateRecord

PACKAGE = "skipyard.games."
Deed = Callable[[StateRecord], None]  # what is done to a table: a deal or a move


class Asked(Exception):
    """A number below `among` is needed to go on."""

    def __init__(self, among: int) -> None:
        super().__init__(among)
        self.among = among


class Names:
    """A module's names behind dots."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.__dict__ = names


class OpenChance:
    """The rules of one game with their chance in the caller's hands."""

    def __init__(self, rules: Rules) -> None:
        self.given: list[int] = []
        self.modules: dict[str, dict[str, Any]] = {}  # of any kind, as modules have them
        names = self.names_of(rules.__name__)
        self.deal, self.play, self.imagine = names["deal"], names["play"], names["imagine"]

    def below(self, s: StateRecord, n: int) -> np.int64:
        """The next number that was given."""
        if not self.given:
            raise Asked(int(n))
        return np.int64(self.given.pop(0))

    def names_of(self, module: str) -> dict[str, Any]:
        """A module's names, with an interpreted function in place of each compiled one."""
        if module not in self.modules:
            names = self.modules[module] = dict(vars(importlib.import_module(module)))
            for name, value in list(names.items()):
                names[name] = self.below if value is core.below else self.opened(value)
        return self.modules[module]

    def opened(self, value: object) -> object:
        if isinstance(value, types.ModuleType) and value.__name__.startswith(PACKAGE):
            return Names(self.names_of(value.__name__))
        plain = getattr(value, "py_func", None)
        if plain is None:
            return value
        names = self.names_of(plain.__module__)
        return types.FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)

    def run(self, deed: Deed, state: StateRecord, given: Sequence[int]) -> StateRecord:
        """The state after a deed whose draws are `given`; Asked where it needs one more."""
        after = state.copy()
        self.given = list(given)
        deed(after)
        assert not self.given, "more numbers were given than were drawn"
        assert not drew(state, after), "a number was drawn past `below`"
        return after

    def alike(
        self, deed: Deed, state: StateRecord, given: tuple[int, ...], among: int
    ) -> dict[int, int]:
        """The next draws that differ in what comes of them, and how many numbers are like each."""
        first: dict[object, int] = {}
        count: dict[int, int] = {}
        for number in range(among):
            try:
                came: object = value_of(self.run(deed, state, (*given, number)))
            except Asked as asked:
                came = asked.among, standing(asked)
            number = first.setdefault(came, number)
            count[number] = count.get(number, 0) + 1
        return count


def standing(asked: Asked) -> tuple[object, ...]:
    """Where rules stand that wait for a draw: their lines and the values of all their names."""
    found: list[object] = []
    at = asked.__traceback__
    while at is not None:
        values = [(name, value_of(value)) for name, value in at.tb_frame.f_locals.items()]
        if "__name__" in at.tb_frame.f_globals and at.tb_frame.f_globals["__name__"] != __name__:
            found += [(at.tb_frame.f_code, at.tb_lasti), *values]
        at = at.tb_next
    return tuple(found)


def value_of(value: object) -> object:
    """What can be compared of a value: numbers and bytes; other things are only like themselves."""
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, np.void):  # field by field: a copy's padding is anything
        return b"".join(value[name].tobytes() for name in value.dtype.names or ())
    return value.tobytes() if isinstance(value, np.generic | np.ndarray) else id(value)


def drew(before: StateRecord, after: StateRecord) -> bool:
    """Whether a table's own dice were used between two states."""
    return bool(before.block != after.block or before.ready_left != after.ready_left)
