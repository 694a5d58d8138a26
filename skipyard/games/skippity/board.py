"""The Skippity table: skippers on a board, and what everybody has captured.

The colours of a row are one number, three bits for each square. A bitboard says which squares are
taken: each word holds as many whole rows as fit into sixty bits, so that bit operations find all
jumps of a word at once.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from skipyard.core import NONE, Dice, Record, i8, i16, rule, u16, u64, wide

# Sizes ------------------------------------------------------------------ SK-01, SK-A19, SK-A21
SEATS, COLOURS = 4, 5  # SK-03  red, orange, yellow, green, blue
SMALLEST, LARGEST = 6, 20  # SK-A21  even sizes
SIZES = range(SMALLEST, LARGEST + 1, 2)
WORD_BITS = 60  # below 64, so that no word is ever negative
WORDS = 7  # of the largest board
MOST_SKIPPERS = LARGEST * LARGEST - 4  # every opening leaves at least four squares empty


class Colour(IntEnum):
    """SK-03  What lies on a square; words.toml gives each colour a name, a letter and a shape."""

    EMPTY = 0
    RED = 1
    ORANGE = 2
    YELLOW = 3
    GREEN = 4
    BLUE = 5


class Holes(IntEnum):
    """SK-06 SK-A25  Which squares are open at the start."""

    CENTRE4 = 0
    CORNERS1 = 1
    CORNERS2 = 2


class Seeding(IntEnum):
    """SK-05 SK-A26  How the board is filled."""

    RANDOM = 0
    ROWS = 1
    ALTERNATE = 2


class Scoring(IntEnum):
    """SK-A24  What counts at the end."""

    SETS = 0
    HUNDRED = 1


class Ended(IntEnum):
    """Whether and how a game has ended: the values of `over`."""

    NOT_YET = 0
    NO_JUMP = 1  # SK-28
    ALL_PASSED = 2  # SK-A22


class Options(Record):
    """What a table agrees on before the start; options.py describes each."""

    seats, size = i8(), i8()
    seeding, opening_holes, first_player = i8(), i8(), i8()  # first_player: 0 random, else seat + 1
    allow_pass, scoring, undo = i8(), i8(), i8()


class Board(Record):
    """Everything on the table; nothing of it is hidden (SK-A17)."""

    cells = u64(LARGEST)  # the colours of a row, three bits for each square
    taken = u64(WORDS + 1)  # the squares with a skipper, as bits; the last word stays empty
    captured = i8(SEATS, COLOURS)  # SK-19  skippers by player and colour, RED first
    in_play = i8(COLOURS)  # SK-A18  skippers of each colour when play began
    turn, over, winner = i8(), i8(), i8()  # over: see Ended; winner: NOBODY in a tie
    row, column = i8(), i8()  # SK-A03  where this turn's jumper is; NONE before its first jump
    onward = i8()  # the directions in which it can jump on, as bits
    jumps, passes = i16(), i8()  # in this turn; in a row


class State(Options, Board, Dice):
    """One table: the board, its options, and the dice that dealt it."""

    reveals = u16()  # stays 0, since chance decides nothing after the deal: undo can go back to it


# Words of rows, by size: tables are indexed by `board_number` ------------------------------------
def by_size(function: Any) -> Any:
    return np.array([function(size) for size in SIZES], np.int64)


def rows_a_word(size: int) -> int:
    return WORD_BITS // size


def bits(size: int, word: int, wanted: Any) -> int:
    """The squares of a word for which `wanted(row, column)` is true, as bits."""
    first = word * rows_a_word(size)
    rows = range(first, min(first + rows_a_word(size), size))
    return sum(
        1 << (row - first) * size + column
        for row in rows
        for column in range(size)
        if wanted(row, column)
    )


def for_words(wanted: Any) -> Any:
    """`bits` of every word of every size; `wanted(size, row, column)`."""
    return by_size(
        lambda size: [
            bits(size, word, lambda row, column: wanted(size, row, column)) for word in range(WORDS)
        ]
    )


WORDS_USED = by_size(lambda size: -(-size // rows_a_word(size)))
WORD_OF = by_size(lambda size: [row // rows_a_word(size) for row in range(LARGEST)]).astype(np.int8)
SHIFT_OF = by_size(lambda size: [row % rows_a_word(size) * size for row in range(LARGEST)]).astype(
    np.int8
)
SQUARES = for_words(lambda size, row, column: True)
HOLES = np.stack(
    [
        for_words(lambda n, row, column: {row, column} <= {n // 2 - 1, n // 2}),  # SK-06 SK-A08
        for_words(lambda n, row, column: {row, column} <= {0, n - 1}),
        for_words(lambda n, row, column: row in (0, n - 1) and column in (0, 1, n - 2, n - 1)),
    ]
)
FULL = (1 << WORD_BITS) - 1
ONE_ROW = by_size(lambda size: size)  # how far a word is shifted to bring up the next row, …
TWO_ROWS = by_size(lambda size: 2 * size)
BUT_ONE_ROW = by_size(lambda size: size * (rows_a_word(size) - 1))  # … and the next word's first
BUT_TWO_ROWS = by_size(lambda size: size * (rows_a_word(size) - 2))
FIRST_ROW = by_size(lambda size: (1 << size) - 1)
FIRST_TWO = by_size(lambda size: (1 << 2 * size) - 1)
EAST_OK = for_words(lambda size, row, column: column < size - 2)
WEST_OK = for_words(lambda size, row, column: column >= 2)

# Directions --------------------------------------------------------------------- SK-12, SK-A05
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = 4
DOWN = np.array([-1, 0, 1, 0])  # SK-12  along a row or a column, never diagonal
RIGHT = np.array([0, 1, 0, -1])


# Looking at the board ----------------------------------------------------------------------------
@rule
def size_of(b: Any) -> int:
    """Rows and columns of the board; by key, since `size` is an attribute of numpy records."""
    return wide(b["size"])


@rule
def board_number(b: Any) -> int:
    """The index of the board's size in tables."""
    return (size_of(b) - SMALLEST) >> 1


