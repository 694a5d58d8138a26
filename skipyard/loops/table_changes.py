"""Changes to tables of a batch between steps, and other seats' views of them."""

from typing import Any

from skipyard.core import loop, rule
from skipyard.games.skipbo.features import SIZE, features
from skipyard.games.skipbo.rules import imagine, observe
from skipyard.loops.table_steps import begin_next


@rule
def see(arrays: Any, s: Any, seat: int, views: Any) -> None:
    """Write what a seat sees into the first view."""
    views[0] = arrays.blank[0]
    observe(s, seat, views[0])


@rule
def show_seat(arrays: Any, seats: Any, out: Any, i: int, views: Any) -> None:
    """Write the features of what a seat sees at a table."""
    see(arrays, arrays.states[i], seats[i], views)
    for place in range(SIZE):
        out[i, place] = 0
    features(views[0], out[i])


@rule
def imagine_table(
    arrays: Any, blank: Any, seats: Any, seeds: Any, i: int, states: Any, at: int, views: Any
) -> None:
    """Imagine a table that a seat cannot tell from this one; a finished one stays as it is."""
    if arrays.states[i].over == 0:
        see(arrays, arrays.states[i], seats[i], views)
        states[at] = blank[0]
        imagine(views[0], states[at], seeds[i])


# Loops on the CPU: tables `first` to `last - 1` -----------------------------------------------
@loop
def renew_tables(arrays: Any, where: Any, first: int, last: int) -> None:
    for i in range(first, last):
        if where[i]:
            begin_next(arrays, arrays.states, i, i)


@loop
def show_seats(arrays: Any, seats: Any, out: Any, first: int, last: int, views: Any) -> None:
    for i in range(first, last):
        show_seat(arrays, seats, out, i, views)


@loop
def imagine_tables(
    arrays: Any, blank: Any, seats: Any, seeds: Any, first: int, last: int, views: Any
) -> None:
    for i in range(first, last):
        imagine_table(arrays, blank, seats, seeds, i, arrays.states, i, views)
