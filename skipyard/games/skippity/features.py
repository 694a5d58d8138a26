"""What a Skippity seat sees, as a vector (games/feature_layout.py); the viewer is the first player.

The board comes last, in rows of the table's own size: `tail[: 5 * n * n].reshape(n, n, 5)`.
"""

from typing import Any

from skipyard.core import NOBODY, NONE, rule, wide
from skipyard.games.feature_layout import (
    firsts,
    lay_out,
    mark,
    mark_bits,
    seat_after,
    size_of,
    steps_to,
)
from skipyard.games.skippity import board
from skipyard.games.skippity.board import COLOURS, DIRECTIONS, LARGEST, SEATS
from skipyard.games.skippity.view import View

MOST_OF_A_COLOUR = LARGEST * LARGEST // COLOURS
OPENINGS, SEEDINGS = 3, 3

FEATURES = lay_out(
    ("me", SEATS, 1, "my seat"),
    ("seats", SEATS, 1, "a mark for each player at the table"),
    ("turn", SEATS, 1, "whose turn it is"),
    ("won", SEATS, 1, "who has won alone"),
    ("over", 1, 1, "the game is over"),
    (
        "captured",
        SEATS * COLOURS,
        MOST_OF_A_COLOUR,
        "by player: skippers of each colour, red first",
    ),
    ("in_play", COLOURS, MOST_OF_A_COLOUR, "skippers of each colour when play began"),
    ("row", LARGEST, 1, "the row of the skipper that jumps in this turn; none before it has"),
    ("column", LARGEST, 1, "its column"),
    ("onward", DIRECTIONS, 1, "where it can jump on: north, east, south, west"),
    ("passes", 1, SEATS, "passes in a row"),
    ("size", 1, LARGEST, "rows and columns of the board"),
    ("allow_pass", 1, 1, "option"),
    ("hundred", 1, 1, "option: a set counts a hundred, every other skipper one"),
    ("undo", 1, 1, "option: turns end by hand"),
    ("opening_holes", OPENINGS, 1, "option: centre4, corners1, corners2"),
    ("seeding", SEEDINGS, 1, "option: random, rows, alternate"),
    ("board", LARGEST * LARGEST * COLOURS, 1, "by row, column and colour: a skipper stands there"),
)
SIZE = size_of(FEATURES)
HISTORY = "the number of jumps already made in a turn"
At = firsts(FEATURES)


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what a view tells."""
    if v.me != NOBODY:
        mark(out, At.ME, v.me)
    for step in range(v.seats):
        seat = seat_after(v.me, step, v.seats)
        out[At.SEATS + step] = 1
        out[At.WON + step] = v.over != 0 and v.winner == seat
        for colour in range(COLOURS):
            out[At.CAPTURED + COLOURS * step + colour] = v.captured[seat, colour]
    mark(out, At.TURN, steps_to(v.me, v.turn, v.seats))
    out[At.OVER], out[At.PASSES] = v.over != 0, v.passes
    for colour in range(COLOURS):
        out[At.IN_PLAY + colour] = v.in_play[colour]
    if v.row != NONE:
        mark(out, At.ROW, v.row)
        mark(out, At.COLUMN, v.column)
        mark_bits(out, At.ONWARD, v.onward, DIRECTIONS)
    out[At.SIZE], out[At.ALLOW_PASS] = board.size_of(v), v.allow_pass
    out[At.HUNDRED], out[At.UNDO] = v.scoring, v.undo
    mark(out, At.OPENING_HOLES, v.opening_holes)
    mark(out, At.SEEDING, v.seeding)
    mark_board(v, out)


@rule
def mark_board(v: View, out: Any) -> None:
    """A flag for each skipper; rows are as long as the board's."""
    size, at = board.size_of(v), At.BOARD - 1
    for row in range(size):
        colours = wide(v.cells[row])
        for column in range(size):
            colour = colours >> 3 * column & 7
            if colour != 0:
                out[at + COLOURS * (size * row + column) + colour] = 1
