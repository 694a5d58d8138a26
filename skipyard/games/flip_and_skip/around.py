"""What lies around a square of the Flip & Skip board, in all eight directions at once.

A set of squares is a number with a bit for each. The square's row and the two beside it, three
columns of each, are cut out of it, and a chart tells the directions that they stand for.
"""

import numpy as np

from skipyard.core import rule
from skipyard.games.flip_and_skip.actions import INSIDE, WAYS
from skipyard.games.flip_and_skip.coins import ROWS, SQUARE_BIT, SQUARES

THREE, EVERY_OTHER = 0b111, 0b10101  # columns that are cut out of a row
NEAR_ROWS, FAR_ROWS = (0, 3, 6), (0, 1, 6)  # the bit at which each of the three rows begins


def chart(first_bits: tuple[int, ...], apart: int) -> list[int]:
    """By the bits that were cut out: the directions in which there is something."""
    bits = [first_bits[rows + 1] + apart * (columns + 1) for rows, columns in WAYS]
    sizes = range(2 << first_bits[2] + 2 * apart)
    return [sum((n >> bit & 1) << way for way, bit in enumerate(bits)) for n in sizes]


NEAR, FAR = np.array(chart(NEAR_ROWS, 1), np.int16), np.array(chart(FAR_ROWS, 2), np.int16)
COLUMN = np.arange(SQUARES) % ROWS
LEFT, RIGHT = (int(SQUARE_BIT[edge == COLUMN].sum()) for edge in (0, ROWS - 1))
TOP_ROW, LAST = int(SQUARE_BIT[-ROWS:].sum()), int(SQUARE_BIT[-1])


@rule
def from_corner(square: int, squares: int, away: int) -> int:
    """A set of squares moved so that the one `away` rows below and columns left comes first.

    What would lie beyond the edge is left out later, by INSIDE.
    """
    down = square - away * (ROWS + 1)
    return squares >> down if down >= 0 else squares << -down


@rule
def next_to(square: int, squares: int) -> int:
    """The directions, as bits, in which the next square is one of a set."""
    cut = from_corner(square, squares, 1)
    found = cut & THREE | (cut >> ROWS & THREE) << 3 | (cut >> 2 * ROWS & THREE) << 6
    return NEAR[found] & INSIDE[0, square]


@rule
def beyond(square: int, squares: int) -> int:
    """The directions, as bits, in which the square after the next is one of a set."""
    cut = from_corner(square, squares, 2)
    found = cut & EVERY_OTHER
    found |= (cut >> 2 * ROWS & EVERY_OTHER) << 1 | (cut >> 4 * ROWS & EVERY_OTHER) << 6
    return FAR[found] & INSIDE[1, square]


@rule
def all_next_to(squares: int) -> int:
    """All squares that have one of a set next to them, and the set; moved down, a sign is kept."""
    found = squares | (squares & ~RIGHT) << 1 | (squares & ~LEFT) >> 1 & ~LAST
    return found | found << ROWS | found >> ROWS & ~TOP_ROW
