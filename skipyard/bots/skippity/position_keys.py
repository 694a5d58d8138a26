"""Zobrist keys of Skippity positions, and the transposition table of alpha-beta.

A key is the XOR of a random number for each fact about the position, so a jump changes a few of
them. A note is one number: value, best move, depth and bound. A key is stored XORed with its note,
so that a row torn by another thread does not match.
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

RANDOM = np.random.default_rng(1)


def random_numbers(*shape: int) -> Any:
    return RANDOM.integers(-(2**63), 2**63, shape, np.int64)


STANDS = random_numbers(LARGEST, LARGEST, COLOURS + 1)
HOLDS = random_numbers(SEATS, COLOURS, MOST_SKIPPERS)
TURN = random_numbers(SEATS)
JUMPER = random_numbers(LARGEST + 1, LARGEST + 1)  # from NONE (-1): before the first jump
PASSES = random_numbers(SEATS + 1)

# Parts of a note, from the lowest bits up.
VALUE_BITS, MOVE_BITS, DEPTH_BITS = 26, 12, 8
ZERO = 1 << VALUE_BITS - 1  # added to values, which may be negative
MOVE_FROM, DEPTH_FROM = VALUE_BITS, VALUE_BITS + MOVE_BITS
BOUND_FROM = DEPTH_FROM + DEPTH_BITS
TO_THE_END = (1 << DEPTH_BITS) - 1  # depth of a search up to the end of the game
AT_LEAST, AT_MOST, EXACTLY = 1, 2, 3  # bounds; a note of 0 means no note


@rule
def key_of_board(s: Any) -> int:
    """The key of the board and of everybody's captures."""
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
    """The change of the board's key by a jump that is about to be made."""
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
    """The key of whose turn it is, how many have passed, and which skipper is jumping."""
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
def store(memory: Any, key: int, note: int) -> None:
    """Store a note, replacing whatever was in its row."""
    at = key & (len(memory) - 1)
    memory[at, 0], memory[at, 1] = key ^ note, note
