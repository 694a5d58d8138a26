"""The actions of Skippity, one row each, and the reasons to refuse one.

A chain is played jump by jump: each jump is an action, and so is the end of the chain. Rows are
sorted by the board size they need: a board of size n uses the first 2 + 4 n (n - 2) of them.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from skipyard.core import NONE, row_numbers, table
from skipyard.games.skippity.board import (
    DIRECTIONS,
    DOWN,
    LARGEST,
    RIGHT,
    SIZES,
    WORD_BITS,
    WORDS,
    rows_a_word,
)


class Kind(IntEnum):
    END = 0  # SK-A13  end the turn after a jump
    PASS = 1  # SK-A01  end it without one
    JUMP = 2  # SK-10  from `row column` over `over_row over_column` to `to_row to_column`


COLUMNS = "kind row column direction over_row over_column to_row to_column"


def jump_rows() -> list[tuple[int, ...]]:
    """Every jump on the largest board, those that smaller boards have first."""
    jumps = []
    for row in range(LARGEST):
        for column in range(LARGEST):
            for direction in range(DIRECTIONS):
                down, right = int(DOWN[direction]), int(RIGHT[direction])
                over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if all(0 <= line < LARGEST for line in to):
                    jumps.append((int(Kind.JUMP), row, column, direction, *over, *to))
    return sorted(jumps, key=lambda jump: (max(jump[1], jump[2], *jump[6:]), jump))


ACTIONS = table(COLUMNS, [(Kind.END, *7 * (0,)), (Kind.PASS, *7 * (0,)), *jump_rows()])
END_TURN, PASS_TURN = int(Kind.END), int(Kind.PASS)
JUMP_FROM = row_numbers(ACTIONS, "row column direction", kind=Kind.JUMP)

MARK = 61  # 2 is a primitive root modulo this prime, so 2**n % MARK identifies a bit of a word


def jumps_by_bit() -> Any:
    """The jump of each bit of a word, by size, word, 2**bit % MARK and direction."""
    jumps = np.full((len(SIZES), WORDS, MARK, DIRECTIONS), NONE, np.int16)
    for number, size in enumerate(SIZES):
        for row in range(size):
            word, row_in_word = divmod(row, rows_a_word(size))
            for column in range(size):
                remainder = pow(2, row_in_word * size + column, MARK)
                jumps[number, word, remainder] = JUMP_FROM[row, column]
    return jumps


assert WORD_BITS < MARK
JUMP_OF_BIT = jumps_by_bit()


class No(IntEnum):
    """Why a move is refused; words.toml has a sentence and a rule id for each."""

    OK = 0
    OVER = 1
    MUST_JUMP = 2
    ALREADY_JUMPED = 3
    NOT_JUMPED = 4
    NO_SUCH_SQUARE = 5
    OFF_BOARD = 6
    OTHER_JUMPER = 7
    NO_JUMPER = 8
    NOTHING_TO_JUMP = 9
    LANDING_TAKEN = 10
