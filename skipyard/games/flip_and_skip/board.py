"""Moves and skips on the board: where a coin may go, the corners, and coins that have to leave one.

A skip may be one of a chain by the same coin. `s.chain` is the square of a coin that has just
skipped and may skip on without a further step (FS-A26).
"""

from typing import Any

import numpy as np

from skipyard.core import NONE, rule, wide
from skipyard.games.flip_and_skip.actions import (
    BACK,
    BEYOND,
    DIRECTIONS,
    END,
    NEXT,
    SKIP_TO,
    STEP_TO,
    ACTIONS,
    Kind,
    No,
)
from skipyard.games.flip_and_skip.coins import (
    BIT,
    COINS,
    COLOUR,
    COLOUR_OF,
    COLOURS,
    EMPTY,
    FACES,
    HANDS,
    OFF,
    ROWS,
    SET,
    SQUARES,
    TYPE_OF,
    TYPES,
    CornerRule,
    State,
    Type,
    lift,
    mine,
    put,
)

STEPS, STEPS_WITH_AXES = 2, 3  # FS-A23; FS-19 FS-A18
ONE_STEP = 0  # FS-A26  multiskip_cost

# Who skips whom: faces as bits, by capture_own, player and type -------- FS-25..FS-27, FS-A08, FS-A52
PREY = np.array(
    [
        [[1 << (1 - me) * TYPES + (t + 1) % TYPES | own << me * TYPES + (t + 1) % TYPES
          for t in range(TYPES)] for me in range(COLOURS)]
        for own in range(2)
    ]
)  # fmt: skip
HUNTER = np.array(  # the enemy face that skips over a face: FS-A46
    [(1 - face // TYPES) * TYPES + (face + 2) % TYPES for face in range(FACES)], np.int8
)

# The corners ------------------------------------------------------------------------------- FS-33
CORNERS = np.array([0, ROWS - 1, SQUARES - ROWS, SQUARES - 1], np.int8)
CORNER_BIT = np.zeros(SQUARES, np.int8)  # 0 where a square is no corner
CORNER_BIT[CORNERS] = 1, 2, 4, 8
BESIDE = np.array([[n for n in NEXT[corner] if n != OFF] for corner in CORNERS], np.int8)
BITS_IN = np.array([bin(n).count("1") for n in range(16)], np.int8)
SQUARE_BIT = np.array([1 << n for n in range(SQUARES)], np.uint64).astype(np.int64)


# What a coin could do -------------------------------------------------- FS-11, FS-30, FS-31, FS-A25
@rule
def prey_of(s: Any, face: int) -> int:
    """The faces that a coin may skip over, as bits: FS-A52 by the player on turn."""
    return PREY[s.capture_own, mine(s), TYPE_OF[face]]


@rule
def can_skip(s: Any, square: int, prey: int, except_over: int) -> bool:
    """Whether a skip leads on from a square, over another square than `except_over`."""
    for way in range(DIRECTIONS):
        over = NEXT[square, way]
        if prey >> s.board[over] & 1 and over != except_over:
            if s.board[BEYOND[square, way]] == EMPTY:
                return True
    return False


@rule
def can_move(s: Any, square: int) -> bool:
    for way in range(DIRECTIONS):
        if s.board[NEXT[square, way]] == EMPTY:
            return True
    return False


@rule
def threatened(s: Any, corner: int, face: int) -> bool:
    """FS-A46  Whether an enemy coin that beats `face` stands next to a corner."""
    hunter = HUNTER[face]
    for i in range(len(BESIDE[0])):
        if s.board[BESIDE[corner, i]] == hunter:
            return True
    return False


@rule
def refuse_corner(s: State, coin: int, square: int) -> int:
    """FS-33 FS-A29 FS-A46  Whether a coin may end a step on a square; No.OK if it may."""
    bit = CORNER_BIT[square]
    if bit == 0 or s.corner_rule == CornerRule.OFF:
        return No.OK
    if COLOUR[coin] == mine(s) and s.entered[s.turn] & BIT[coin]:
        return No.CORNER_AGAIN
    if s.corner_rule == CornerRule.STRICT:
        for corner in range(len(CORNERS)):
            if CORNERS[corner] == square and threatened(s, corner, s.face[coin]):
                return No.CORNER_THREAT
    return No.OK


# Coins that have to leave a corner -------------------------------------- FS-A29, FS-A44, FS-A45
@rule
def threatened_corners(s: State) -> int:
    """FS-A29  The corners, as bits, where the player on turn has a threatened coin."""
    found = 0
    for corner in range(len(CORNERS)):
        face = s.board[CORNERS[corner]]
        if face != EMPTY and COLOUR_OF[face] == mine(s) and threatened(s, corner, face):
            found |= CORNER_BIT[CORNERS[corner]]
    return found


@rule
def owing(s: State) -> int:
    """FS-A45  The corners, as bits, that a coin has to leave and can."""
    if s.began == 0:
        return 0
    found = 0
    for corner in range(len(CORNERS)):
        square = CORNERS[corner]
        if s.began & CORNER_BIT[square]:
            face = s.board[square]
            if threatened(s, corner, face) and (
                can_move(s, square) or can_skip(s, square, prey_of(s, face), NONE)
            ):
                found |= CORNER_BIT[square]
    return found


@rule
def settles(s: State, owes: int, source: int, target: int, taken: int) -> bool:
    """FS-A45  Whether a debt is gone once the coin of `source` is on `target`, others taken."""
    for corner in range(len(CORNERS)):
        square = CORNERS[corner]
        if owes & CORNER_BIT[square]:
            if square == source:
                return True  # it leaves
            hunter = HUNTER[s.board[square]]
            danger = False
            for i in range(len(BESIDE[0])):
                near = BESIDE[corner, i]
                if near == target:
                    danger = danger or s.board[source] == hunter
                elif near != source and not taken >> near & 1:
                    danger = danger or s.board[near] == hunter
            if not danger:
                return True  # its threat is gone
    return False


@rule
def chain_settles(s: State, owes: int, source: int, target: int, taken: int, on: bool) -> bool:
    """Whether a debt is gone now, or (with `on`) the coin can make it go by skipping on.

    A chain is one step (FS-A26), so all of it counts. The way is kept as three bits a skip.
    """
    if settles(s, owes, source, target, taken):
        return True
    if not on:
        return False
    prey = prey_of(s, s.board[source])
    square, way, depth, path = target, 0, 0, wide(0)
    while True:
        if way == DIRECTIONS:  # nothing more from here: one skip back
            if depth == 0:
                return False
            depth -= 1
            way = path >> 3 * depth & 7
            path = path ^ (wide(way) << 3 * depth)
            taken = taken ^ SQUARE_BIT[NEXT[square, BACK[way]]]
            square = BEYOND[square, BACK[way]]
            way += 1
            continue
        over, land = NEXT[square, way], BEYOND[square, way]
        free = land != OFF and (
            s.board[land] == EMPTY or land == source or taken >> land & 1 != 0
        )
        if prey >> s.board[over] & 1 and free and not taken >> over & 1:
            taken = taken | SQUARE_BIT[over]
            path = path | wide(way) << 3 * depth
            square, way, depth = land, 0, depth + 1
            if settles(s, owes, source, square, taken):
                return True
        else:
            way += 1


@rule
def pressed(s: State, owes: int) -> bool:
    """Whether only skipping on can still settle a debt: more are owed than steps are left."""
    return (
        s.chain != NONE
        and BITS_IN[owes] > s.steps_left
        and chain_settles(s, owes, s.chain, s.chain, wide(0), True)
    )


@rule
def refuse_debt(s: State, move: Any, goes_on: bool) -> int:
    """FS-A45  With as many debts as steps left, only steps that settle one are legal."""
    owes = owing(s)
    if owes == 0:
        return No.OK
    press = pressed(s, owes)
    if not press and (goes_on or BITS_IN[owes] < s.steps_left):
        return No.OK
    if press and not goes_on:
        return No.MUST_LEAVE
    taken = SQUARE_BIT[move.over] if move.kind == Kind.SKIP else wide(0)
    on = move.kind == Kind.SKIP and s.multiskip_cost == ONE_STEP
    if chain_settles(s, owes, move.source, move.target, taken, on):
        return No.OK
    return No.MUST_LEAVE


# The law on the board -----------------------------------------------------------------------------
@rule
def hides(s: State) -> bool:
    """FS-A46  Whether a chain passes through a corner where it may not end."""
    return s.chain != NONE and refuse_corner(s, s.coin_at[s.chain], s.chain) != No.OK


@rule
def refuse_prey(kind: int) -> int:
    """What a type would have to skip over."""
    if kind == Type.STONE:  # FS-27
        return No.NOT_A_SWORD
    return No.NOT_A_SCROLL if kind == Type.SWORD else No.NOT_A_STONE  # FS-25; FS-26


@rule
def refuse_step(s: State, move: Any) -> int:
    """No.OK, or why a move or skip is refused."""
    face = s.board[move.source]
    if face == EMPTY:
        return No.NO_COIN
    if COLOUR_OF[face] != mine(s) and not s.move_any:  # FS-A07
        return No.NOT_YOURS
    goes_on = False
    if move.kind == Kind.STEP:
        if s.board[move.target] != EMPTY:  # FS-A24
            return No.OCCUPIED
    else:
        over = s.board[move.over]
        if over == EMPTY:  # FS-31
            return No.NOTHING_TO_SKIP
        if COLOUR_OF[over] == mine(s) and not s.capture_own:  # FS-A08
            return No.OWN_COIN
        if not prey_of(s, face) >> over & 1:  # FS-25 FS-26 FS-27
            return refuse_prey(TYPE_OF[face])
        if s.board[move.target] != EMPTY:  # FS-31 FS-A25 FS-A27
            return No.NO_ROOM
        goes_on = move.source == s.chain  # FS-29
    if not goes_on and hides(s):
        return No.MUST_SKIP_ON
    if not goes_on and s.steps_left == 0:  # FS-12 FS-A23
        return No.NO_STEPS_LEFT
    no = refuse_corner(s, s.coin_at[move.source], move.target)
    if no != No.OK:  # FS-A46  a chain may pass through
        if move.kind == Kind.STEP or s.multiskip_cost != ONE_STEP:
            return no
        if not can_skip(s, move.target, prey_of(s, face), move.over):
            return no
    return refuse_debt(s, move, goes_on)


@rule
def refuse_end(s: State) -> int:
    """FS-24 FS-A23  Steps are optional, but FS-A44 for a coin that has to leave a corner."""
    if hides(s):
        return No.MUST_SKIP_ON
    owes = owing(s)
    if owes != 0 and (s.steps_left > 0 or pressed(s, owes)):
        return No.LEAVE_FIRST
    return No.OK


# The quick way to the same ------------------------------------------------------------------------
@rule
def first_coin(s: State) -> int:
    return 0 if s.move_any else SET * mine(s)


@rule
def last_coin(s: State) -> int:
    return COINS if s.move_any else SET * mine(s) + SET


@rule
def add_steps(s: State, out: Any) -> int:
    """Add the legal moves and skips, then the end of the turn where it may be ended."""
    n = 0
    if s.steps_left > 0:
        for coin in range(first_coin(s), last_coin(s)):
            square = s.where[coin]
            if square < SQUARES:
                prey = prey_of(s, s.face[coin])
                for way in range(DIRECTIONS):  # written first and counted if legal
                    face = s.board[NEXT[square, way]]
                    out[n] = STEP_TO[square, way]
                    n += face == EMPTY
                    out[n] = SKIP_TO[square, way]
                    n += prey >> face & (s.board[BEYOND[square, way]] == EMPTY)
    elif s.chain != NONE:
        prey = prey_of(s, s.board[s.chain])
        for way in range(DIRECTIONS):
            out[n] = SKIP_TO[s.chain, way]
            if prey >> s.board[NEXT[s.chain, way]] & 1:
                n += s.board[BEYOND[s.chain, way]] == EMPTY
    return keep_legal(s, out, n)


@rule
def keep_legal(s: State, out: Any, n: int) -> int:
    """Drop what the corner rule forbids; add the end of the turn."""
    every = s.began != 0 or (s.chain != NONE and CORNER_BIT[s.chain] != 0)
    kept = n
    if s.corner_rule != CornerRule.OFF:
        kept = 0
        for i in range(n):
            action = out[i]
            out[kept] = action
            if every or CORNER_BIT[ACTIONS[action].target]:
                kept += refuse_step(s, ACTIONS[action]) == No.OK
            else:
                kept += 1
    if not every or refuse_end(s) == No.OK:
        out[kept] = END
        kept += 1
    return kept


@rule
def can_step(s: State) -> bool:
    """FS-35 FS-A55  Whether anything is left to do on the board but to end the turn."""
    if s.chain != NONE and can_skip(s, s.chain, prey_of(s, s.board[s.chain]), NONE):
        if may_land(s, s.chain):
            return True
    if s.steps_left == 0:
        return False
    for coin in range(first_coin(s), last_coin(s)):
        square = s.where[coin]
        if square < SQUARES and may_land(s, square):
            return True
    return False


@rule
def may_land(s: State, square: int) -> bool:
    """Whether the coin on a square has a step that the corner rule allows."""
    prey, coin = prey_of(s, s.board[square]), s.coin_at[square]
    for way in range(DIRECTIONS):
        near, land = NEXT[square, way], BEYOND[square, way]
        if s.board[near] == EMPTY and s.steps_left > 0:
            if CORNER_BIT[near] == 0 or refuse_corner(s, coin, near) == No.OK:
                return True
        if prey >> s.board[near] & 1 and s.board[land] == EMPTY:
            if CORNER_BIT[land] == 0 or refuse_corner(s, coin, land) == No.OK:
                return True
            if s.multiskip_cost == ONE_STEP and can_skip(s, land, prey, near):
                return True
    return False


# Deeds --------------------------------------------------------------------------- FS-28, FS-A26
@rule
def finish_chain(s: State) -> None:
    """FS-A46  Only the last square of a chain counts as entered."""
    if s.chain != NONE:
        note_corner(s, s.chain)
    s.chain = NONE


@rule
def note_corner(s: State, square: int) -> None:
    """FS-A29 FS-A46  Remember who entered a corner in a turn of its owner."""
    coin = s.coin_at[square]
    if CORNER_BIT[square] and COLOUR[coin] == mine(s):
        s.entering |= BIT[coin]


@rule
def take_step(s: State, move: Any) -> None:
    """Move or skip; FS-32 no square makes a coin anything else."""
    goes_on = move.kind == Kind.SKIP and move.source == s.chain
    if not goes_on:
        finish_chain(s)
        s.steps_left -= 1
    coin = s.coin_at[move.source]
    lift(s, coin)
    put(s, coin, move.target)
    s.began &= ~CORNER_BIT[move.source]
    if move.kind == Kind.SKIP:
        taken = s.coin_at[move.over]
        lift(s, taken)
        put(s, taken, HANDS + s.turn)  # FS-28 FS-31
        s.skipped = 1
        if s.multiskip_cost == ONE_STEP:
            s.chain = move.target
            return
    note_corner(s, move.target)
