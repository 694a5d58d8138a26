"""Explicit chance: rules that ask for each random number instead of drawing it.

All randomness of all games goes through `core.below`. Here the rules run interpreted, from the same
functions that are compiled elsewhere, with another `below`: it returns the numbers that the caller
gave, and when they are used up it raises with the number of choices.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from skipyard import core
from skipyard.games.contract import Rules, StateRecord

OURS = "skipyard"  # packages of other authors may build on our games
Operation = Callable[[StateRecord], None]  # a deal or a move


class DrawNeeded(Exception):
    """The rules need a random number below `choices` to continue."""

    def __init__(self, choices: int) -> None:
        super().__init__(choices)
        self.choices = choices


class Namespace:
    """A module's names as attributes."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.__dict__ = names


class ExplicitChance:
    """The rules of one game, with random numbers that the caller gives."""

    def __init__(self, rules: Rules) -> None:
        self.given: list[int] = []
        self.packages = {OURS, package_of(rules.__name__)}  # whose modules may hold rules
        self.modules: dict[str, dict[str, Any]] = {}  # names of each module
        names = self.names_of(rules.__name__)
        self.deal, self.play, self.imagine = names["deal"], names["play"], names["imagine"]

    def below(self, s: StateRecord, n: int) -> np.int64:
        """The next number that was given."""
        if not self.given:
            raise DrawNeeded(int(n))
        return np.int64(self.given.pop(0))

    def names_of(self, module: str) -> dict[str, Any]:
        """A module's names, with an interpreted function in place of each compiled one."""
        if module not in self.modules:
            names = self.modules[module] = dict(vars(importlib.import_module(module)))
            for name, value in list(names.items()):
                names[name] = self.below if value is core.below else self.interpreted(value)
        return self.modules[module]

    def interpreted(self, value: object) -> object:
        """A compiled function or a module of rules, interpreted; anything else as it is."""
        if isinstance(value, types.ModuleType) and package_of(value.__name__) in self.packages:
            return Namespace(self.names_of(value.__name__))
        plain = getattr(value, "py_func", None)
        if plain is None:
            return value
        names = self.names_of(plain.__module__)
        return types.FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)

    def run(self, operation: Operation, state: StateRecord, given: Sequence[int]) -> StateRecord:
        """The state after an operation with these draws; DrawNeeded if it needs one more."""
        after = state.copy()
        self.given = list(given)
        operation(after)
        assert not self.given, "more numbers were given than were drawn"
        assert not used_dice(state, after), "a number was drawn without `below`"
        return after

    def distinct_draws(
        self, operation: Operation, state: StateRecord, given: tuple[int, ...], choices: int
    ) -> dict[int, int]:
        """One draw for each different consequence, and how many draws have that consequence."""
        first: dict[object, int] = {}
        count: dict[int, int] = {}
        for number in range(choices):
            try:
                outcome: object = value_of(self.run(operation, state, (*given, number)))
            except DrawNeeded as needed:
                outcome = needed.choices, frames_of(needed)
            number = first.setdefault(outcome, number)
            count[number] = count.get(number, 0) + 1
        return count


def package_of(module: str) -> str:
    """The top-level package of a module."""
    return module.partition(".")[0]


def frames_of(needed: DrawNeeded) -> tuple[object, ...]:
    """The rules' call stack where they need a draw: instructions and local variables."""
    frames: list[object] = []
    at = needed.__traceback__
    while at is not None:
        values = [(name, value_of(value)) for name, value in at.tb_frame.f_locals.items()]
        if "__name__" in at.tb_frame.f_globals and at.tb_frame.f_globals["__name__"] != __name__:
            frames += [(at.tb_frame.f_code, at.tb_lasti), *values]
        at = at.tb_next
    return tuple(frames)


def value_of(value: object) -> object:
    """Something comparable for a value: numbers and bytes; other objects by identity."""
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, np.void):  # field by field: the padding of a copy is arbitrary
        return b"".join(value[name].tobytes() for name in value.dtype.names or ())
    return value.tobytes() if isinstance(value, np.generic | np.ndarray) else id(value)


def used_dice(before: StateRecord, after: StateRecord) -> bool:
    """Whether a table's own dice were used between two states."""
    return bool(before.block != after.block or before.ready_left != after.ready_left)
