"""Moves and skips on the board: the law, the quick way to the same, and the deeds."""

from typing import Any

import numpy as np

from skipyard.core import NONE, rule, wide
from skipyard.games.flip_and_skip.actions import (
    ACTIONS,
    BEYOND,
    DIRECTIONS,
    END,
    NEXT,
    SKIP_TO,
    STEP_TO,
    Kind,
    No,
)
from skipyard.games.flip_and_skip.around import all_next_to, beyond, next_to
from skipyard.games.flip_and_skip.coins import (
    BIT,
    COINS,
    COLOUR,
    COLOUR_OF,
    EMPTY,
    HANDS,
    SET,
    SQUARES,
    TYPE_OF,
    State,
    Type,
    lift,
    mine,
    put,
)
from skipyard.games.flip_and_skip.corners import (
    BITS_IN,
    CORNER_BIT,
    CORNER_SQUARES,
    INTO_CORNER,
    ONE_STEP,
    can_skip,
    dangers_in_corners,
    free_squares,
    owing,
    pressed,
    prey_of,
    prey_squares,
    refuse_corner,
    refuse_debt,
    shut_corners,
    squares_of,
)

STEPS, STEPS_WITH_AXES = 2, 3  # FS-A23; FS-19 FS-A18
ONE_SET = (1 << SET) - 1
LOWEST = np.array([(n & -n).bit_length() - 1 for n in range(ONE_SET + 1)], np.int8)


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
    owes = owing(s)
    return refuse_debt(s, move, goes_on, owes, pressed(s, owes))


@rule
def refuse_end(s: State, hidden: bool, owes: int, press: bool) -> int:
    """FS-24 FS-A23  Steps are optional, but FS-A44 for a coin that has to leave a corner."""
    if hidden:
        return No.MUST_SKIP_ON
    return No.LEAVE_FIRST if owes != 0 and (s.steps_left > 0 or press) else No.OK


# The quick way to the same ------------------------------------------------------------------------
@rule
def coins_to_go(s: State) -> int:
    """The coins on the board that the player on turn may move or let skip, a bit each."""
    first = 0 if s.move_any else SET * mine(s)
    found = 0
    for coin in range(first, COINS if s.move_any else first + SET):
        square = s.where[coin]
        goes = square < SQUARES and (s.steps_left > 0 or square == s.chain)
        found |= goes << coin
    return found


@rule
def lowest(coins: int) -> int:
    """The first of a set of coins that is not empty."""
    return LOWEST[coins & ONE_SET] if coins & ONE_SET else SET + LOWEST[coins >> SET]


@rule
def ways_of(s: State, coin: int, dangers: int, free: int) -> Any:
    """The directions in which a coin on the board may move and may skip, a bit each.

    The same law as `refuse_step` but for debts, for all directions at once.
    """
    square, prey = wide(s.where[coin]), prey_squares(s, s.face[coin])
    moves = next_to(square, free)
    skips = next_to(square, prey) & beyond(square, free)
    shut = shut_corners(s, coin, dangers)
    moves &= ~INTO_CORNER[0, square, shut]
    refused = skips & INTO_CORNER[1, square, shut]
    if refused != 0 and s.multiskip_cost == ONE_STEP:  # FS-A46  a chain may pass through
        for way in range(DIRECTIONS):
            faces = prey_of(s, s.face[coin])
            if refused >> way & 1 and can_skip(s, BEYOND[square, way], faces, NEXT[square, way]):
                refused ^= 1 << way
    return moves if s.steps_left > 0 else 0, skips ^ refused


@rule
def add_steps(s: State, out: Any) -> int:
    """Add the legal moves and skips, then the end of the turn where it may be ended."""
    n, dangers, free = 0, dangers_in_corners(s), free_squares(s)
    hidden, owes = hides(s), owing(s)
    press = pressed(s, owes)
    bound = hidden or (owes != 0 and BITS_IN[owes] >= s.steps_left)  # FS-A45 FS-A46
    coins = coins_to_go(s)
    while coins != 0:
        coin = lowest(coins)
        coins &= coins - 1
        square = s.where[coin]
        moves, skips = ways_of(s, coin, dangers, free)
        if bound:
            moves = keep_legal(s, moves, STEP_TO[square], False, hidden, owes, press)
            goes_on = square == s.chain  # FS-29
            skips = keep_legal(s, skips, SKIP_TO[square], goes_on, hidden, owes, press)
        for way in range(DIRECTIONS):  # written first and counted if legal
            out[n] = STEP_TO[square, way]
            n += moves >> way & 1
            out[n] = SKIP_TO[square, way]
            n += skips >> way & 1
    if refuse_end(s, hidden, owes, press) == No.OK:
        out[n] = END
        n += 1
    return n


@rule
def keep_legal(
    s: State, ways: int, actions: Any, goes_on: bool, hidden: bool, owes: int, press: bool
) -> int:
    """Keep of some directions those that the law allows while coins have to leave corners."""
    if hidden and not goes_on:
        return 0
    left, way = ways, 0
    while left != 0:  # not `for`: the compiler would write the law down eight times
        if left & 1 and refuse_debt(s, ACTIONS[actions[way]], goes_on, owes, press) != No.OK:
            ways ^= 1 << way
        left, way = left >> 1, way + 1
    return ways


@rule
def can_step(s: State) -> bool:
    """FS-35 FS-A55  Whether anything is left to do on the board but to end the turn."""
    if s.steps_left == 0 and s.chain == NONE:
        return False
    free = free_squares(s)
    if s.steps_left > 0 and all_next_to(squares_of(s, mine(s))) & free & ~CORNER_SQUARES:
        return True  # nearly always
    dangers, coins = dangers_in_corners(s), coins_to_go(s)
    while coins != 0:
        moves, skips = ways_of(s, lowest(coins), dangers, free)
        if (moves | skips) != 0:
            return True
        coins &= coins - 1
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
        if s.skipped & BIT[taken] == 0:  # FS-A56
            s.skipped |= BIT[taken]
            s.progress = 1
        if s.multiskip_cost == ONE_STEP:
            s.chain = move.target
            return
    note_corner(s, move.target)
