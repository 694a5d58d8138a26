"""Whether a table is whole: every card in one place, every token on a square of its own."""

from skipyard.core import NONE, rule
from skipyard.games.skip_or_trip.board import (
    GOAL,
    NUMBERS,
    SEATS,
    START,
    TOKENS,
    Ended,
    State,
    sides,
)
from skipyard.games.skip_or_trip.cards import ALL_FACES, COUNT, holds, size_of


@rule
def sound(s: State) -> bool:
    """Every card is in exactly one place, and no two tokens share a square but the start."""
    for number in range(NUMBERS):
        seen = s.bag[number] | s.shown[number] | s.in_play[number]
        count = COUNT[s.bag[number]] + COUNT[s.shown[number]] + COUNT[s.in_play[number]]
        for seat in range(SEATS):
            seen |= s.hand[seat, number] | s.down[seat, number]
            count += COUNT[s.hand[seat, number]] + COUNT[s.down[seat, number]]
        if seen != ALL_FACES or count != COUNT[ALL_FACES]:  # ST-24 ST-45
            return False
    if s.bag_left != size_of(s.bag) or s.deck_left > s.bag_left:
        return False
    if (s.top == NONE) != (s.deck_left == 0):
        return False
    return (s.top == NONE or holds(s.bag, s.top)) and tokens_are_sound(s)


@rule
def tokens_are_sound(s: State) -> bool:
    """ST-16 ST-19 ST-A41  One token a square; a token on 100 only where it has won."""
    for side in range(SEATS):
        tokens = 0
        for token in range(TOKENS):
            square = s.token[side, token]
            tokens += square != NONE
            if square > GOAL or (square == GOAL and s.over != Ended.AT_GOAL):
                return False
            for other in range(SEATS):
                for which in range(TOKENS):
                    same = s.token[other, which] == square and square > START
                    if same and (other != side or which != token):
                        return False
        if (tokens > 0) != (side < sides(s) and s.quit_at[side] == 0):
            return False
    return True
