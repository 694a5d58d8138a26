"""What Skippity's network by squares thinks of a position; learn/skippity/network.py explains it.

A board lies in a buffer with an edge of empty squares around it, a row of channels for each square.
As in loops/fallback/network.py, rows of weights are added for what is not zero, in one order.
"""

from typing import Any

import numpy as np

from skipyard.core import NONE, loop, rule, wide
from skipyard.games.skippity.actions import JUMP_FROM
from skipyard.games.skippity.board import COLOURS, DIRECTIONS, LARGEST, SEATS
from skipyard.games.skippity.features import At
from skipyard.loops.fallback.network import apply_layer
from skipyard.loops.rows import add_row, rectify, start_with

MOST_AHEAD = 4  # sets of a colour ahead of the rarest one are told apart up to here
MOST_CAPTURED, MOST_LEFT = np.float32(12), np.float32(24)  # scales
FIRST_JUMP = 2  # the actions before it end or pass a turn
MARKS = 2 + MOST_AHEAD  # numbers about one colour of one player: how many, and how far ahead
TOLD = SEATS * MARKS + 1  # numbers about a colour
ABOUT = SEATS * (COLOURS + 1) + 3  # numbers about the table
EDGE = LARGEST + 2
ONE = np.float32(1)


@loop
def evaluate(seen: Any, weights: Any, buffers: Any, logits: Any, sides: Any) -> None:
    """One look at a position, from its features to the logits of both heads."""
    first_layers, convolutions, biases, heads = weights
    boards, worth, told, about, pooled = buffers
    size, now = wide(seen[At.SIZE]), 0
    about_table(seen, told, about, first_layers)
    worth_of_colours(seen, size, told, worth, first_layers)
    fill_squares(seen, size, worth, about, boards[0], first_layers)
    width = len(about)
    for n in range(len(convolutions)):
        convolve(boards[now], boards[1 - now], size, convolutions[n], biases[n], width)
        now, width = 1 - now, len(biases[n])
    rate(boards[now], size, width, about, pooled, heads, logits, sides)


# What is told ------------------------------------------------------------------------------------
@rule
def captured(seen: Any, seat: int, colour: int) -> int:
    return wide(seen[At.CAPTURED + COLOURS * seat + colour])


@rule
def about_table(seen: Any, told: Any, about: Any, layers: Any) -> None:
    """Everybody's captures in ascending order, who plays, the length of a chain, options."""
    for seat in range(SEATS):
        for colour in range(COLOURS):
            count, place = captured(seen, seat, colour), 0
            for other in range(COLOURS):
                theirs = captured(seen, seat, other)
                place += theirs < count or (theirs == count and other < colour)
            told[COLOURS * seat + place] = np.float32(count) / MOST_CAPTURED
        told[SEATS * COLOURS + seat] = seen[At.SEATS + seat]
    chain = 0
    for row in range(LARGEST):
        chain += wide(seen[At.ROW + row])
    told[ABOUT - 3], told[ABOUT - 2], told[ABOUT - 1] = (
        chain,
        seen[At.ALLOW_PASS],
        seen[At.HUNDRED],
    )
    apply_layer(told, ABOUT, layers[4], layers[5], about)
    rectify(about, len(about))


@rule
def worth_of_colours(seen: Any, size: int, told: Any, worth: Any, layers: Any) -> None:
    """A row for each colour: what a skipper of it is worth to whom; the last row is scratch."""
    width = len(layers[1])
    for colour in range(COLOURS):
        for i in range(TOLD):
            told[i] = 0
        for seat in range(SEATS):
            count = captured(seen, seat, colour)
            least = count
            for other in range(COLOURS):
                least = min(least, captured(seen, seat, other))
            told[MARKS * seat] = np.float32(count) / MOST_CAPTURED
            told[MARKS * seat + 1 + min(count - least, MOST_AHEAD)] = 1
        left = 0
        for square in range(size * size):
            left += wide(seen[At.BOARD + COLOURS * square + colour])
        told[TOLD - 1] = np.float32(left) / MOST_LEFT
        apply_layer(told, TOLD, layers[0], layers[1], worth[COLOURS])
        rectify(worth[COLOURS], width)
        apply_layer(worth[COLOURS], width, layers[2], layers[3], worth[colour])


@rule
def fill_squares(seen: Any, size: int, worth: Any, about: Any, board: Any, layers: Any) -> None:
    """The first row of channels for each square."""
    jumper, empty, width = layers[6], layers[7], len(about)
    for row in range(size):
        for column in range(size):
            out, taken = board[EDGE * (row + 1) + column + 1], False
            start_with(out, about)
            for colour in range(COLOURS):
                if seen[At.BOARD + COLOURS * (size * row + column) + colour] != 0:
                    add_row(out, worth[colour], ONE)
                    taken = True
            if not taken:
                add_row(out, empty, ONE)
            if seen[At.ROW + row] != 0 and seen[At.COLUMN + column] != 0:
                add_row(out, jumper, ONE)
            rectify(out, width)


# Layers ------------------------------------------------------------------------------------------
@rule
def convolve(board: Any, out: Any, size: int, weights: Any, bias: Any, width: int) -> None:
    """A convolution of three by three squares; where widths are equal, what was there is added."""
    for row in range(size):
        for column in range(size):
            here, wanted = EDGE * (row + 1) + column + 1, len(bias)
            start_with(out[here], bias)
            for n in range(9):
                beside, across = row + n // 3 - 1, column + n % 3 - 1
                if 0 <= beside < size and 0 <= across < size:
                    near = board[EDGE * (beside + 1) + across + 1]
                    for i in range(width):
                        if near[i] != 0:
                            add_row(out[here], weights[n, i], near[i])
            rectify(out[here], wanted)
            if wanted == width:
                add_row(out[here], board[here, :width], ONE)


@rule
def rate(
    board: Any,
    size: int,
    width: int,
    about: Any,
    pooled: Any,
    heads: Any,
    logits: Any,
    sides: Any,
) -> None:
    """The logits of all moves on this board, and of all sides."""
    jump, jump_bias, pool, pool_bias, end, end_bias, value, value_bias = heads
    inner, mean, four = pooled[0], pooled[1], pooled[2]
    for i in range(width):
        mean[i] = 0
    last = FIRST_JUMP + DIRECTIONS * size * (size - 2)
    for row in range(size):
        for column in range(size):
            square = board[EDGE * (row + 1) + column + 1]
            add_row(mean, square[:width], ONE)
            apply_layer(square, width, jump, jump_bias, four)
            for direction in range(DIRECTIONS):
                number = JUMP_FROM[row, column, direction]
                if number != NONE and number < last:
                    logits[number] = four[direction]
    for i in range(width):
        mean[i] /= np.float32(size * size)
    for i in range(len(about)):
        mean[width + i] = about[i]
    apply_layer(mean, width + len(about), pool, pool_bias, inner)
    rectify(inner, len(pool_bias))
    apply_layer(inner, len(pool_bias), end, end_bias, logits)
    apply_layer(inner, len(pool_bias), value, value_bias, sides)
