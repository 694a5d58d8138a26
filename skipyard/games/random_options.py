"""Random options of any game, for tests, laws and proofs.

Any `random.Random` will do; the laws hand in Hypothesis's own, which can shrink what it drew.
A game may prefer some values: see `values` and `fit` in games/law_data.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from skipyard.games import Game
from skipyard.options import Option, Refused, Value

TRIES = 40  # to find options that go together
FEW_MORE = 8  # small numbers are drawn as often as all: stocks run out, games end


def fits(g: Game, seats: int, chosen: Mapping[str, Value]) -> bool:
    """Whether a table may agree on these options."""
    try:
        g.options.check(seats, chosen)
    except Refused:
        return False
    return True


def book(g: Game) -> dict[str, Value]:
    """Every option as the book has it."""
    return {option.name: option.default for option in g.options.OPTIONS}


def some_value(option: Option, dice: random.Random) -> Value:
    """Any value of an option; of counts, the book's or at least half of the most."""
    if option.kind == "switch":
        return dice.random() < 0.5
    if option.kind == "choice":  # a file is none that could be drawn
        return dice.choice([name for name in option.names if name != "file"])
    if option.kind == "number":
        low = min(option.low + FEW_MORE, option.high)
        return dice.randint(option.low, dice.choice((low, option.high)))
    if dice.random() < 0.5:
        return option.default
    return tuple(dice.randint(most // 2, most) for most in option.counts)


def preferred_value(option: Option, dice: random.Random, values: Mapping[str, Any]) -> Value:
    """A value of an option as the game prefers it: one of some, or what a function draws."""
    preferred = values.get(option.name)
    if preferred is None:
        return some_value(option, dice)
    found: Value = preferred(dice) if callable(preferred) else dice.choice(preferred)
    return found


def some_options(
    g: Game, seats: int, dice: random.Random, changes: int, values: Mapping[str, Any]
) -> dict[str, Value]:
    """The book's options with so many of them drawn; the book's alone where none will fit."""
    for _ in range(TRIES):
        drawn = dice.sample(g.options.OPTIONS, min(changes, len(g.options.OPTIONS)))
        changed = {option.name: preferred_value(option, dice, values) for option in drawn}
        if fits(g, seats, book(g) | changed):
            return book(g) | changed
    g.options.check(seats, book(g))
    return book(g)
