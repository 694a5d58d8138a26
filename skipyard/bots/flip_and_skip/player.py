"""Players of Flip & Skip: skip what is missing, keep out of reach, spoil piles.

Every legal move gets a worth, from the view alone; the best is played.
"""

from typing import Any

from skipyard.bots.flip_and_skip.rule_weights import NEARER, weigh_step
from skipyard.bots.registry import RANDOM, RULES
from skipyard.core import NONE, cheap_below, rule, wide
from skipyard.games.flip_and_skip.actions import ACTIONS, BEYOND, DIRECTIONS, NEXT, Kind
from skipyard.games.flip_and_skip.coins import (
    COINS,
    COLOUR,
    EMPTY,
    HANDS,
    SQUARES,
    TYPE_OF,
    TYPES,
    Icon,
    Phase,
)
from skipyard.games.flip_and_skip.corners import HUNTER, PREY
from skipyard.games.flip_and_skip.rules import THREE
from skipyard.games.flip_and_skip.view import View

# Worths, so far apart that adjustments never change the order of two of them.
SKIP, MISSING, IN_REACH, OUT_OF_REACH, HUNTING, CLOSER = 1_000, 200, -300, 260, 120, 2
ACTION, FINISHING, WASTED = 500, 5_000, -50
LEAST = -1_000_000.0
ICON_WORTH = (60, 50, 40, 55, 80, 5)  # HAND, BOARD, AXES, WREATH, MONSTER, EYE


@rule
def choose(bot: int, v: View, legal: Any, n: int, dice: Any) -> int:
    """The move of bot number `bot`: the one worth most, ties at random, or a random one."""
    if bot == RANDOM:
        return legal[cheap_below(dice, n)]
    best, most, equals = legal[0], LEAST, 0
    for i in range(n):
        move = ACTIONS[legal[i]]
        value = weigh(v, move) if bot == RULES else float(worth(v, move))
        if value == most:
            equals += 1
        if value > most or (value == most and cheap_below(dice, equals) == 0):
            best = legal[i]
        if value > most:
            most, equals = value, 1
    return best


@rule
def weigh(v: View, move: Any) -> float:
    """The worth of a move to the bot `rules`, which considers the opponent's next turn."""
    if v.phase != Phase.STEP:
        return float(worth(v, move))
    value = weigh_step(v, move)
    if move.kind != Kind.END:
        face = v.board[move.source]
        value += NEARER * (distance(v, move.source, face) - distance(v, move.target, face))
    return value


@rule
def worth(v: View, move: Any) -> int:
    if move.kind == Kind.STEP or move.kind == Kind.SKIP:
        return worth_of_step(v, move)
    if move.kind == Kind.END:
        return 0
    if move.kind == Kind.FLIP or move.kind == Kind.KEEP or move.kind == Kind.TAKE:
        return missing(v, v.turn, TYPE_OF[v.face[move.coin]])
    if move.kind == Kind.USE:
        return ICON_WORTH[v.under[move.coin]] if v.under[move.coin] != NONE else 0
    if move.kind == Kind.ACCEPT:
        return ICON_WORTH[v.icon]
    if move.kind == Kind.PICK:
        return worth_of_pick(v, move.coin)
    if move.kind == Kind.LOOK:  # an opponent's coin: it may be mine to flip later
        return 20 + 5 * (COLOUR[move.coin] != v.turn ^ v.light) - 40 * (v.under[move.coin] != NONE)
    if move.kind == Kind.PLACE:
        face = v.face[v.picked]
        return OUT_OF_REACH - danger(v, move.target, face, NONE, NONE)
    return WASTED  # LEAVE, DECLINE


@rule
def missing(v: View, seat: int, kind: int) -> int:
    """How much a coin of a type brings a victory pile nearer to three of each."""
    short = 0
    for other in range(TYPES):
        short += max(THREE - v.pile[seat, other], 0)
    if v.pile[seat, kind] < THREE:
        return FINISHING if short == 1 else 20 + MISSING // (1 + wide(v.pile[seat, kind]))
    return 10


@rule
def worth_of_pick(v: View, coin: int) -> int:
    """HAND and MONSTER spoil a pile where it hurts; BOARD takes what would help it most."""
    other = 1 - v.turn
    kind = TYPE_OF[v.face[coin]]
    worth = ACTION + 40 * (COLOUR[coin] == v.turn ^ v.light)
    if v.icon == Icon.BOARD:
        return worth + min(missing(v, other, kind), MISSING)
    return worth + (100 if v.pile[other, kind] <= THREE else 0)


# On the board ------------------------------------------------------------------------------------
@rule
def is_left(square: int, gone: int, taken: int) -> bool:
    """Whether a step empties a square."""
    if square == gone:
        return True
    return square == taken


@rule
def danger(v: View, square: int, face: int, gone: int, taken: int) -> int:
    """The cost of standing on a square where an opponent's coin could skip over it, or 0."""
    hunter = HUNTER[face]
    for way in range(DIRECTIONS):
        near, behind = NEXT[square, way], NEXT[square, (way + 4) % DIRECTIONS]
        free = v.board[behind] == EMPTY or is_left(behind, gone, taken)
        if free and v.board[near] == hunter and not is_left(near, gone, taken):
            return -IN_REACH
    return 0


@rule
def hunts(v: View, square: int, face: int, gone: int) -> bool:
    """Whether a coin on a square could skip over something from there."""
    prey = PREY[v.capture_own, v.turn ^ v.light, TYPE_OF[face]]
    for way in range(DIRECTIONS):
        near, land = NEXT[square, way], BEYOND[square, way]
        if prey >> v.board[near] & 1 and (v.board[land] == EMPTY or land == gone):
            return True
    return False


@rule
def worth_of_step(v: View, move: Any) -> int:
    face = v.board[move.source]
    taken = move.over if move.kind == Kind.SKIP else NONE
    worth = -1
    if face // TYPES == v.turn ^ v.light:
        worth += danger(v, move.source, face, NONE, NONE)
        worth -= danger(v, move.target, face, move.source, taken)
        if hunts(v, move.target, face, move.source):
            worth += HUNTING
        worth += CLOSER * (distance(v, move.source, face) - distance(v, move.target, face))
    if move.kind == Kind.SKIP:
        worth += SKIP + worth_of_taking(v, TYPE_OF[v.board[move.over]])
    return worth


@rule
def worth_of_taking(v: View, kind: int) -> int:
    """A skipped coin is worth more if pile and hand still lack its type."""
    held = wide(v.pile[v.turn, kind])
    for coin in range(COINS):
        if v.where[coin] == HANDS + v.turn and TYPE_OF[v.face[coin]] == kind:
            held += 1
    return MISSING * max(THREE - held, 0)


@rule
def distance(v: View, square: int, face: int) -> int:
    """Steps to the nearest coin that this one could skip over."""
    prey, nearest = PREY[v.capture_own, v.turn ^ v.light, TYPE_OF[face]], 8
    for coin in range(COINS):
        place = wide(v.where[coin])
        if place < SQUARES and prey >> v.face[coin] & 1:
            rows, columns = abs(place // 8 - square // 8), abs(place % 8 - square % 8)
            nearest = min(nearest, max(rows, columns))
    return nearest
