"""The actions of Flip & Skip, one row each, and the reasons to refuse one."""

from enum import IntEnum

import numpy as np

from skipyard.core import NONE, row_numbers, table
from skipyard.games.flip_and_skip.coins import COINS, OFF, ROWS, SQUARES


class Kind(IntEnum):
    TAKE = 0  # FS-06  take `coin` of the other colour before the first turn
    KEEP = 1  # FS-07  put `coin` of the two in the victory pile; the other is the hand
    FLIP = 2  # FS-08  flip `coin` of the hand
    LEAVE = 3  # FS-A10  flip no coin
    ACCEPT = 4  # take the flipped coin's action when it leaves nothing to choose
    USE = 5  # FS-09  take the action of `coin`, another one of the hand
    DECLINE = 6  # FS-A14  take no action
    PICK = 7  # FS-16 FS-18 FS-22  choose `coin` for HAND, BOARD or MONSTER
    PLACE = 8  # FS-A16  put the coin picked on `target`
    LOOK = 9  # FS-23  look underneath `coin`
    STEP = 10  # FS-11  move from `source` to `target`
    SKIP = 11  # FS-11  skip from `source` over `over` to `target`
    END = 12  # FS-13  end the turn


# Directions and squares -------------------------------------------------- FS-30, FS-A24, FS-A25
WAYS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]  # rows, columns
DIRECTIONS = len(WAYS)
BACK = np.array([(way + 4) % DIRECTIONS for way in range(DIRECTIONS)], np.int8)


def square_at(row: int, column: int) -> int:
    on_board = 0 <= row < ROWS and 0 <= column < ROWS
    return row * ROWS + column if on_board else OFF


def far(square: int, way: int, distance: int) -> int:
    """The square at a distance in a direction; OFF beyond the edge."""
    rows, columns = WAYS[way]
    return square_at(square // ROWS + distance * rows, square % ROWS + distance * columns)


NEXT, BEYOND = (
    np.array([[far(n, way, d) for way in range(DIRECTIONS)] for n in range(SQUARES)], np.int8)
    for d in (1, 2)
)

INSIDE = np.array(  # by distance and square: the directions, as bits, that stay on the board
    [[sum(1 << way for way in range(DIRECTIONS) if to[n, way] != OFF) for n in range(SQUARES)]
     for to in (NEXT, BEYOND)]
)  # fmt: skip

# The rows -----------------------------------------------------------------------------------------
COLUMNS = "kind coin source over target"
BY_COIN = (Kind.TAKE, Kind.KEEP, Kind.FLIP, Kind.USE, Kind.PICK, Kind.LOOK)
ALONE = (Kind.LEAVE, Kind.ACCEPT, Kind.DECLINE, Kind.END)
MOVES = (
    [(kind, coin, NONE, NONE, NONE) for kind in BY_COIN for coin in range(COINS)]
    + [(kind, NONE, NONE, NONE, NONE) for kind in ALONE]
    + [(Kind.PLACE, NONE, NONE, NONE, square) for square in range(SQUARES)]
    + [
        (Kind.STEP, NONE, square, NONE, int(NEXT[square, way]))
        for square in range(SQUARES)
        for way in range(DIRECTIONS)
        if NEXT[square, way] != OFF
    ]
    + [
        (Kind.SKIP, NONE, square, int(NEXT[square, way]), int(BEYOND[square, way]))
        for square in range(SQUARES)
        for way in range(DIRECTIONS)
        if BEYOND[square, way] != OFF
    ]
)
ACTIONS = table(COLUMNS, MOVES)


def by_way(kind: Kind, distance: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int16]]":
    """Actions by square and direction; NONE beyond the edge."""
    to = row_numbers(ACTIONS, "source target", kind=kind)
    numbers = np.full((SQUARES, DIRECTIONS), NONE, np.int16)
    for square in range(SQUARES):
        for way in range(DIRECTIONS):
            if far(square, way, distance) != OFF:
                numbers[square, way] = to[square, far(square, way, distance)]
    return numbers


STEP_TO, SKIP_TO = by_way(Kind.STEP, 1), by_way(Kind.SKIP, 2)
TAKE, KEEP, FLIP, USE, PICK, LOOK = (row_numbers(ACTIONS, "coin", kind=kind) for kind in BY_COIN)
LEAVE, ACCEPT, DECLINE, END = (int(row_numbers(ACTIONS, "kind", kind=k)[k]) for k in ALONE)
PLACE = row_numbers(ACTIONS, "target", kind=Kind.PLACE)


class No(IntEnum):
    """Why a move is refused; words.toml has a sentence and a rule id for each."""

    OK = 0
    OVER = 1
    SET_UP_FIRST = 2
    ALREADY_SET_UP = 3
    NOT_THEIR_COIN = 4
    HAS_TWO = 5
    TAKE_TWO = 6
    NOT_IN_HAND = 7
    FLIP_FIRST = 8
    MUST_FLIP = 9
    MUST_FLIP_AGAIN = 10
    FLIP_DONE = 11
    NO_ACTION = 12
    ACT_FIRST = 13
    MUST_CHOOSE = 14
    MUST_ACT = 15
    OTHER_ACTION = 16
    NO_OTHER_COIN = 17
    THE_FLIPPED_COIN = 18
    USED_ALREADY = 19
    NOT_KNOWN = 20
    NOT_IN_THEIR_PILE = 21
    NOT_IN_THEIR_HAND = 22
    NOTHING_PICKED = 23
    NOT_EMPTY = 24
    NOT_THE_ROW = 25
    NOT_DARK = 26
    NOT_TO_LOOK_AT = 27
    BOARD_CLOSED = 28
    NO_COIN = 29
    NOT_YOURS = 30
    OCCUPIED = 31
    NOTHING_TO_SKIP = 32
    OWN_COIN = 33
    NOT_A_SWORD = 34
    NOT_A_SCROLL = 35
    NOT_A_STONE = 36
    NO_ROOM = 37
    NO_STEPS_LEFT = 38
    CORNER_THREAT = 39
    CORNER_AGAIN = 40
    MUST_SKIP_ON = 41
    MUST_LEAVE = 42
    LEAVE_FIRST = 43
