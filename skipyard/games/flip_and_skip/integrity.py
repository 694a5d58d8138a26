"""Whether a state is consistent: every coin in one place, every count right. Studies check it."""

from skipyard.core import NONE, rule
from skipyard.games.flip_and_skip import coins
from skipyard.games.flip_and_skip.coins import State


@rule
def sound(s: State) -> bool:
    """Whether every coin is in exactly one place and the undersides make up the set."""
    for square in range(coins.SQUARES):
        coin = s.coin_at[square]
        if (coin == NONE) != (s.board[square] == coins.EMPTY):
            return False
        if coin != NONE and (s.where[coin] != square or s.face[coin] != s.board[square]):
            return False
        for face in range(coins.FACES):
            if (s.squares[face] & coins.SQUARE_BIT[square] != 0) != (s.board[square] == face):
                return False
    for coin in range(coins.COINS):
        if not coin_is_sound(s, coin):
            return False
    return s.board[coins.OFF] == coins.WALL and counts_are_right(s) and undersides_are_the_set(s)


@rule
def coin_is_sound(s: State, coin: int) -> bool:
    """Whether a coin has its colour, lies where it says, and has an icon if and only if seen."""
    place = s.where[coin]
    if place == coins.BOX:
        return s.face[coin] == NONE and s.under[coin] == NONE and s.known[coin] == 0
    if place < 0 or place > coins.BOX or coins.COLOUR_OF[s.face[coin]] != coins.COLOUR[coin]:
        return False
    if place < coins.SQUARES and s.coin_at[place] != coin:
        return False
    return (s.under[coin] != NONE) == (s.known[coin] != 0)


@rule
def counts_are_right(s: State) -> bool:
    for seat in range(coins.COLOURS):
        held = 0
        for coin in range(coins.COINS):
            held += s.where[coin] == coins.HANDS + seat
        if held != s.hand_left[seat]:
            return False
        for kind in range(coins.TYPES):
            pile = coins.PILES + seat
            held = coins_at(s, pile, pile, 0, kind) + coins_at(s, pile, pile, 1, kind)
            if held != s.pile[seat, kind]:
                return False
            if coins_at(s, 0, coins.SQUARES - 1, seat, kind) != s.on_board[coins.FACE[seat, kind]]:
                return False
    return True


@rule
def coins_at(s: State, first: int, last: int, colour: int, kind: int) -> int:
    """How many coins of a colour and type lie in a range of places."""
    count = 0
    for coin in range(coins.COINS):
        if first <= s.where[coin] and s.where[coin] <= last:
            count += s.face[coin] == coins.FACE[colour, kind]
    return count


@rule
def undersides_are_the_set(s: State) -> bool:
    """Whether seen undersides and those in the bags make up both sets."""
    for colour in range(coins.COLOURS):
        for kind in range(coins.TYPES):
            for icon in range(coins.ICONS):
                count = s.bag[colour, kind, icon]
                if count < 0:
                    return False
                for coin in range(coins.COINS):
                    if s.under[coin] == icon and s.face[coin] == coins.FACE[colour, kind]:
                        count += 1
                if count != s.coin_set[kind * coins.ICONS + icon]:
                    return False
    return True
