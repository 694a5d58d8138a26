"""Random options of any game, for tests, laws and proofs.

The laws pass Hypothesis's own `random.Random`, which can shrink what it drew. A game can prefer
some values: see `VALUES` and `mend` in games/law_data.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from skipyard.games import Game
from skipyard.options import Option, Refused, Value

TRIES = 40  # to find options that fit together
SMALL_RANGE = 8  # half of the numbers are drawn from the smallest: stocks run out, games end


def fits(g: Game, seats: int, chosen: Mapping[str, Value]) -> bool:
    """Whether the game allows these options."""
    try:
        g.options.check(seats, chosen)
    except Refused:
        return False
    return True


def book(g: Game) -> dict[str, Value]:
    """Every option with its default."""
    return {option.name: option.default for option in g.options.OPTIONS}


def some_value(option: Option, dice: random.Random) -> Value:
    """Any value of an option; counts are the default or at least half of the maximum."""
    if option.kind == "switch":
        return dice.random() < 0.5
    if option.kind == "choice":  # there is no file to draw
        return dice.choice([name for name in option.names if name != "file"])
    if option.kind == "number":
        small = min(option.low + SMALL_RANGE, option.high)
        return dice.randint(option.low, dice.choice((small, option.high)))
    if dice.random() < 0.5:
        return option.default
    return tuple(dice.randint(most // 2, most) for most in option.counts)


def preferred_value(option: Option, dice: random.Random, values: Mapping[str, Any]) -> Value:
    """A value that the game prefers, from a list or drawn by a function, or any value."""
    preferred = values.get(option.name)
    if preferred is None:
        return some_value(option, dice)
    value: Value = preferred(dice) if callable(preferred) else dice.choice(preferred)
    return value


def some_options(
    g: Game, seats: int, dice: random.Random, changes: int, values: Mapping[str, Any]
) -> dict[str, Value]:
    """The defaults with so many options drawn; the defaults alone if nothing drawn fits."""
    for _ in range(TRIES):
        drawn = dice.sample(g.options.OPTIONS, min(changes, len(g.options.OPTIONS)))
        changed = {option.name: preferred_value(option, dice, values) for option in drawn}
        if fits(g, seats, book(g) | changed):
            return book(g) | changed
    g.options.check(seats, book(g))
    return book(g)
