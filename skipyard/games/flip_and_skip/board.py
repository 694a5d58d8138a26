"""Moves and skips on the board: verdicts, the list of legal ones, and playing them."""

from typing import Any

import numpy as np

from skipyard.core import NONE, rule, wide
from skipyard.games.flip_and_skip import actions, around, coins, corners
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import State, Type

STEPS, STEPS_WITH_AXES = 2, 3  # FS-A23; FS-19 FS-A18
ONE_SET = (1 << coins.SET) - 1
LOWEST = np.array([(n & -n).bit_length() - 1 for n in range(ONE_SET + 1)], np.int8)


# Verdicts -----------------------------------------------------------------------------------------
@rule
def must_skip_on(s: State) -> bool:
    """FS-A46  Whether a chain is in a corner where it may not end."""
    return s.chain != NONE and corners.refuse_corner(s, s.coin_at[s.chain], s.chain) != No.OK


@rule
def refuse_prey(kind: int) -> int:
    """The refusal that says what a type can skip over."""
    if kind == Type.STONE:  # FS-27
        return No.NOT_A_SWORD
    return No.NOT_A_SCROLL if kind == Type.SWORD else No.NOT_A_STONE  # FS-25; FS-26


@rule
def refuse_step(s: State, move: Any) -> int:
    """No.OK, or why a move or skip is refused."""
    face = s.board[move.source]
    if face == coins.EMPTY:
        return No.NO_COIN
    if coins.COLOUR_OF[face] != coins.mine(s) and not s.move_any:  # FS-A07
        return No.NOT_YOURS
    goes_on = False
    if move.kind == Kind.STEP:
        if s.board[move.target] != coins.EMPTY:  # FS-A24
            return No.OCCUPIED
    else:
        over = s.board[move.over]
        if over == coins.EMPTY:  # FS-31
            return No.NOTHING_TO_SKIP
        if coins.COLOUR_OF[over] == coins.mine(s) and not s.capture_own:  # FS-A08
            return No.OWN_COIN
        if not corners.prey_of(s, face) >> over & 1:  # FS-25 FS-26 FS-27
            return refuse_prey(coins.TYPE_OF[face])
        if s.board[move.target] != coins.EMPTY:  # FS-31 FS-A25 FS-A27
            return No.NO_ROOM
        goes_on = move.source == s.chain  # FS-29
    if not goes_on and must_skip_on(s):
        return No.MUST_SKIP_ON
    if not goes_on and s.steps_left == 0:  # FS-12 FS-A23
        return No.NO_STEPS_LEFT
    no = corners.refuse_corner(s, s.coin_at[move.source], move.target)
    if no != No.OK:  # FS-A46  a chain may pass through
        if move.kind == Kind.STEP or s.multiskip_cost != corners.ONE_STEP:
            return no
        if not corners.can_skip(s, move.target, corners.prey_of(s, face), move.over):
            return no
    duties = corners.duties_left(s)
    return corners.refuse_duty(s, move, goes_on, duties, corners.must_settle_now(s, duties))


@rule
def refuse_end(s: State, must_skip: bool, duties: int, must_settle: bool) -> int:
    """FS-24 FS-A23  Steps are optional, unless a coin has to leave a corner (FS-A44)."""
    if must_skip:
        return No.MUST_SKIP_ON
    return No.LEAVE_FIRST if duties != 0 and (s.steps_left > 0 or must_settle) else No.OK


# Listing legal moves ------------------------------------------------------------------------------
@rule
def movable_coins(s: State) -> int:
    """The coins on the board that the player on turn may move or skip with, as bits."""
    first = 0 if s.move_any else coins.SET * coins.mine(s)
    movable = 0
    for coin in range(first, coins.COINS if s.move_any else first + coins.SET):
        square = s.where[coin]
        goes = square < coins.SQUARES and (s.steps_left > 0 or square == s.chain)
        movable |= goes << coin
    return movable


@rule
def lowest(coin_bits: int) -> int:
    """The first coin of a set that is not empty."""
    light = coin_bits & ONE_SET
    return LOWEST[light] if light else coins.SET + LOWEST[coin_bits >> coins.SET]


@rule
def ways_of(s: State, coin: int, dangers: int, free: int) -> Any:
    """The directions in which a coin on the board may move and may skip, as bits.

    The same as `refuse_step` without duties, for all directions at once.
    """
    square, prey = wide(s.where[coin]), corners.prey_squares(s, s.face[coin])
    moves = around.next_to(square, free)
    skips = around.next_to(square, prey) & around.beyond(square, free)
    shut = corners.shut_corners(s, coin, dangers)
    moves &= ~corners.INTO_CORNER[0, square, shut]
    refused = skips & corners.INTO_CORNER[1, square, shut]
    if refused != 0 and s.multiskip_cost == corners.ONE_STEP:  # FS-A46  a chain may pass through
        for way in range(actions.DIRECTIONS):
            faces = corners.prey_of(s, s.face[coin])
            over, target = actions.NEXT[square, way], actions.BEYOND[square, way]
            if refused >> way & 1 and corners.can_skip(s, target, faces, over):
                refused ^= 1 << way
    return moves if s.steps_left > 0 else 0, skips ^ refused


