"""How a turn of Skip or Trip ends, who quits in the endgame, and the final places."""

from typing import Any

from skipyard.core import NOBODY, NONE, rule
from skipyard.games.skip_or_trip import board, cards
from skipyard.games.skip_or_trip.board import Ended, FirstCheck, LastTie, Reading, State


# The end of a turn --------------------------------- ST-08, ST-22, ST-23, ST-25, ST-32, ST-33
@rule
def end_turn(s: State) -> None:
    """End this turn, and the turns after it of players without cards, who pass automatically."""
    while True:
        close_turn(s)
        if s.over or cards.has_cards(s, s.turn):
            return  # ST-A04 ST-A59


@rule
def close_turn(s: State) -> None:
    """Discard, draw, in the endgame check who is last, and pass the turn on."""
    if s.tripped:
        cards.discard_played(s)
    drawn = cards.draw_two(s, s.turn)
    s.idle = 0 if s.moved or drawn else s.idle + 1
    checked = s.endgame != 0  # ST-27 ST-A22  after each turn of the endgame
    if not s.endgame and (s.deck_left == 0 or s.idle >= s.seats):  # ST-25 ST-A21 ST-A53
        s.endgame, s.idle = 1, 0  # ST-A52  only its own turns count
        checked = s.endgame_first_check == FirstCheck.SAME  # ST-A23
    if checked:
        check_last(s)
    if not s.over:
        pass_turn(s)


@rule
def pass_turn(s: State) -> None:
    """ST-08 ST-A27  Pass the turn clockwise to the next player still in the game."""
    seat = (s.turn + 1) % s.seats
    while s.quit_at[board.side_of(s, seat)]:
        seat = (seat + 1) % s.seats
    s.turn, s.tripped, s.moved = seat, 0, 0


# The endgame ------------------------------------- ST-27, ST-28, ST-A23..ST-A28, ST-A51..ST-A57
@rule
def check_last(s: State) -> None:
    """ST-27 ST-A24 ST-A25 ST-A38 ST-A39 ST-A42 ST-A51  The side that is last quits."""
    mover, lowest, tied = board.side_of(s, s.turn), NONE, 0
    for side in range(board.sides(s)):
        if s.quit_at[side] == 0:
            if lowest == NONE or board.rear(s, side) < lowest:
                lowest, tied = board.rear(s, side), 1
            elif board.rear(s, side) == lowest:
                tied += 1
    mine = board.rear(s, mover) == lowest
    if tied > 1 and s.last_tie == LastTie.NONE_QUITS:
        if s.idle >= board.playing_seats(s):  # ST-A52 ST-A66  a round without movement
            s.idle = 0
            remove_last(s, lowest)
    elif tied == 1 or s.last_tie == LastTie.ALL_QUIT:
        if s.endgame_reading == Reading.ANY or mine:  # ST-A24 ST-A56
            remove_last(s, lowest)
    elif mine:  # ST-A56 ST-A66  only the mover quits, so that each of those tied has a turn first
        s.quits += remove_side(s, mover)
        finish_if_decided(s)


@rule
def remove_last(s: State, lowest: int) -> None:
    """Remove all sides whose rear token is on the lowest square, together."""
    left = False
    for side in range(board.sides(s)):
        if s.quit_at[side] == 0 and board.rear(s, side) == lowest and remove_side(s, side):
            left = True
    s.quits += left
    finish_if_decided(s)


@rule
def remove_side(s: State, side: int) -> bool:
    """ST-27 ST-A39 ST-A57  Take off its tokens, or only the rear one; return whether it is out."""
    if s.adv_elimination and s.token[side, 0] != NONE and s.token[side, 1] != NONE:
        behind = s.token[side, 1] < s.token[side, 0]
        s.token[side, 1 if behind else 0] = NONE
        return False
    for token in range(board.TOKENS):
        s.token[side, token] = NONE
    s.quit_at[side] = s.quits + 1
    cards.discard_hand(s, side)  # ST-A26
    return True


@rule
def finish_if_decided(s: State) -> None:
    """ST-28 ST-A25 ST-A42  End the game if one side is left, which wins, or none, a draw."""
    left = board.playing_sides(s)
    if left == 0:
        s.over, s.winner = Ended.ALL_QUIT, NOBODY
    elif left == 1:
        s.over = Ended.LAST_LEFT
        for side in range(board.sides(s)):
            if s.quit_at[side] == 0:
                s.winner = side
    else:
        s.idle = 0  # ST-A66  counting starts again, without those who are out


# Places --------------------------------------------------------------------------------- ST-A60
@rule
def is_before(s: State, side: int, other: int) -> bool:
    """ST-A60  First the winner, then those on the track by rear token, then who quit later."""
    if s.winner != NOBODY and (side == s.winner or other == s.winner):
        return side == s.winner and other != s.winner
    if s.quit_at[side] == 0 and s.quit_at[other] == 0:
        return board.rear(s, side) > board.rear(s, other)
    if s.quit_at[side] == 0 or s.quit_at[other] == 0:
        return s.quit_at[side] == 0
    return s.quit_at[side] > s.quit_at[other]


@rule
def places(s: State, out: Any) -> None:
    """ST-A60  Each seat's place, counted from 1; equals share one."""
    for seat in range(s.seats):
        place = 1
        for other in range(board.sides(s)):
            place += is_before(s, other, board.side_of(s, seat))
        out[seat] = place


WIN, DRAW = 2, 1


@rule
def score(s: State, out: Any) -> None:
    """Two points for a win; in a draw, one for each of those who quit last."""
    for seat in range(s.seats):
        side = board.side_of(s, seat)
        out[seat] = WIN if side == s.winner else 0
        if s.over == Ended.ALL_QUIT and s.quit_at[side] == s.quits:
            out[seat] = DRAW
