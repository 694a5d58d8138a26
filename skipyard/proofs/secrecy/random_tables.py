"""Random tables for the proof of secrecy: all games, sizes, options, house rules."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any, NamedTuple

from skipyard.bots import NAMES as BOTS
from skipyard.games import game
from skipyard.games.law_data import law_data
from skipyard.games.random_options import some_options
from skipyard.options import Refused, Value, write_settings
from skipyard.table import policy
from skipyard.table.database.store import Header
from skipyard.table.policy import BOT, NO_CLOCK, OPEN, PER_DAYS, PER_GAME, PER_MOVE

CHANGED = (0, 1, 2, 3, 5, 99)  # how many of them differ from the book
OPENED = 1_700_000_000_000
HOUR = 3600
TIMES = {NO_CLOCK: 0, PER_MOVE: HOUR, PER_GAME: 20 * HOUR, PER_DAYS: 3}  # nobody runs out of it


class Plan(NamedTuple):
    """One game to be played and compared: all else about it follows from these."""

    game: str
    seed: int
    number: int

    @property
    def dice(self) -> random.Random:
        return random.Random(f"{self.game} {self.seed} {self.number}")

    def secret(self, what: str) -> bytes:
        """32 bytes of this game's own."""
        return hashlib.sha256(f"{what} {self.game} {self.seed} {self.number}".encode()).digest()


def some_settings(name: str, seats: int, dice: random.Random) -> dict[str, Value]:
    """Options that a table of that size may agree on: the book's, with some of them changed."""
    return some_options(game(name), seats, dice, dice.choice(CHANGED), law_data(name).VALUES)


def some_policy(seats: int, dice: random.Random) -> dict[str, Any]:
    """House rules: people and bots on the chairs, a clock or none."""
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


def some_header(plan: Plan, dice: random.Random) -> Header:
    """What was agreed at the table of a plan."""
    found = game(plan.game)
    seats = dice.randint(found.options.FEWEST_SEATS, found.options.MOST_SEATS)
    try:
        chosen = some_settings(plan.game, seats, dice)
    except Refused:  # the book knows no such table without an option
        seats = found.options.FEWEST_SEATS
        chosen = some_settings(plan.game, seats, dice)
    settings = json.dumps(write_settings(found.options.OPTIONS, chosen))
    house = policy.write(policy.make(some_policy(seats, dice), seats))
    version, key = found.rules.VERSION, plan.secret("key")
    return Header(f"t{plan.number}", plan.game, version, seats, settings, house, key, OPENED)
