"""What a seat of Pebbles sees, as a vector; the viewer is the first of the players."""

from typing import Any

from pebbles.rules import COPIES, HAND, NUMBERS, SEATS, View
from skipyard.core import NOBODY, rule
from skipyard.games.feature_layout import firsts, lay_out, mark, seat_after, size_of, steps_to

FEATURES = lay_out(
    ("me", SEATS, 1, "my seat"),
    ("turn", SEATS, 1, "whose turn it is"),
    ("seats", SEATS, 1, "a mark for each player at the table"),
    ("won", SEATS, 1, "who has won"),
    ("at", SEATS, 40, "by player: the stone"),
    ("hand_left", SEATS, HAND, "by player: pebbles in hand"),
    ("hand", NUMBERS, HAND, "my pebbles, the 1s first"),
    ("spent", NUMBERS, COPIES, "pebbles put down, the 1s first"),
    ("over", 1, 1, "the game is over"),
    ("stones", 1, 30, "option: how wide the stream is"),
)
SIZE = size_of(FEATURES)
At = firsts(FEATURES)


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what a view tells."""
    if v.me != NOBODY:
        mark(out, At.ME, v.me)
    mark(out, At.TURN, steps_to(v.me, v.turn, v.seats))
    for step in range(v.seats):
        seat = seat_after(v.me, step, v.seats)
        out[At.SEATS + step], out[At.WON + step] = 1, v.winner == seat
        out[At.AT + step], out[At.HAND_LEFT + step] = v.at[seat], v.hand_left[seat]
    for n in range(NUMBERS):
        out[At.HAND + n], out[At.SPENT + n] = v.hand[n], v.spent[n]
    out[At.OVER], out[At.STONES] = v.over, v.stones
