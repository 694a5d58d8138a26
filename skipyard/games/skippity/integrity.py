"""Whether a table is whole: every skipper in one place, every note true. Studies check it."""

from skipyard.core import NONE, rule, wide
from skipyard.games.skippity.board import (
    COLOURS,
    LARGEST,
    WORDS,
    WORDS_USED,
    Ended,
    State,
    any_jump,
    board_number,
    colour_at,
    is_taken,
    on_board,
    size_of,
    skippers_of,
    ways_on,
)


@rule
def sound(s: State) -> bool:
    """SK-A18  No skipper is lost or made, and what is noted of the board is what stands there."""
    for colour in range(COLOURS):
        if skippers_on_board(s, colour + 1) + captured_by_all(s, colour) != s.in_play[colour]:
            return False
    return squares_agree(s) and chain_is_true(s) and passes_are_true(s)


@rule
def skippers_on_board(s: State, colour: int) -> int:
    found = 0
    for row in range(size_of(s)):
        for column in range(size_of(s)):
            found += colour_at(s, row, column) == colour
    return found


@rule
def captured_by_all(s: State, colour: int) -> int:
    found = wide(0)
    for seat in range(s.seats):
        found += s.captured[seat, colour]
    return found


@rule
def squares_agree(s: State) -> bool:
    """The squares with a colour are the squares that are taken, and none lies off the board."""
    for row in range(size_of(s)):
        if wide(s.cells[row]) >> (3 * size_of(s)) != 0:
            return False
        for column in range(size_of(s)):
            if is_taken(s, row, column) != (colour_at(s, row, column) != 0):
                return False
    for row in range(size_of(s), LARGEST):
        if s.cells[row] != 0:
            return False
    for word in range(WORDS_USED[board_number(s)], WORDS + 1):
        if s.taken[word] != 0:
            return False
    return True


@rule
def chain_is_true(s: State) -> bool:
    """The jumper, its ways on and the end are as the board has them."""
    if s.jumps == 0:
        resting = s.row == NONE and s.column == NONE and s.onward == 0
        return resting and (s.over == Ended.NO_JUMP) == (not any_jump(s))
    return (
        on_board(s, s.row, s.column)
        and is_taken(s, s.row, s.column)
        and s.onward == ways_on(s, s.row, s.column)
        and (s.onward != 0 or s.undo != 0)  # SK-A13 SK-A23  else the turn has ended
        and s.passes == 0
        and not s.over
        and s.jumps <= skippers_of(s, s.turn)
    )


@rule
def passes_are_true(s: State) -> bool:
    """SK-A01 SK-A22  Nobody passes where it is not allowed, and the game is over when all have."""
    if s.passes < 0 or (s.passes > 0 and not s.allow_pass):
        return False
    return (s.over == Ended.ALL_PASSED) == (s.passes == s.seats)
