"""The coins and the board of Flip & Skip as records, and moving coins from place to place.

A coin's number comes from the square it starts on, light coins first, and says nothing about its
underside. An underside that nobody has seen has no icon yet: its icon is drawn when somebody
looks, from a bag for each colour and type.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from skipyard.core import NONE, Dice, Record, draw, i8, i16, i64, rule, u8, u16, u32

# The coins ------------------------------------------------------------------------- FS-05, FS-A03
COLOURS, SET, COINS, TYPES, ICONS = 2, 12, 24, 3, 6


class Type(IntEnum):
    """The top of a coin; each type skips over the next, the last over the first (FS-25..FS-27)."""

    STONE = 0
    SWORD = 1
    SCROLL = 2


class Icon(IntEnum):
    """The underside of a coin."""

    HAND = 0
    BOARD = 1
    AXES = 2
    WREATH = 3
    MONSTER = 4
    EYE = 5


FACES = COLOURS * TYPES  # a face is a colour and a type: what the board shows
EMPTY, WALL = FACES, FACES + 1  # an empty square; beyond the edge
COLOUR = np.repeat(np.arange(COLOURS, dtype=np.int8), SET)  # of a coin
TYPE_OF = np.array([0, 1, 2, 0, 1, 2, NONE, NONE], np.int8)  # of a face
COLOUR_OF = np.array([0, 0, 0, 1, 1, 1, NONE, NONE], np.int8)
FACE = np.arange(FACES, dtype=np.int8).reshape(COLOURS, TYPES)
BIT = np.array([1 << coin for coin in range(COINS)], np.uint32)

# The board ------------------------------------------------------------------------ FS-A01, FS-A02
ROWS = 8
SQUARES = ROWS * ROWS  # a1 is 0, b1 is 1, h8 is 63
OFF = SQUARES  # a square off the board
DARK = np.array([(square // ROWS + square % ROWS) % 2 == 0 for square in range(SQUARES)])
HOME_ROWS = 3
START = np.array(  # the square that each coin starts on
    [square for square in range(HOME_ROWS * ROWS) if DARK[square]]
    + [square for square in range((ROWS - HOME_ROWS) * ROWS, SQUARES) if DARK[square]],
    np.int8,
)
SQUARE_BIT = np.array([1 << n for n in range(SQUARES)], np.uint64).astype(np.int64)
HANDS, PILES, BOX = SQUARES, SQUARES + COLOURS, SQUARES + 2 * COLOURS  # places off the board


class Phase(IntEnum):
    """What the table waits for; OPEN, PAY and CLOSE need no decision and pass at once."""

    TAKE = 0  # FS-06
    KEEP = 1  # FS-07
    FLIP = 2
    ACT = 3
    PLACE = 4  # which square a coin comes back to
    STEP = 5
    OPEN = 6
    PAY = 7  # FS-10  the flipped coin goes to the victory pile
    CLOSE = 8


class Ended(IntEnum):
    """Whether and how a game has ended: the values of `over`."""

    NOT_YET = 0
    THREE_OF_EACH = 1  # FS-34
    COUNT = 2  # FS-37


class AltAction(IntEnum):
    """FS-A12  Which other coins' actions may replace the flipped coin's."""

    REVEALED = 0
    NO_OTHER = 1
    ANY = 2


class CornerRule(IntEnum):
    """FS-A29"""

    STRICT = 0
    NO_REENTRY = 1
    OFF = 2


RANDOM_LIGHT = 2  # FS-A43
SEEN_BY_ALL = 7  # bits of `known`: player 1, player 2, watchers
WATCHER = 2
LOOKER = np.array([1, 2, 4], np.uint8)


class Options(Record):
    """What a table agrees on before the deal; options.py describes each."""

    seats = i8()
    coin_set = i8(TYPES * ICONS)  # how many of each type and icon in one colour
    light_seat, setup_pick, move_any, capture_own = i8(), i8(), i8(), i8()
    flip_optional, alt_action, action_optional, show_memory = i8(), i8(), i8(), i8()
    return_square, multiskip_cost, corner_rule = i8(), i8(), i8()
    no_progress_limit, literal_no_flip, tie_break = i16(), i8(), i8()


class Open(Options):
    """What everybody sees or has seen happen."""

    turn, over, winner, light = i8(), i8(), i8(), i8()  # over: see Ended; light: seat of the light
    phase, again = i8(), i8()  # again: a WREATH asks for another flip
    flipped, used, icon, picked = i8(), i8(), i8(), i8()  # the coin flipped, the other coin used
    steps_left, chain = i8(), i8()  # chain: the square of a coin that may skip on
    skipped, progress = u32(), i8()  # FS-A56  coins skipped so far; whether one is new this turn
    flip_only, closed = i8(), i8()  # FS-36 this turn; FS-A41 for good
    idle, quiet = i16(), i16()  # turns without progress; flip-only turns in a row
    began = i8()  # corners whose coin began this turn threatened, as bits
    entering, entered = u32(), u32(COLOURS)  # coins that entered a corner: now, in the last turn
    where, face = i8(COINS), i8(COINS)  # a square, HANDS + seat or PILES + seat; the top
    known, fresh = u8(COINS), u8(COINS)  # who has seen the underside: ever; this turn and the last
    board = i8(SQUARES + 1)  # the face on a square; the last entry is the WALL
    hand_left, pile = i8(COLOURS), i8(COLOURS, TYPES)
    on_board = i8(FACES)


class State(Open, Dice):
    """One table with everything hidden; seats only ever see a View."""

    squares = i64(FACES)  # the squares of each face, as bits
    coin_at = i8(SQUARES)  # the coin on a square, or NONE
    under = i8(COINS)  # the icon underneath, NONE until somebody looks
    bag = i8(COLOURS, TYPES, ICONS)  # the icons that nobody has seen
    reveals = u16()  # grows with every look and every draw: undo never goes past it


# Sides --------------------------------------------------------------------- FS-04, FS-A39, FS-A43
@rule
def colour_of(s: Any, seat: int) -> int:
    """The colour of a seat's own coins: light is 0."""
    return seat ^ s.light


