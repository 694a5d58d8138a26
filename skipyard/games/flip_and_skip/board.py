"""Moves and skips on the board: the law, the quick way to the same, and the deeds."""

from typing import Any

from skipyard.core import NONE, rule
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
    CORNER_BIT,
    INTO_CORNER,
    ONE_STEP,
    can_skip,
    dangers_in_corners,
    debt_binds,
    owing,
    pressed,
    prey_of,
    refuse_corner,
    refuse_debt,
    shut_corners,
)

STEPS, STEPS_WITH_AXES = 2, 3  # FS-A23; FS-19 FS-A18


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
def ways_of(s: State, coin: int, dangers: int) -> Any:
    """The directions in which a coin on the board may move and may skip, a bit each.

    The same law as `refuse_step` but for debts, for all directions at once.
    """
    square, prey = s.where[coin], prey_of(s, s.face[coin])
    moves, skips = 0, 0
    for way in range(DIRECTIONS):
        face = s.board[NEXT[square, way]]
        moves |= (face == EMPTY) << way
        skips |= (prey >> face & (s.board[BEYOND[square, way]] == EMPTY)) << way
    shut = shut_corners(s, coin, dangers)
    moves &= ~INTO_CORNER[0, square, shut]
    refused = skips & INTO_CORNER[1, square, shut]
    if refused != 0 and s.multiskip_cost == ONE_STEP:  # FS-A46  a chain may pass through
        for way in range(DIRECTIONS):
            if refused >> way & 1 and can_skip(s, BEYOND[square, way], prey, NEXT[square, way]):
                refused ^= 1 << way
    return moves if s.steps_left > 0 else 0, skips ^ refused


@rule
def add_steps(s: State, out: Any) -> int:
    """Add the legal moves and skips, then the end of the turn where it may be ended."""
    n, dangers = 0, dangers_in_corners(s)
    bound = hides(s) or debt_binds(s)
    for coin in range(first_coin(s), last_coin(s)):
        square = s.where[coin]
        if square < SQUARES and (s.steps_left > 0 or square == s.chain):
            moves, skips = ways_of(s, coin, dangers)
            if bound:
                moves = keep_legal(s, moves, STEP_TO[square])
                skips = keep_legal(s, skips, SKIP_TO[square])
            for way in range(DIRECTIONS):  # written first and counted if legal
                out[n] = STEP_TO[square, way]
                n += moves >> way & 1
                out[n] = SKIP_TO[square, way]
                n += skips >> way & 1
    if refuse_end(s) == No.OK:
        out[n] = END
        n += 1
    return n


@rule
def keep_legal(s: State, ways: int, actions: Any) -> int:
    """Keep of some directions those whose action the law allows."""
    for way in range(DIRECTIONS):
        if ways >> way & 1 and refuse_step(s, ACTIONS[actions[way]]) != No.OK:
            ways ^= 1 << way
    return ways


@rule
def can_step(s: State) -> bool:
    """FS-35 FS-A55  Whether anything is left to do on the board but to end the turn."""
    if s.steps_left == 0 and s.chain == NONE:
        return False
    dangers = dangers_in_corners(s)
    for coin in range(first_coin(s), last_coin(s)):
        square = s.where[coin]
        if square < SQUARES and (s.steps_left > 0 or square == s.chain):
            moves, skips = ways_of(s, coin, dangers)
            if (moves | skips) != 0:
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
        if s.skipped & BIT[taken] == 0:  # FS-A56
            s.skipped |= BIT[taken]
            s.progress = 1
        if s.multiskip_cost == ONE_STEP:
            s.chain = move.target
            return
    note_corner(s, move.target)
