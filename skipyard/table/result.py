"""How a table ended, and who won."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from skipyard.seats import NOBODY
from skipyard.table.table import Table

PLAYED, RESIGNED, TIME, AGREED = "played", "resigned", "time", "agreed"
UNKNOWN = "unknown"  # the game ended by older rules that are no longer played
CLOSED = "closed"  # by an operator of the server, before its end


class Result(NamedTuple):
    """The end of a game or a match."""

    how: str  # played, resigned, time, agreed, closed or unknown
    winners: tuple[int, ...]  # the seats in first place; of several sides where it is a draw
    places: tuple[int, ...]  # by seat; equals share one
    points: tuple[int, ...]  # by seat; none where the game was not played out and is no match


def played(table: Table) -> Result:
    """The result of a table that was played to its end."""
    points = tuple(table.points if table.match is None else table.match.totals)
    if table.match is not None:
        places = tuple(1 + sum(more > mine for more in points) for mine in points)
    else:
        places = places_of_round(table)
    return Result(PLAYED, first(places), places, points)


def places_of_round(table: Table) -> tuple[int, ...]:
    """The rules' own ranking where they have one; otherwise winners are first, others second."""
    if hasattr(table.rules, "places"):
        places = np.zeros(len(table.seats), np.int32)
        table.rules.places(table.state, places)
        return tuple(int(place) for place in places)
    winner, sides = int(table.state.winner), sides_of(table)
    return tuple(
        1 if winner == NOBODY or seat % sides == winner else 2 for seat in range(len(table.seats))
    )


def given_up(table: Table, seat: int, how: str) -> Result:
    """One of two sides has resigned or run out of time: the other one wins."""
    sides = sides_of(table)
    places = tuple(2 if n % sides == seat % sides else 1 for n in range(len(table.seats)))
    return Result(how, first(places), places, totals(table))


def agreed(table: Table) -> Result:
    """A draw between all."""
    places = (1,) * len(table.seats)
    return Result(AGREED, first(places), places, totals(table))


def first(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def totals(table: Table) -> tuple[int, ...]:
    """The points of a match so far."""
    return () if table.match is None else tuple(table.match.totals)


def sides_of(table: Table) -> int:
    """How many sides play: partners are one."""
    return int(table.rules.sides(table.state))