@rule
def add_steps(s: State, out: Any) -> int:
    """List the legal moves and skips, then the end of the turn if it may end."""
    n, dangers, free = 0, corners.dangers_in_corners(s), corners.free_squares(s)
    must_skip, duties = must_skip_on(s), corners.duties_left(s)
    must_settle = corners.must_settle_now(s, duties)
    bound = must_skip or (duties != 0 and corners.BITS_IN[duties] >= s.steps_left)  # FS-A45 FS-A46
    movable = movable_coins(s)
    while movable != 0:
        coin = lowest(movable)
        movable &= movable - 1
        square = s.where[coin]
        moves, skips = ways_of(s, coin, dangers, free)
        if bound:
            moves = keep_legal(
                s, moves, actions.STEP_TO[square], False, must_skip, duties, must_settle
            )
            goes_on = square == s.chain  # FS-29
            skips = keep_legal(
                s, skips, actions.SKIP_TO[square], goes_on, must_skip, duties, must_settle
            )
        for way in range(actions.DIRECTIONS):  # no branches: write it, count it if legal
            out[n] = actions.STEP_TO[square, way]
            n += moves >> way & 1
            out[n] = actions.SKIP_TO[square, way]
            n += skips >> way & 1
    if refuse_end(s, must_skip, duties, must_settle) == No.OK:
        out[n] = actions.END
        n += 1
    return n


@rule
def keep_legal(
    s: State,
    ways: int,
    action_of: Any,
    goes_on: bool,
    must_skip: bool,
    duties: int,
    must_settle: bool,
) -> int:
    """The directions that are legal while coins have to leave corners."""
    if must_skip and not goes_on:
        return 0
    left, way = ways, 0
    while left != 0:  # not `for`, which the compiler would unroll eight times
        if left & 1:
            move = actions.ACTIONS[action_of[way]]
            if corners.refuse_duty(s, move, goes_on, duties, must_settle) != No.OK:
                ways ^= 1 << way
        left, way = left >> 1, way + 1
    return ways


@rule
def can_step(s: State) -> bool:
    """FS-35 FS-A55  Whether anything is possible on the board besides ending the turn."""
    if s.steps_left == 0 and s.chain == NONE:
        return False
    free = corners.free_squares(s)
    near = around.all_next_to(corners.squares_of(s, coins.mine(s)))
    if s.steps_left > 0 and near & free & ~corners.CORNER_SQUARES:
        return True  # nearly always
    dangers, movable = corners.dangers_in_corners(s), movable_coins(s)
    while movable != 0:
        moves, skips = ways_of(s, lowest(movable), dangers, free)
        if (moves | skips) != 0:
            return True
        movable &= movable - 1
    return False


# Playing a step ------------------------------------------------------------------ FS-28, FS-A26
@rule
def finish_chain(s: State) -> None:
    """FS-A46  Only the last square of a chain counts as entered."""
    if s.chain != NONE:
        note_corner(s, s.chain)
    s.chain = NONE


@rule
def note_corner(s: State, square: int) -> None:
    """FS-A29 FS-A46  Remember a coin that entered a corner in a turn of its owner."""
    coin = s.coin_at[square]
    if corners.CORNER_BIT[square] and coins.COLOUR[coin] == coins.mine(s):
        s.entering |= coins.BIT[coin]


@rule
def take_step(s: State, move: Any) -> None:
    """Move or skip; FS-32 no square changes a coin."""
    goes_on = move.kind == Kind.SKIP and move.source == s.chain
    if not goes_on:
        finish_chain(s)
        s.steps_left -= 1
    coin = s.coin_at[move.source]
    coins.lift(s, coin)
    coins.put(s, coin, move.target)
    s.began &= ~corners.CORNER_BIT[move.source]
    if move.kind == Kind.SKIP:
        taken = s.coin_at[move.over]
        coins.lift(s, taken)
        coins.put(s, taken, coins.HANDS + s.turn)  # FS-28 FS-31
        if s.skipped & coins.BIT[taken] == 0:  # FS-A56
            s.skipped |= coins.BIT[taken]
            s.progress = 1
        if s.multiskip_cost == corners.ONE_STEP:
            s.chain = move.target
            return
    note_corner(s, move.target)
