"""Positions of Skippity as numbers, and what a search remembers of those it has seen.

A position's key is made of a random number for each thing that is true of it (Zobrist), so a jump
changes it by a few of them. Notes are one number each: what a position is worth and how deep that
was looked into. A key is stored crossed with its note: one torn by another thread does not match.
"""

from typing import Any

import numpy as np

from skipyard.core import rule, wide
from skipyard.games.skippity.board import (
    COLOURS,
    LARGEST,
    MOST_SKIPPERS,
    SEATS,
    colour_at,
    size_of,
)

CHANCE = np.random.default_rng(1)


def random_numbers(*shape: int) -> Any:
    return CHANCE.integers(-(2**63), 2**63, shape, np.int64)


STANDS = random_numbers(LARGEST, LARGEST, COLOURS + 1)
HOLDS = random_numbers(SEATS, COLOURS, MOST_SKIPPERS)
TURN = random_numbers(SEATS)
JUMPER = random_numbers(LARGEST + 1, LARGEST + 1)  # counted from NONE: before the first jump
PASSES = random_numbers(SEATS + 1)

# Notes: the parts of one number, from the lowest bits up.
VALUE_BITS, MOVE_BITS, DEPTH_BITS = 26, 12, 8
ZERO = 1 << VALUE_BITS - 1  # values are stored above it
MOVE_FROM, DEPTH_FROM = VALUE_BITS, VALUE_BITS + MOVE_BITS
BOUND_FROM = DEPTH_FROM + DEPTH_BITS
TO_THE_END = (1 << DEPTH_BITS) - 1  # the depth of what was looked at up to the end of the game
AT_LEAST, AT_MOST, EXACTLY = 1, 2, 3  # bounds; a note of 0 is none


@rule
def key_of_board(s: Any) -> int:
    """The key of what stands on the board and what everybody has captured."""
    key = wide(0)
    for row in range(size_of(s)):
        for column in range(size_of(s)):
            key ^= STANDS[row, column, colour_at(s, row, column)]
    for seat in range(s.seats):
        for colour in range(COLOURS):
            key ^= HOLDS[seat, colour, s.captured[seat, colour]]
    return key


@rule
def key_of_jump(s: Any, move: Any) -> int:
    """What a jump changes in the key of the board on which it is about to be made."""
    jumper = colour_at(s, move.row, move.column)
    taken = colour_at(s, move.over_row, move.over_column)
    held = s.captured[s.turn, taken - 1]
    return (
        STANDS[move.row, move.column, jumper]
        ^ STANDS[move.row, move.column, 0]
        ^ STANDS[move.to_row, move.to_column, jumper]
        ^ STANDS[move.to_row, move.to_column, 0]
        ^ STANDS[move.over_row, move.over_column, taken]
        ^ STANDS[move.over_row, move.over_column, 0]
        ^ HOLDS[s.turn, taken - 1, held]
        ^ HOLDS[s.turn, taken - 1, held + 1]
    )


@rule
def key_of_turn(s: Any) -> int:
    """The key of whose turn it is, how many have passed, and with which skipper it goes on."""
    return TURN[s.turn] ^ PASSES[s.passes] ^ JUMPER[s.row + 1, s.column + 1]


@rule
def note_of(value: int, action: int, depth: int, bound: int) -> int:
    return (
        wide(value + ZERO)
        | wide(action) << MOVE_FROM
        | wide(depth) << DEPTH_FROM
        | wide(bound) << BOUND_FROM
    )


@rule
def value_in(note: int) -> int:
    return (note & ((1 << VALUE_BITS) - 1)) - ZERO


@rule
def action_in(note: int) -> int:
    return note >> MOVE_FROM & ((1 << MOVE_BITS) - 1)


@rule
def depth_in(note: int) -> int:
    return note >> DEPTH_FROM & TO_THE_END


@rule
def bound_in(note: int) -> int:
    return note >> BOUND_FROM


@rule
def look_up(memory: Any, key: int) -> int:
    """The note on a position, or 0."""
    at = key & (len(memory) - 1)
    return memory[at, 1] if memory[at, 0] ^ memory[at, 1] == key else wide(0)


@rule
def write_down(memory: Any, key: int, note: int) -> None:
    """Note a position in place of whatever lay there."""
    at = key & (len(memory) - 1)
    memory[at, 0], memory[at, 1] = key ^ note, note
