"""Skippity, in the order of its rulebook; RULES.md has the ids, cases.toml plays them."""

from typing import Any

from skipyard.core import NOBODY, below, rule, start_dice, wide
from skipyard.games.skippity import actions, board
from skipyard.games.skippity.actions import ACTIONS, Kind, No
from skipyard.games.skippity.board import Ended, Scoring, Seeding, State
from skipyard.games.skippity.integrity import sound
from skipyard.games.skippity.view import View, imagine, observe

__all__ = [
    "ACTIONS",
    "LONGEST",
    "VERSION",
    "No",
    "State",
    "View",
    "deal",
    "imagine",
    "moves",
    "observe",
    "places",
    "play",
    "score",
    "sides",
    "sound",
    "verdict",
]

VERSION = 1
# The most moves of a game, whatever the options; it begins with n skippers on the board.
# SK-A29  A jump takes one skipper off and leaves the jumper: at most n - 1 jumps.
# SK-A13 SK-A23  A turn has at least one jump and ends once: at most one end for each jump.
# SK-A22  At most SEATS - 1 players pass before a jump: when all have passed, the game is over. Then
# a jump was left, and the last SEATS passes are fewer than the moves counted for that jump.
LONGEST = (board.MOST_SKIPPERS - 1) * (board.SEATS - 1 + 2)
SET_POINTS = 100  # SK-A24


# Verdicts and legal moves -------------------------------------------------------- SK-10..SK-18
@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if s.over:
        return No.OVER  # SK-28
    if move.kind == Kind.PASS:
        if s.jumps > 0:  # SK-A13  a chain is ended, not passed
            return No.ALREADY_JUMPED
        return No.OK if s.allow_pass else No.MUST_JUMP  # SK-A01
    if move.kind == Kind.END:  # SK-18 SK-A02  the first jump is compulsory, every further one free
        return No.OK if s.jumps > 0 else No.NOT_JUMPED
    if not board.on_board(s, move.row, move.column):  # SK-A21
        return No.NO_SUCH_SQUARE
    if s.jumps > 0 and (move.row != s.row or move.column != s.column):
        return No.OTHER_JUMPER  # SK-A03
    if not board.is_taken(s, move.row, move.column):
        return No.NO_JUMPER  # SK-10 SK-11  any skipper on the board
    if not board.on_board(s, move.to_row, move.to_column):
        return No.OFF_BOARD  # SK-A05
    if not board.is_taken(s, move.over_row, move.over_column):
        return No.NOTHING_TO_JUMP  # SK-13 SK-A04 SK-A07
    if board.is_taken(s, move.to_row, move.to_column):
        return No.LANDING_TAKEN  # SK-14
    return No.OK  # SK-A06  a jumper may come back to a square


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return their count."""
    if s.over:
        return 0
    if s.jumps > 0:  # SK-15 SK-16 SK-18  jump on with the same skipper, or stop
        return add_further_jumps(s, out, 0)
    size, n = board.board_number(s), 0
    for word in range(board.WORDS_USED[size]):
        n = add_jumps(board.jumpers(s, word), actions.JUMP_OF_BIT[size, word], out, n)
    if s.allow_pass:  # SK-A01
        out[n] = actions.PASS_TURN
        n += 1
    return n


@rule
def add_jumps(ways: Any, jump_of: Any, out: Any, n: int) -> int:
    """List the jumps of a word, skipper by skipper.

    Branches on directions would be mispredicted, so each jump is written, and counted if legal.
    """
    north, east, south, west = ways
    jumpers = north | east | south | west
    while jumpers != 0:
        lowest = jumpers & -jumpers
        mark = (lowest & board.FULL) % actions.MARK
        out[n] = jump_of[mark, board.NORTH]
        n += (north & lowest) != 0
        out[n] = jump_of[mark, board.EAST]
        n += (east & lowest) != 0
        out[n] = jump_of[mark, board.SOUTH]
        n += (south & lowest) != 0
        out[n] = jump_of[mark, board.WEST]
        n += (west & lowest) != 0
        jumpers ^= lowest
    return n


@rule
def add_further_jumps(s: State, out: Any, n: int) -> int:
    """List the jumps that continue the chain, and its end."""
    for direction in range(board.DIRECTIONS):
        if s.onward >> direction & 1:
            out[n] = actions.JUMP_FROM[s.row, s.column, direction]
            n += 1
    out[n] = actions.END_TURN
    return n + 1


# Playing a move ---------------------------------------------------- SK-10, SK-17, SK-19, SK-A04
@rule
def play(s: State, action: int) -> None:
    """Apply a legal action; callers have checked it."""
    move = ACTIONS[action]
    if move.kind == Kind.JUMP:
        jump(s, move)
        if s.onward == 0 and not s.undo:  # SK-A13 SK-A20 SK-A23  nothing to choose, or to take back
            end_turn(s)
    elif move.kind == Kind.PASS:
        pass_turn(s)
    else:
        end_turn(s)


@rule
def jump(s: State, move: Any) -> None:
    """SK-17 SK-24..SK-27 SK-A04 SK-A11  Jump over a skipper and capture it, always and at once."""
    board.put(s, move.to_row, move.to_column, board.lift(s, move.row, move.column))
    colour = board.lift(s, move.over_row, move.over_column)
    s.captured[s.turn, colour - 1] += 1  # SK-19
    s.row, s.column = move.to_row, move.to_column
    s.onward = board.ways_on(s, s.row, s.column)
    s.jumps += 1
    s.passes = 0


@rule
def pass_turn(s: State) -> None:
    """SK-A01 SK-A22  No jump this turn; when all have passed in a row, the game is over."""
    s.passes += 1
    if s.passes == s.seats:
        finish(s, Ended.ALL_PASSED)
    else:
        s.turn = (s.turn + 1) % s.seats


@rule
def end_turn(s: State) -> None:
    """SK-09 SK-28 SK-A12  The next player's turn, clockwise, or the end if no jump is left."""
    board.no_jumper(s)
    if board.any_jump(s):
        s.turn = (s.turn + 1) % s.seats
    else:
        finish(s, Ended.NO_JUMP)  # SK-29  what is left on the board is nobody's


