"""Whether a table is whole: every coin in one place, every count true. Studies check it."""

from skipyard.core import NONE, rule
from skipyard.games.flip_and_skip.coins import (
    BOX,
    COINS,
    COLOUR,
    COLOUR_OF,
    COLOURS,
    EMPTY,
    FACE,
    FACES,
    HANDS,
    ICONS,
    OFF,
    PILES,
    SQUARE_BIT,
    SQUARES,
    TYPES,
    WALL,
    State,
)


@rule
def sound(s: State) -> bool:
    """Every coin is in exactly one place, every underside is one of the set."""
    for square in range(SQUARES):
        coin = s.coin_at[square]
        if (coin == NONE) != (s.board[square] == EMPTY):
            return False
        if coin != NONE and (s.where[coin] != square or s.face[coin] != s.board[square]):
            return False
        for face in range(FACES):
            if (s.squares[face] & SQUARE_BIT[square] != 0) != (s.board[square] == face):
                return False
    for coin in range(COINS):
        if not coin_is_sound(s, coin):
            return False
    return s.board[OFF] == WALL and counts_are_true(s) and undersides_are_the_set(s)


@rule
def coin_is_sound(s: State, coin: int) -> bool:
    """A coin is of its colour, lies where it says, and has an icon if somebody has seen it."""
    place = s.where[coin]
    if place == BOX:
        return s.face[coin] == NONE and s.under[coin] == NONE and s.known[coin] == 0
    if place < 0 or place > BOX or COLOUR_OF[s.face[coin]] != COLOUR[coin]:
        return False
    if place < SQUARES and s.coin_at[place] != coin:
        return False
    return (s.under[coin] != NONE) == (s.known[coin] != 0)


@rule
def counts_are_true(s: State) -> bool:
    for seat in range(COLOURS):
        held = 0
        for coin in range(COINS):
            held += s.where[coin] == HANDS + seat
        if held != s.hand_left[seat]:
            return False
        for kind in range(TYPES):
            if (
                coins_at(s, PILES + seat, PILES + seat, 0, kind)
                + coins_at(s, PILES + seat, PILES + seat, 1, kind)
                != (s.pile[seat, kind])
            ):
                return False
            if coins_at(s, 0, SQUARES - 1, seat, kind) != s.on_board[FACE[seat, kind]]:
                return False
    return True


@rule
def coins_at(s: State, first: int, last: int, colour: int, kind: int) -> int:
    """How many coins of a colour and type lie in a range of places."""
    found = 0
    for coin in range(COINS):
        if first <= s.where[coin] and s.where[coin] <= last:
            found += s.face[coin] == FACE[colour, kind]
    return found


@rule
def undersides_are_the_set(s: State) -> bool:
    """What was seen and what is in the bags make up both sets."""
    for colour in range(COLOURS):
        for kind in range(TYPES):
            for icon in range(ICONS):
                found = s.bag[colour, kind, icon]
                if found < 0:
                    return False
                for coin in range(COINS):
                    if s.under[coin] == icon and s.face[coin] == FACE[colour, kind]:
                        found += 1
                if found != s.coin_set[kind * ICONS + icon]:
                    return False
    return True
