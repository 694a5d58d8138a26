"""Whether a state is consistent: each card in one place, each token on its own square."""

from skipyard.core import NONE, rule
from skipyard.games.skip_or_trip import board, cards
from skipyard.games.skip_or_trip.board import Ended, State


@rule
def sound(s: State) -> bool:
    """Whether each card is in exactly one place and no two tokens share a square but the start."""
    for number in range(board.NUMBERS):
        seen = s.bag[number] | s.shown[number] | s.in_play[number]
        count = (
            cards.COUNT[s.bag[number]]
            + cards.COUNT[s.shown[number]]
            + cards.COUNT[s.in_play[number]]
        )
        for seat in range(board.SEATS):
            seen |= s.hand[seat, number] | s.down[seat, number]
            count += cards.COUNT[s.hand[seat, number]] + cards.COUNT[s.down[seat, number]]
        if seen != cards.ALL_FACES or count != cards.COUNT[cards.ALL_FACES]:  # ST-24 ST-45
            return False
    if s.bag_left != cards.size_of(s.bag) or s.deck_left > s.bag_left:
        return False
    if (s.top == NONE) != (s.deck_left == 0):
        return False
    return (s.top == NONE or cards.holds(s.bag, s.top)) and tokens_are_sound(s)


@rule
def tokens_are_sound(s: State) -> bool:
    """ST-16 ST-19 ST-A41  Whether each square has one token, and 100 has one only after a win."""
    for side in range(board.SEATS):
        tokens = 0
        for token in range(board.TOKENS):
            square = s.token[side, token]
            tokens += square != NONE
            if square > board.GOAL or (square == board.GOAL and s.over != Ended.AT_GOAL):
                return False
            for other in range(board.SEATS):
                for which in range(board.TOKENS):
                    same = s.token[other, which] == square and square > board.START
                    if same and (other != side or which != token):
                        return False
        if (tokens > 0) != (side < board.sides(s) and s.quit_at[side] == 0):
            return False
    return True