# The end ------------------------------------------------------- SK-02, SK-30..SK-33, SK-A14..A16
@rule
def finish(s: State, ended: int) -> None:
    """SK-32 SK-A16  The game is over; in a tie nobody wins alone."""
    s.over, s.winner = ended, NOBODY
    firsts = 0
    for seat in range(s.seats):
        if place_of(s, seat) == 1:
            s.winner = seat
            firsts += 1
    if firsts > 1:
        s.winner = NOBODY


@rule
def points_of(s: Any, seat: int) -> int:
    """SK-A24  Complete sets; or a hundred for each set and one for every other skipper."""
    sets = board.sets_of(s, seat)
    if s.scoring == Scoring.HUNDRED:
        return SET_POINTS * sets + board.skippers_of(s, seat) - board.COLOURS * sets
    return sets


@rule
def is_ahead(s: Any, seat: int, other: int) -> bool:
    """SK-02 SK-30 SK-31  More sets, or as many sets and more skippers; SK-A24 more points."""
    mine, theirs = points_of(s, seat), points_of(s, other)
    if mine == theirs and s.scoring == Scoring.SETS:
        return board.skippers_of(s, seat) > board.skippers_of(s, other)
    return mine > theirs


@rule
def place_of(s: Any, seat: int) -> int:
    """SK-33 SK-A15 SK-A27  One more than the number of players ahead, such as 1, 1, 3."""
    place = 1
    for other in range(s.seats):
        place += is_ahead(s, other, seat)
    return place


@rule
def places(s: State, out: Any) -> None:
    """The place of each seat; equal players share one."""
    for seat in range(s.seats):
        out[seat] = place_of(s, seat)


@rule
def score(s: State, out: Any) -> None:
    """The result of each seat: its sets, or its points."""
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)


@rule
def sides(s: State) -> int:
    """Every player is a side."""
    return s.seats


# The start ----------------------------------------------------- SK-04..SK-07, SK-A26, SK-A28
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Fill the board of a state that has its options and is zero elsewhere."""
    start_dice(s, key, stream)
    s.over, s.winner = Ended.NOT_YET, NOBODY
    board.no_jumper(s)
    fill_board(s)
    if s.first_player == 0:  # SK-A09 SK-A28
        s.turn = below(s, s.seats)
    else:
        s.turn = s.first_player - 1


@rule
def fill_board(s: State) -> None:
    """SK-04 SK-05 SK-06 SK-07  A skipper on every square; those on the holes leave the game."""
    size = board.size_of(s)
    left = size * size
    bag = mixed_bag(left)
    for row in range(size):
        holes = holes_of_row(s, row)
        for column in range(size):
            if s.seeding == Seeding.RANDOM:
                colour = draw_colour(bag, below(s, left))
                bag -= wide(1) << 8 * colour
                left -= 1
            elif s.seeding == Seeding.ROWS:  # SK-A26
                colour = row % board.COLOURS
            else:
                colour = (row + column) % board.COLOURS
            if not holes >> column & 1:  # SK-A18
                board.put(s, row, column, colour + 1)
                s.in_play[colour] += 1


@rule
def holes_of_row(s: State, row: int) -> int:
    """SK-06 SK-A08 SK-A25  The squares of a row that are empty at the start, as bits."""
    size = board.board_number(s)
    return (
        board.HOLES[s.opening_holes, size, board.WORD_OF[size, row]] >> board.SHIFT_OF[size, row]
        & board.FIRST_ROW[size]
    )


@rule
def mixed_bag(skippers: int) -> int:
    """SK-04 SK-A21 SK-A26  Skippers of each colour, as equal as possible: eight bits a colour."""
    bag = wide(0)
    for colour in range(board.COLOURS):
        bag |= ((skippers + board.COLOURS - 1 - colour) // board.COLOURS) << 8 * colour
    return bag


@rule
def draw_colour(bag: int, number: int) -> int:
    """The colour of skipper `number` of a bag."""
    colour = 0
    while number >= (bag >> 8 * colour & 255):
        number -= bag >> 8 * colour & 255
        colour += 1
    return colour
