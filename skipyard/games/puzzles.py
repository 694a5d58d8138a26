"""The puzzles of a game: a position for every day, whose best move is known.

A game's puzzles.jsonl has one line for each; `skipyard puzzles find` writes them and
`skipyard puzzles verify` checks them. Puzzle 1 is that of FIRST_DAY. Numbers go on counting when
the last one is past, and the positions begin again with the first.
"""

from __future__ import annotations

import datetime
import functools
import pathlib
from collections.abc import Mapping
from typing import Any

import msgspec

from skipyard.games import Game

FILE = "puzzles.jsonl"
FIRST_DAY = datetime.date(2026, 1, 1)
EARLIEST_ZONE = datetime.timezone(datetime.timedelta(hours=14))  # where a new day begins first


class Source(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The simulated game that a position is from."""

    seed: int
    game: int
    move: int  # from 0
    moves: int  # in the whole game


class Puzzle(msgspec.Struct, forbid_unknown_fields=True):
    """A position, the right moves, and the winning chance of every legal move in per cent."""

    best: str  # in words, for whoever reads the file
    right: list[int]  # actions that are as good as the best one, which is the first
    chances: dict[int, list[int]]  # the actions that have it, by chance, the best first
    rules: bool  # whether the bot `rules` finds a right move
    source: Source
    position: str

    def chance(self, action: int) -> int:
        """The winning chance of a legal move."""
        return next(chance for chance, actions in self.chances.items() if action in actions)

    @property
    def legal(self) -> list[int]:
        """Every legal move, the best first."""
        return [action for actions in self.chances.values() for action in actions]

    @property
    def others(self) -> list[int]:
        """The moves that are not right, the best first."""
        return [action for action in self.legal if action not in self.right]


def by_chance(chances: Mapping[int, float]) -> dict[int, list[int]]:
    """Actions by their chance in whole per cent, the best first, from the chance of each."""
    grouped: dict[int, list[int]] = {}
    for action in sorted(chances, key=lambda one: -chances[one]):
        grouped.setdefault(round(100 * chances[action]), []).append(action)
    return grouped


def number_on(day: datetime.date) -> int:
    """The number of a day's puzzle, from 1."""
    return max(1, (day - FIRST_DAY).days + 1)


def day_of(number: int) -> datetime.date:
    """The day of a puzzle."""
    return FIRST_DAY + datetime.timedelta(days=number - 1)


def newest(now: datetime.datetime | None = None) -> int:
    """The number of the newest puzzle that is today's for anybody on earth."""
    return number_on((now or datetime.datetime.now(datetime.UTC)).astimezone(EARLIEST_ZONE).date())


def count(g: Game) -> int:
    """How many puzzles a game has."""
    return len(lines(g.folder / FILE))


def load(g: Game, number: int) -> Puzzle:
    """The puzzle of a number; only its own line is decoded."""
    every = lines(g.folder / FILE)
    return read(every[(number - 1) % len(every)])


def read(line: bytes) -> Puzzle:
    return msgspec.json.decode(line, type=Puzzle)


def write(puzzle: Puzzle) -> bytes:
    return msgspec.json.encode(puzzle) + b"\n"


def state_of(g: Game, puzzle: Puzzle) -> Any:
    """The table of a puzzle."""
    return g.position.read(puzzle.position)


@functools.cache
def lines(file: pathlib.Path) -> tuple[bytes, ...]:
    """The lines of a file of puzzles; none if there is no such file."""
    return tuple(file.read_bytes().splitlines()) if file.exists() else ()
