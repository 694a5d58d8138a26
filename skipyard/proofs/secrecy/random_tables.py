"""Random tables for the proof of secrecy: any game, size, options and policy."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any, NamedTuple

from skipyard.bots import LEVELS
from skipyard.bots.specs import NUMBERS, SEARCH
from skipyard.games import game
from skipyard.games.law_data import law_data
from skipyard.games.random_options import some_options
from skipyard.options import Refused, Value, write_settings
from skipyard.table import policy
from skipyard.table.database.store import Header
from skipyard.table.policy import BOT, NO_CLOCK, OPEN, PER_DAYS, PER_GAME, PER_MOVE

CHANGED_OPTIONS = (0, 1, 2, 3, 5, 99)  # how many options differ from the book
BOTS = (*NUMBERS, SEARCH, *LEVELS)
OPENED = 1_700_000_000_000
HOUR = 3600
TIMES = {NO_CLOCK: 0, PER_MOVE: HOUR, PER_GAME: 20 * HOUR, PER_DAYS: 3}  # nobody runs out of time


class Trial(NamedTuple):
    """One game to play and compare; everything about it follows from these three."""

    game: str
    seed: int
    number: int

    @property
    def dice(self) -> random.Random:
        return random.Random(f"{self.game} {self.seed} {self.number}")

    def dice_for(self, purpose: str) -> random.Random:
        """Dice of their own for one purpose, with the seeds of runs from before a rename."""
        fields = f"game={self.game!r}, seed={self.seed!r}, number={self.number!r}"
        return random.Random(f"{purpose} Plan({fields})")

    def secret(self, what: str) -> bytes:
        """32 bytes that belong to this game."""
        return hashlib.sha256(f"{what} {self.game} {self.seed} {self.number}".encode()).digest()


def some_settings(name: str, seats: int, dice: random.Random) -> dict[str, Value]:
    """Options that a table of that size may agree on: the book's, with some of them changed."""
    return some_options(
        game(name), seats, dice, dice.choice(CHANGED_OPTIONS), law_data(name).VALUES
    )


def some_policy(seats: int, dice: random.Random) -> dict[str, Any]:
    """A policy: people and bots on the chairs, a clock or none."""
    chairs = [OPEN] * seats
    for seat in range(1, seats):
        if dice.random() < 0.3:
            chairs[seat] = BOT + dice.choice(BOTS)
    clock = dice.choice(policy.CLOCKS)
    increment = dice.randint(0, 5) if clock == PER_GAME else 0
    return {
        "chairs": chairs,
        "clock": clock,
        "time": TIMES[clock],
        "increment": increment,
        "casual": dice.random() < 0.5,
    }


def some_header(trial: Trial, dice: random.Random) -> Header:
    """The header of a trial's table."""
    g = game(trial.game)
    seats = dice.randint(g.options.FEWEST_SEATS, g.options.MOST_SEATS)
    try:
        chosen = some_settings(trial.game, seats, dice)
    except Refused:  # the book has no table of that size without an option
        seats = g.options.FEWEST_SEATS
        chosen = some_settings(trial.game, seats, dice)
    settings = json.dumps(write_settings(g.options.OPTIONS, chosen))
    agreed = policy.write(policy.make(some_policy(seats, dice), seats))
    version, key = g.rules.VERSION, trial.secret("key")
    return Header(f"t{trial.number}", trial.game, version, seats, settings, agreed, key, OPENED)