@rule
def on_board(b: Any, row: int, column: int) -> bool:
    size = size_of(b)
    return row >= 0 and row < size and column >= 0 and column < size


@rule
def colour_at(b: Any, row: int, column: int) -> int:
    return (wide(b.cells[row]) >> (3 * column)) & 7


@rule
def square_bit(b: Any, row: int, column: int) -> int:
    """A square's bit in its word."""
    return wide(1) << (SHIFT_OF[board_number(b), row] + column)


@rule
def is_taken(b: Any, row: int, column: int) -> bool:
    """Whether there is a skipper on a square."""
    return (wide(b.taken[WORD_OF[board_number(b), row]]) & square_bit(b, row, column)) != 0


@rule
def can_jump(b: Any, row: int, column: int, direction: int) -> bool:
    """SK-13 SK-14 SK-A05 SK-A07  A neighbour to jump, an empty square on the board just beyond."""
    down, right = DOWN[direction], RIGHT[direction]
    return (
        on_board(b, row + 2 * down, column + 2 * right)
        and is_taken(b, row + down, column + right)
        and not is_taken(b, row + 2 * down, column + 2 * right)
    )


@rule
def ways_on(b: Any, row: int, column: int) -> int:
    """SK-15 SK-16  The directions in which a skipper can jump, as bits."""
    directions = 0
    for direction in range(DIRECTIONS):
        if can_jump(b, row, column, direction):
            directions |= 1 << direction
    return directions


@rule
def jumpers(b: Any, word: int) -> Any:
    """The skippers of a word that can jump north, east, south, west, as bits (SK-11 SK-12)."""
    size = board_number(b)
    here, after = wide(b.taken[word]), wide(b.taken[word + 1])
    before = wide(b.taken[word - 1]) if word > 0 else wide(0)
    free, free_after = SQUARES[size, word] & ~here, wide(0)
    free_before = wide(0)
    if word + 1 < WORDS:
        free_after = SQUARES[size, word + 1] & ~after
    if word > 0:
        free_before = SQUARES[size, word - 1] & ~before
    one, two = ONE_ROW[size], TWO_ROWS[size]
    but_one, but_two = BUT_ONE_ROW[size], BUT_TWO_ROWS[size]
    north = (here << one & FULL | before >> but_one) & (free << two & FULL | free_before >> but_two)
    south = (here >> one | (after & FIRST_ROW[size]) << but_one) & (
        free >> two | (free_after & FIRST_TWO[size]) << but_two
    )
    east = here >> 1 & free >> 2 & EAST_OK[size, word]
    west = here << 1 & free << 2 & WEST_OK[size, word]
    return here & north, here & east, here & south, here & west


@rule
def any_jump(b: Any) -> bool:
    """SK-28  Whether a jump is left on the board."""
    for word in range(WORDS_USED[board_number(b)]):
        north, east, south, west = jumpers(b, word)
        if (north | east | south | west) != 0:
            return True
    return False


# Changing the board ------------------------------------------------------------------------------
@rule
def put(b: Any, row: int, column: int, colour: int) -> None:
    """Put a skipper on an empty square."""
    word = WORD_OF[board_number(b), row]
    b.cells[row] = wide(b.cells[row]) | wide(colour) << (3 * column)
    b.taken[word] = wide(b.taken[word]) | square_bit(b, row, column)


@rule
def lift(b: Any, row: int, column: int) -> int:
    """Take a skipper off its square; return its colour."""
    colour = colour_at(b, row, column)
    word = WORD_OF[board_number(b), row]
    b.cells[row] = wide(b.cells[row]) ^ wide(colour) << (3 * column)
    b.taken[word] = wide(b.taken[word]) ^ square_bit(b, row, column)
    return colour


# What is captured ----------------------------------------------------- SK-03, SK-19, SK-A14
@rule
def sets_of(b: Any, seat: int) -> int:
    """SK-03 SK-A14  Complete sets: as many as skippers of the rarest colour."""
    fewest = wide(b.captured[seat, 0])
    for colour in range(1, COLOURS):
        fewest = min(fewest, wide(b.captured[seat, colour]))
    return fewest


@rule
def skippers_of(b: Any, seat: int) -> int:
    """All skippers of a player, in sets or not."""
    count = wide(0)
    for colour in range(COLOURS):
        count += b.captured[seat, colour]
    return count


@rule
def no_jumper(b: Any) -> None:
    """Reset the jumper, before the first jump of a turn."""
    b.row, b.column, b.onward, b.jumps = NONE, NONE, 0, 0
