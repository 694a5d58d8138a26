"""Whether a state is consistent: no skipper lost, every derived field right. Studies check it."""

from skipyard.core import NONE, rule, wide
from skipyard.games.skippity import board
from skipyard.games.skippity.board import Ended, State


@rule
def sound(s: State) -> bool:
    """SK-A18  Whether no skipper is lost or made and all derived fields fit the board."""
    for colour in range(board.COLOURS):
        if skippers_on_board(s, colour + 1) + captured_by_all(s, colour) != s.in_play[colour]:
            return False
    return squares_agree(s) and chain_is_right(s) and passes_are_right(s)


@rule
def skippers_on_board(s: State, colour: int) -> int:
    count = 0
    for row in range(board.size_of(s)):
        for column in range(board.size_of(s)):
            count += board.colour_at(s, row, column) == colour
    return count


@rule
def captured_by_all(s: State, colour: int) -> int:
    count = wide(0)
    for seat in range(s.seats):
        count += s.captured[seat, colour]
    return count


@rule
def squares_agree(s: State) -> bool:
    """Whether the same squares have a colour and are taken, and none is off the board."""
    for row in range(board.size_of(s)):
        if wide(s.cells[row]) >> (3 * board.size_of(s)) != 0:
            return False
        for column in range(board.size_of(s)):
            if board.is_taken(s, row, column) != (board.colour_at(s, row, column) != 0):
                return False
    for row in range(board.size_of(s), board.LARGEST):
        if s.cells[row] != 0:
            return False
    for word in range(board.WORDS_USED[board.board_number(s)], board.WORDS + 1):
        if s.taken[word] != 0:
            return False
    return True


@rule
def chain_is_right(s: State) -> bool:
    """Whether the jumper, its further jumps and the end of the game fit the board."""
    if s.jumps == 0:
        resting = s.row == NONE and s.column == NONE and s.onward == 0
        return resting and (s.over == Ended.NO_JUMP) == (not board.any_jump(s))
    return (
        board.on_board(s, s.row, s.column)
        and board.is_taken(s, s.row, s.column)
        and s.onward == board.ways_on(s, s.row, s.column)
        and (s.onward != 0 or s.undo != 0)  # SK-A13 SK-A23  else the turn has ended
        and s.passes == 0
        and not s.over
        and s.jumps <= board.skippers_of(s, s.turn)
    )


@rule
def passes_are_right(s: State) -> bool:
    """SK-A01 SK-A22  Whether passes are allowed, and the game is over when all have passed."""
    if s.passes < 0 or (s.passes > 0 and not s.allow_pass):
        return False
    return (s.over == Ended.ALL_PASSED) == (s.passes == s.seats)
