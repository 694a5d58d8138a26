"""The two or three figures that tell a finished game: what a game's figures.py finds in its moves.

A figure is a number with a short label, such as 9 “cards in one turn”, and the seat whose it is. A
game without figures.py has those that any game has.
"""

from __future__ import annotations

import functools
import itertools
import pathlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from skipyard.catalogue import Catalogue
from skipyard.games import Game

FILE = "figures.toml"
HERE = pathlib.Path(__file__).parent
MOST = 3  # figures of a game


class Step(NamedTuple):
    """A move with the states around it."""

    seat: int
    action: int
    before: Any
    after: Any


class Figure(NamedTuple):
    """A number that tells something of a game; `key` names its label in figures.toml."""

    key: str
    seat: int
    value: int


def of_game(g: Game, steps: Sequence[Step]) -> list[Figure]:
    """The figures of a game, those first that tell most of it."""
    found = g.figures.figures(steps) if g.has("figures") else figures(steps)
    return [figure for figure in found if figure is not None][:MOST]


def label(g: Game, figure: Figure, language: str) -> str:
    folder = g.figures.FOLDER if g.has("figures") else HERE
    return sentences(folder).say(language, f"figure.{figure.key}", count=figure.value)


@functools.cache
def sentences(folder: pathlib.Path) -> Catalogue:
    return Catalogue(folder / FILE)


# What figures are made of -------------------------------------------------------------------------
def turns(steps: Sequence[Step]) -> Iterator[tuple[int, list[Step]]]:
    """Each turn with its seat: moves that one seat made one after another."""
    for seat, made in itertools.groupby(steps, lambda step: step.seat):
        yield seat, list(made)


def most_in_a_turn(
    key: str, steps: Sequence[Step], worth: Callable[[Step], int], least: int = 2
) -> Figure | None:
    """The greatest sum of one turn; None where it is less than `least`."""
    sums = [(sum(worth(step) for step in made), seat) for seat, made in turns(steps)]
    return best(key, sums, least)


def most_in_all(
    key: str, steps: Sequence[Step], worth: Callable[[Step], int], least: int = 2
) -> Figure | None:
    """The greatest sum of one seat over the whole game."""
    sums: dict[int, int] = {}
    for step in steps:
        sums[step.seat] = sums.get(step.seat, 0) + worth(step)
    return best(key, [(value, seat) for seat, value in sums.items()], least)


def most_at_once(
    key: str, steps: Sequence[Step], worth: Callable[[Step], int], least: int = 2
) -> Figure | None:
    """The greatest value of one move."""
    return best(key, [(worth(step), step.seat) for step in steps], least)


def best(key: str, values: Sequence[tuple[int, int]], least: int) -> Figure | None:
    """The first of the greatest values, with its seat."""
    if not values:
        return None
    value, seat = max(values, key=lambda one: one[0])
    return Figure(key, seat, value) if value >= least else None


def figures(steps: Sequence[Step]) -> list[Figure | None]:
    """The figures of any game."""
    return [
        most_in_a_turn("longest", steps, lambda step: 1),
        most_in_all("moves", steps, lambda step: 1),
    ]