@rule
def mine(s: Any) -> int:
    """The colour of the player on turn."""
    return s.turn ^ s.light


@rule
def sides(s: Any) -> int:
    """FS-02  Two players, each for themselves."""
    return COLOURS


# From place to place ------------------------------------------------------------------------------
@rule
def lift(s: State, coin: int) -> None:
    """Take a coin from where it is."""
    place, face = s.where[coin], s.face[coin]
    if place < SQUARES:
        s.board[place], s.coin_at[place] = EMPTY, NONE
        s.squares[face] ^= SQUARE_BIT[place]
        s.on_board[face] -= 1
    elif place < PILES:
        s.hand_left[place - HANDS] -= 1
    else:
        s.pile[place - PILES, TYPE_OF[face]] -= 1


@rule
def put(s: State, coin: int, place: int) -> None:
    """FS-A09  Put a lifted coin somewhere; it stays what it is."""
    face = s.face[coin]
    s.where[coin] = place
    if place < SQUARES:
        s.board[place], s.coin_at[place] = face, coin
        s.squares[face] |= SQUARE_BIT[place]
        s.on_board[face] += 1
    elif place < PILES:
        s.hand_left[place - HANDS] += 1
    else:
        s.pile[place - PILES, TYPE_OF[face]] += 1


@rule
def pile_size(s: Any, seat: int) -> int:
    return s.pile[seat, 0] + s.pile[seat, 1] + s.pile[seat, 2]


# Undersides --------------------------------------------------------------- FS-A04, FS-A13, FS-A21
@rule
def draw_icon(s: State, coin: int) -> None:
    """FS-A04  Draw the icon of an unseen underside; every icon in the bag is equally likely."""
    s.under[coin] = draw(s, s.bag[COLOUR[coin], TYPE_OF[s.face[coin]]], ICONS)


@rule
def show(s: State, coin: int, lookers: int) -> None:
    """FS-A13 FS-A21  Let some people look underneath; they know that coin from then on."""
    if s.under[coin] == NONE:
        draw_icon(s, coin)
    s.known[coin] |= lookers
    if not s.show_memory:
        s.fresh[coin] |= lookers
    s.reveals += 1


@rule
def knows(s: Any, seat: int, coin: int) -> bool:
    return s.known[coin] & LOOKER[seat] != 0


# Before the deal ----------------------------------------------------------------------------------
@rule
def lay_out(s: State) -> None:
    """An empty board, all coins in the box, all undersides in the bags."""
    for square in range(SQUARES):
        s.board[square], s.coin_at[square] = EMPTY, NONE
    s.board[OFF] = WALL
    for coin in range(COINS):
        s.where[coin], s.face[coin], s.under[coin] = BOX, NONE, NONE
    for colour in range(COLOURS):
        for kind in range(TYPES):
            for icon in range(ICONS):
                s.bag[colour, kind, icon] = s.coin_set[kind * ICONS + icon]
    s.winner, s.flipped, s.used, s.icon, s.picked, s.chain = NONE, NONE, NONE, NONE, NONE, NONE
