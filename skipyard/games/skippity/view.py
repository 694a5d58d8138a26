"""What a seat may see of a table: everything but the dice, since nothing is hidden (SK-A17)."""

from typing import Any

from skipyard.core import copy, i8, rule, seed_dice
from skipyard.games.skippity.board import (
    COLOURS,
    LARGEST,
    SEATS,
    WORDS,
    Board,
    Options,
    State,
    size_of,
)


class View(Options, Board):
    """What one seat knows."""

    me = i8()


@rule
def copy_options(source: Any, target: Any) -> None:
    target.seats, target["size"] = source.seats, size_of(source)
    target.seeding, target.opening_holes = source.seeding, source.opening_holes
    target.first_player, target.allow_pass = source.first_player, source.allow_pass
    target.scoring, target.undo = source.scoring, source.undo


@rule
def copy_board(source: Any, target: Any) -> None:
    copy(source.cells, target.cells, LARGEST)
    copy(source.taken, target.taken, WORDS + 1)
    for seat in range(SEATS):
        copy(source.captured[seat], target.captured[seat], COLOURS)
    copy(source.in_play, target.in_play, COLOURS)
    target.turn, target.over, target.winner = source.turn, source.over, source.winner
    target.row, target.column, target.onward = source.row, source.column, source.onward
    target.jumps, target.passes = source.jumps, source.passes


@rule
def observe(s: State, seat: int, v: View) -> None:
    """Fill a zeroed view with what `seat` knows; NOBODY, a watcher, knows the same."""
    v.me = seat
    copy_options(s, v)
    copy_board(s, v)


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with what `v` shows, and seed its dice."""
    seed_dice(s, seed)
    copy_options(v, s)
    copy_board(v, s)
