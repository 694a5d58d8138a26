"""The worth of a step in Flip & Skip: what this turn can still take, and what the opponent can take
next.

A step is tried on the bot's own view and undone. Weights were tuned by matches:
docs/decisions/0007-board-game-bots.md.
"""

from typing import Any

from skipyard.core import NONE, rule, wide
from skipyard.games.flip_and_skip.actions import BEYOND, DIRECTIONS, NEXT, Kind
from skipyard.games.flip_and_skip.board import STEPS
from skipyard.games.flip_and_skip.coins import (
    COINS,
    COLOUR_OF,
    EMPTY,
    HANDS,
    SQUARES,
    TYPE_OF,
    TYPES,
)
from skipyard.games.flip_and_skip.corners import PREY
from skipyard.games.flip_and_skip.rules import THREE
from skipyard.games.flip_and_skip.view import View

TAKE, NEEDED, LAST = 100, 60, 40  # a coin; more for a type still needed; more for the last of it
THREAT = 0.9  # what the opponent can take next turn, relative to what is taken now
FOLLOW = 0.95  # what can be taken with the steps left
NEARER = 2.0  # a square nearer to a coin that can be taken


@rule
def worth_of_type(v: View, seat: int, kind: int) -> int:
    """FS-34  The worth of a coin of a type to a player, given pile and hand."""
    held = wide(v.pile[seat, kind])
    for coin in range(COINS):
        if v.where[coin] == HANDS + seat and TYPE_OF[v.face[coin]] == kind:
            held += 1
    return TAKE + NEEDED * (held < THREE) + LAST * (held == THREE - 1)


@rule
def weigh_step(v: View, move: Any) -> float:
    """The worth of a move or skip: what it takes, what can follow, what it exposes."""
    me, worth = v.turn, 0.0
    source, target, over, lifted = move.source, move.target, NONE, wide(EMPTY)
    left = wide(v.steps_left)
    if move.kind != Kind.END:
        if move.kind == Kind.SKIP:
            over, lifted = move.over, wide(v.board[move.over])
            worth += worth_of_type(v, me, TYPE_OF[lifted])
            v.board[over] = EMPTY
        left -= v.chain != source
        v.board[target], v.board[source] = v.board[source], EMPTY
        worth += FOLLOW * most_takeable(v, me, left, target if move.kind == Kind.SKIP else NONE)
    worth -= THREAT * most_takeable(v, 1 - me, STEPS, NONE)
    if move.kind != Kind.END:
        v.board[source], v.board[target] = v.board[target], EMPTY
        if over != NONE:
            v.board[over] = lifted
    return worth


@rule
def most_takeable(v: View, seat: int, steps: int, chain: int) -> float:
    """The most that a player could take on the board with so many steps, roughly.

    The coin on `chain` has just skipped and may skip on without using a step.
    """
    if steps <= 0 and chain == NONE:
        return 0.0
    colour = seat ^ v.light
    first, second, after_a_move, victim = wide(0), wide(0), wide(0), NONE
    a, b, c = worth_of_type(v, seat, 0), worth_of_type(v, seat, 1), worth_of_type(v, seat, 2)
    for square in range(SQUARES):
        face = v.board[square]
        if face == EMPTY or COLOUR_OF[face] != colour:
            continue
        if steps <= 0 and square != chain:
            continue
        kind = (TYPE_OF[face] + 1) % TYPES  # FS-25..FS-27  what it skips over
        worth = a if kind == 0 else b if kind == 1 else c
        prey = PREY[v.capture_own, colour, TYPE_OF[face]]
        if worth > second:
            for way in range(DIRECTIONS):
                near = NEXT[square, way]
                if prey >> v.board[near] & 1 and v.board[BEYOND[square, way]] == EMPTY:
                    if near == victim:
                        first = max(first, worth)
                    elif worth > first:
                        first, second, victim = worth, first, near
                    else:
                        second = max(second, worth)
        if steps >= STEPS and worth > after_a_move and reaches(v, square, prey):
            after_a_move = worth
    if steps >= STEPS:
        return float(max(first + second, after_a_move))
    return float(first)


@rule
def reaches(v: View, square: int, prey: int) -> bool:
    """Whether a coin could skip over something after one move."""
    for way in range(DIRECTIONS):
        stop = NEXT[square, way]
        if v.board[stop] == EMPTY:
            for on in range(DIRECTIONS):
                land = BEYOND[stop, on]
                free = v.board[land] == EMPTY or land == square
                if free and prey >> v.board[NEXT[stop, on]] & 1:
                    return True
    return False
