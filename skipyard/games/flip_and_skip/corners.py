"""What a coin on the board can do, and the corners: who may enter one and who has to leave it.

A chain of skips by one coin is one step (FS-A26): `s.chain` is the square of a coin that has just
skipped and may skip on.
"""

from typing import Any

import numpy as np

from skipyard.core import NONE, rule, wide
from skipyard.games.flip_and_skip import actions, coins
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import FACES, TYPES, CornerRule, State

ONE_STEP = 0  # FS-A26  multiskip_cost

# Who skips whom: faces as bits, by capture_own, player and type -- FS-25..FS-27, FS-A08, FS-A52
PREY = np.array(
    [
        [[1 << (1 - me) * TYPES + (t + 1) % TYPES | own << me * TYPES + (t + 1) % TYPES
          for t in range(TYPES)] for me in range(coins.COLOURS)]
        for own in range(2)
    ]
)  # fmt: skip
PREY_TYPE = np.array([(face + 1) % TYPES for face in range(FACES)], np.int8)  # that a face skips
HUNTER = np.array(  # the enemy face that skips over a face: FS-A46
    [(1 - face // TYPES) * TYPES + (face + 2) % TYPES for face in range(FACES)], np.int8
)

# The corners ------------------------------------------------------------------------------- FS-33
CORNERS = np.array([0, coins.ROWS - 1, coins.SQUARES - coins.ROWS, coins.SQUARES - 1], np.int8)
CORNER_BIT = np.zeros(coins.SQUARES, np.int8)  # 0 where a square is no corner
CORNER_BIT[CORNERS] = 1, 2, 4, 8
BESIDE = np.full((coins.SQUARES, 3), coins.OFF, np.int8)  # the squares next to a corner
BESIDE[CORNERS] = [[n for n in actions.NEXT[corner] if n != coins.OFF] for corner in CORNERS]
BESIDE_BITS = np.array(
    [sum(coins.SQUARE_BIT[n] for n in near if n != coins.OFF) for near in BESIDE], np.int64
)
ALL_CORNERS = 15
INTO_CORNER = np.array(  # by distance, square and corners: the directions that end in one of them
    [[[sum(1 << way for way in range(actions.DIRECTIONS)
           if to[square, way] != coins.OFF and CORNER_BIT[to[square, way]] & corners)
       for corners in range(ALL_CORNERS + 1)] for square in range(coins.SQUARES)]
     for to in (actions.NEXT, actions.BEYOND)]
)  # fmt: skip
CORNER_SQUARES = int(coins.SQUARE_BIT[CORNERS].sum())
BITS_IN = np.array([bin(n).count("1") for n in range(16)], np.int8)


# What a coin could do ------------------------------------------------- FS-11, FS-30, FS-31, FS-A25
@rule
def prey_of(s: Any, face: int) -> int:
    """The faces that a coin may skip over, as bits: FS-A52 by the player on turn."""
    return PREY[s.capture_own, coins.mine(s), coins.TYPE_OF[face]]


@rule
def prey_squares(s: State, face: int) -> int:
    """The squares of coins that a coin may skip over, as bits."""
    squares_of_prey = s.squares[coins.FACE[1 - coins.mine(s), PREY_TYPE[face]]]
    if s.capture_own:  # FS-A08
        squares_of_prey |= s.squares[coins.FACE[coins.mine(s), PREY_TYPE[face]]]
    return squares_of_prey


@rule
def squares_of(s: State, colour: int) -> int:
    """The squares of a colour's coins, as bits."""
    first = TYPES * colour
    return s.squares[first] | s.squares[first + 1] | s.squares[first + 2]


@rule
def free_squares(s: State) -> int:
    """The empty squares, as bits."""
    return ~(squares_of(s, 0) | squares_of(s, 1))


@rule
def can_skip(s: Any, square: int, prey: int, except_over: int) -> bool:
    """Whether a coin could skip from a square, over any square but `except_over`."""
    for way in range(actions.DIRECTIONS):
        over = actions.NEXT[square, way]
        free = s.board[actions.BEYOND[square, way]] == coins.EMPTY
        if prey >> s.board[over] & 1 and over != except_over and free:
            return True
    return False


@rule
def can_move(s: Any, square: int) -> bool:
    for way in range(actions.DIRECTIONS):
        if s.board[actions.NEXT[square, way]] == coins.EMPTY:
            return True
    return False


@rule
def threatened(s: State, square: int, face: int) -> bool:
    """FS-A46  Whether an enemy coin that beats `face` stands next to a corner's square."""
    return s.squares[HUNTER[face]] & BESIDE_BITS[square] != 0


@rule
def refuse_corner(s: State, coin: int, square: int) -> int:
    """FS-33 FS-A29 FS-A46  Whether a coin may end a step on a square; No.OK if it may."""
    if CORNER_BIT[square] == 0 or s.corner_rule == CornerRule.OFF:
        return No.OK
    if coins.COLOUR[coin] == coins.mine(s) and s.entered[s.turn] & coins.BIT[coin]:
        return No.CORNER_AGAIN
    if s.corner_rule == CornerRule.STRICT and threatened(s, square, s.face[coin]):
        return No.CORNER_THREAT
    return No.OK


@rule
def dangers_in_corners(s: State) -> int:
    """FS-A46  Which faces are threatened in which corners: four bits for each face."""
    dangers = wide(0)
    if s.corner_rule == CornerRule.STRICT:
        for face in range(FACES):
            for corner in range(len(CORNERS)):
                dangers |= wide(threatened(s, CORNERS[corner], face)) << 4 * face + corner
    return dangers


@rule
def shut_corners(s: State, coin: int, dangers: int) -> int:
    """The corners, as bits, where a coin may not end a step: `refuse_corner` for all at once."""
    again = coins.COLOUR[coin] == coins.mine(s) and s.entered[s.turn] & coins.BIT[coin] != 0
    if again and s.corner_rule != CornerRule.OFF:
        return ALL_CORNERS
    return dangers >> 4 * s.face[coin] & ALL_CORNERS


# Coins that have to leave a corner -------------------------------------- FS-A29, FS-A44, FS-A45
@rule
def threatened_corners(s: State) -> int:
    """FS-A29  The corners, as bits, where the player on turn has a threatened coin."""
    corner_bits = 0
    for corner in range(len(CORNERS)):
        square = CORNERS[corner]
        face = s.board[square]
        is_mine = face != coins.EMPTY and coins.COLOUR_OF[face] == coins.mine(s)
        if is_mine and threatened(s, square, face):
            corner_bits |= CORNER_BIT[square]
    return corner_bits


@rule
def duties_left(s: State) -> int:
    """FS-A45  The corners, as bits, that a coin has to leave and can leave."""
    if s.began == 0:
        return 0
    corner_bits = 0
    for corner in range(len(CORNERS)):
        square = CORNERS[corner]
        if s.began & CORNER_BIT[square]:
            face = s.board[square]
            if threatened(s, square, face) and (
                can_move(s, square) or can_skip(s, square, prey_of(s, face), NONE)
            ):
                corner_bits |= CORNER_BIT[square]
    return corner_bits


@rule
def settles(s: State, duties: int, source: int, target: int, taken: int) -> bool:
    """FS-A45  Whether moving the coin on `source` to `target` settles a duty.

    `taken` are the squares of coins that it skips over on its way, as bits.
    """
    for corner in range(len(CORNERS)):
        square = CORNERS[corner]
        if duties & CORNER_BIT[square]:
            if square == source:
                return True  # it leaves
            hunter = HUNTER[s.board[square]]
            danger = False
            for i in range(len(BESIDE[0])):
                near = BESIDE[square, i]
                if near == target:
                    danger = danger or s.board[source] == hunter
                elif near != source and not taken >> near & 1:
                    danger = danger or s.board[near] == hunter
            if not danger:
                return True  # its threat is gone
    return False


@rule
def chain_settles(s: State, duties: int, source: int, target: int, taken: int, on: bool) -> bool:
    """Whether a step settles a duty now or, with `on`, can settle one by skipping on.

    A chain is one step (FS-A26), so all of it counts. This is a depth-first search; `path` is its
    stack, three bits for the direction of each skip.
    """
    prey = prey_of(s, s.board[source])
    square, way, depth, path, arrived = target, 0, 0, wide(0), True
    while True:
        if arrived and settles(s, duties, source, square, taken):
            return True
        if not on:
            return False
        arrived = False
        if way == actions.DIRECTIONS:  # nothing more from here: go one skip back
            if depth == 0:
                return False
            depth -= 1
            way = path >> 3 * depth & 7
            path = path ^ (wide(way) << 3 * depth)
            taken = taken ^ coins.SQUARE_BIT[actions.NEXT[square, actions.BACK[way]]]
            square = actions.BEYOND[square, actions.BACK[way]]
            way += 1
            continue
        over, land = actions.NEXT[square, way], actions.BEYOND[square, way]
        free = land != coins.OFF and (
            s.board[land] == coins.EMPTY or land == source or taken >> land & 1 != 0
        )
        if prey >> s.board[over] & 1 and free and not taken >> over & 1:
            taken = taken | coins.SQUARE_BIT[over]
            path = path | wide(way) << 3 * depth
            square, way, depth, arrived = land, 0, depth + 1, True
        else:
            way += 1


@rule
def must_settle_now(s: State, duties: int) -> bool:
    """FS-A58  Whether the chain has to go on to settle a duty: there are more than steps left."""
    return (
        s.chain != NONE
        and BITS_IN[duties] > s.steps_left
        and chain_settles(s, duties, s.chain, s.chain, wide(0), True)
    )


@rule
def refuse_duty(s: State, move: Any, goes_on: bool, duties: int, must_settle: bool) -> int:
    """FS-A45  With as many duties as steps left, only steps that settle one are legal."""
    if duties == 0 or (not must_settle and (goes_on or BITS_IN[duties] < s.steps_left)):
        return No.OK
    if must_settle and not goes_on:
        return No.MUST_LEAVE
    taken = coins.SQUARE_BIT[move.over] if move.kind == Kind.SKIP else wide(0)
    on = move.kind == Kind.SKIP and s.multiskip_cost == ONE_STEP
    if chain_settles(s, duties, move.source, move.target, taken, on):
        return No.OK
    return No.MUST_LEAVE
