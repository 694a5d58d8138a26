"""The neighbours of a square of the Flip & Skip board, in all eight directions at once.

A set of squares is a bitboard. We cut the three by three squares around a square out of it, and
look up in a table which directions the bits stand for.
"""

import numpy as np

from skipyard.core import rule
from skipyard.games.flip_and_skip.actions import INSIDE, WAYS
from skipyard.games.flip_and_skip.coins import ROWS, SQUARE_BIT, SQUARES

THREE, EVERY_OTHER = 0b111, 0b10101  # columns that are cut out of a row
NEAR_ROWS, FAR_ROWS = (0, 3, 6), (0, 1, 6)  # the bit at which each of the three rows begins


def direction_table(first_bits: tuple[int, ...], apart: int) -> list[int]:
    """By the bits that were cut out: the directions in which a bit is set."""
    bits = [first_bits[rows + 1] + apart * (columns + 1) for rows, columns in WAYS]
    sizes = range(2 << first_bits[2] + 2 * apart)
    return [sum((n >> bit & 1) << way for way, bit in enumerate(bits)) for n in sizes]


NEAR = np.array(direction_table(NEAR_ROWS, 1), np.int16)
FAR = np.array(direction_table(FAR_ROWS, 2), np.int16)
COLUMN = np.arange(SQUARES) % ROWS
LEFT, RIGHT = (int(SQUARE_BIT[edge == COLUMN].sum()) for edge in (0, ROWS - 1))
TOP_ROW, LAST = int(SQUARE_BIT[-ROWS:].sum()), int(SQUARE_BIT[-1])


@rule
def from_corner(square: int, squares: int, away: int) -> int:
    """A set of squares, shifted so that the square `away` rows down and columns left is bit 0.

    Bits that wrap around the edge are masked out later, by INSIDE.
    """
    down = square - away * (ROWS + 1)
    return squares >> down if down >= 0 else squares << -down


@rule
def next_to(square: int, squares: int) -> int:
    """The directions, as bits, in which the next square is in a set."""
    cut = from_corner(square, squares, 1)
    bits = cut & THREE | (cut >> ROWS & THREE) << 3 | (cut >> 2 * ROWS & THREE) << 6
    return NEAR[bits] & INSIDE[0, square]


@rule
def beyond(square: int, squares: int) -> int:
    """The directions, as bits, in which the square after the next is in a set."""
    cut = from_corner(square, squares, 2)
    bits = cut & EVERY_OTHER
    bits |= (cut >> 2 * ROWS & EVERY_OTHER) << 1 | (cut >> 4 * ROWS & EVERY_OTHER) << 6
    return FAR[bits] & INSIDE[1, square]


@rule
def all_next_to(squares: int) -> int:
    """A set of squares and all their neighbours; right shifts keep the sign, hence the masks."""
    wider = squares | (squares & ~RIGHT) << 1 | (squares & ~LEFT) >> 1 & ~LAST
    return wider | wider << ROWS | wider >> ROWS & ~TOP_ROW
