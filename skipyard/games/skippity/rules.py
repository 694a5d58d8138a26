"""Skippity, in the order of its rulebook; RULES.md tells the ids, cases.toml plays them."""

from typing import Any

from skipyard.core import NOBODY, below, rule, start_dice, wide
from skipyard.games.skippity.actions import (
    ACTIONS,
    END_TURN,
    JUMP_FROM,
    JUMP_OF_BIT,
    MARK,
    PASS_TURN,
    Kind,
    No,
)
from skipyard.games.skippity.board import (
    COLOURS,
    DIRECTIONS,
    EAST,
    FIRST_ROW,
    FULL,
    HOLES,
    MOST_SKIPPERS,
    NORTH,
    SEATS,
    SHIFT_OF,
    SOUTH,
    WEST,
    WORD_OF,
    WORDS_USED,
    Ended,
    Scoring,
    Seeding,
    State,
    any_jump,
    board_number,
    is_taken,
    jumpers,
    lift,
    no_jumper,
    on_board,
    put,
    sets_of,
    size_of,
    skippers_of,
    ways_on,
)
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
# The most moves of a game, whatever the options; n skippers are on the board when it begins.
# SK-A29  A jump takes one skipper off and leaves the jumper: at most n - 1 jumps.
# SK-A13 SK-A23  A turn has one jump at least and is ended once: at most an end to each jump.
# SK-A22  At most SEATS - 1 players pass before a jump, for when all have, the game is over. Then a
# jump is left that was not made, and the SEATS last passes are fewer than the moves it would be.
LONGEST = (MOST_SKIPPERS - 1) * (SEATS - 1 + 2)
SET_POINTS = 100  # SK-A24


# The law ------------------------------------------------------------------------- SK-10..SK-18
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
    if not on_board(s, move.row, move.column):  # SK-A21
        return No.NO_SUCH_SQUARE
    if s.jumps > 0 and (move.row != s.row or move.column != s.column):
        return No.OTHER_JUMPER  # SK-A03
    if not is_taken(s, move.row, move.column):
        return No.NO_JUMPER  # SK-10 SK-11  any skipper on the board, but a skipper
    if not on_board(s, move.to_row, move.to_column):
        return No.OFF_BOARD  # SK-A05
    if not is_taken(s, move.over_row, move.over_column):
        return No.NOTHING_TO_JUMP  # SK-13 SK-A04 SK-A07
    if is_taken(s, move.to_row, move.to_column):
        return No.LANDING_TAKEN  # SK-14
    return No.OK  # SK-A06  squares used before are squares like others


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; how many there are."""
    if s.over:
        return 0
    if s.jumps > 0:  # SK-15 SK-16 SK-18  on with the one jumper, or enough
        return add_ways_on(s, out, 0)
    size, n = board_number(s), 0
    for word in range(WORDS_USED[size]):
        n = add_jumps(jumpers(s, word), JUMP_OF_BIT[size, word], out, n)
    if s.allow_pass:  # SK-A01
        out[n] = PASS_TURN
        n += 1
    return n


@rule
def add_jumps(ways: Any, jump_of: Any, out: Any, n: int) -> int:
    """Add the jumps of a word, skipper by skipper.

    Branches on directions would be mispredicted: each is written first and counted if it is there.
    """
    north, east, south, west = ways
    found = north | east | south | west
    while found != 0:
        lowest = found & -found
        mark = (lowest & FULL) % MARK
        out[n] = jump_of[mark, NORTH]
        n += (north & lowest) != 0
        out[n] = jump_of[mark, EAST]
        n += (east & lowest) != 0
        out[n] = jump_of[mark, SOUTH]
        n += (south & lowest) != 0
        out[n] = jump_of[mark, WEST]
        n += (west & lowest) != 0
        found ^= lowest
    return n


@rule
def add_ways_on(s: State, out: Any, n: int) -> int:
    """Add the jumps that carry the chain on, and its end."""
    for direction in range(DIRECTIONS):
        if s.onward >> direction & 1:
            out[n] = JUMP_FROM[s.row, s.column, direction]
            n += 1
    out[n] = END_TURN
    return n + 1


# Playing a move ---------------------------------------------------- SK-10, SK-17, SK-19, SK-A04
@rule
def play(s: State, action: int) -> None:
    """Apply a legal action. Callers check; rules do not check twice."""
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
    """SK-17 SK-24..SK-27 SK-A04 SK-A11  Jump a skipper and capture it, at once and always."""
    put(s, move.to_row, move.to_column, lift(s, move.row, move.column))
    colour = lift(s, move.over_row, move.over_column)
    s.captured[s.turn, colour - 1] += 1  # SK-19
    s.row, s.column = move.to_row, move.to_column
    s.onward = ways_on(s, s.row, s.column)
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
    """SK-09 SK-28 SK-A12  The next player's turn, clockwise, unless no jump is left."""
    no_jumper(s)
    if any_jump(s):
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
    """SK-A24  Complete sets, or a hundred for each and one for every skipper outside them."""
    sets = sets_of(s, seat)
    if s.scoring == Scoring.HUNDRED:
        return SET_POINTS * sets + skippers_of(s, seat) - COLOURS * sets
    return sets


@rule
def is_ahead(s: Any, seat: int, other: int) -> bool:
    """SK-02 SK-30 SK-31  More sets, or as many and more skippers; or (SK-A24) more points."""
    mine, theirs = points_of(s, seat), points_of(s, other)
    if mine == theirs and s.scoring == Scoring.SETS:
        return skippers_of(s, seat) > skippers_of(s, other)
    return mine > theirs


@rule
def place_of(s: Any, seat: int) -> int:
    """SK-33 SK-A15 SK-A27  One more than there are players ahead: 1, 1, 3."""
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
    """Everybody plays alone."""
    return s.seats


# The start ----------------------------------------------------- SK-04..SK-07, SK-A26, SK-A28
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Fill the board of a state that holds its options and is zero elsewhere."""
    start_dice(s, key, stream)
    s.over, s.winner = Ended.NOT_YET, NOBODY
    no_jumper(s)
    fill_board(s)
    if s.first_player == 0:  # SK-A09 SK-A28
        s.turn = below(s, s.seats)
    else:
        s.turn = s.first_player - 1


@rule
def fill_board(s: State) -> None:
    """SK-04 SK-05 SK-06 SK-07  A skipper on every square; those on the holes leave the game."""
    size = size_of(s)
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
                colour = row % COLOURS
            else:
                colour = (row + column) % COLOURS
            if not holes >> column & 1:  # SK-A18  as they fall
                put(s, row, column, colour + 1)
                s.in_play[colour] += 1


@rule
def holes_of_row(s: State, row: int) -> int:
    """SK-06 SK-A08 SK-A25  The squares of a row that are open at the start, a bit each."""
    size = board_number(s)
    return HOLES[s.opening_holes, size, WORD_OF[size, row]] >> SHIFT_OF[size, row] & FIRST_ROW[size]


@rule
def mixed_bag(skippers: int) -> int:
    """SK-04 SK-A21 SK-A26  As many of each colour as can be, eight bits a colour in one number."""
    bag = wide(0)
    for colour in range(COLOURS):
        bag |= ((skippers + COLOURS - 1 - colour) // COLOURS) << 8 * colour
    return bag


@rule
def draw_colour(bag: int, number: int) -> int:
    """The colour of skipper `number` of a bag."""
    colour = 0
    while number >= (bag >> 8 * colour & 255):
        number -= bag >> 8 * colour & 255
        colour += 1
    return colour
