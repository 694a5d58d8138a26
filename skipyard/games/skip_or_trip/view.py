"""What a seat may see of a Skip or Trip table: a record of its own, filled field by field."""

from typing import Any

from skipyard.core import NOBODY, NONE, below, copy, i8, i16, rule, seed_dice, u8, u16
from skipyard.games.skip_or_trip import board, cards
from skipyard.games.skip_or_trip.board import Options, State, Step
from skipyard.games.skip_or_trip.trips import can_go_on

MOST_TRIES = 100_000  # only a position that cannot come up in play needs so many


class View(Options):
    """What one seat knows, and what it could find out by looking around the table."""

    me, turn, over, winner, first = i8(), i8(), i8(), i8(), i8()
    token, quit_at, quits = i8(board.SEATS, board.TOKENS), i8(board.SEATS), i8()
    hand, down = (
        u16(board.NUMBERS),
        u16(board.NUMBERS),
    )  # my cards; those that I discarded face down
    numbers = i8(board.SEATS, board.NUMBERS)  # ST-07  how many cards of each number everybody holds
    numbers_down = i8(board.SEATS, board.NUMBERS)  # ST-A33  and has discarded face down
    shown, in_play = u16(board.NUMBERS), u16(board.NUMBERS)
    deck_left, top = i16(), i8()  # ST-06 ST-A34  the number on top; 0 if the deck is empty
    step, target, target_token, own_token = i8(), i8(), i8(), i8()
    need, pips = u8(), i16()
    tripped, moved, idle, endgame = i8(), i8(), i8(), i8()


@rule
def copy_options(source: Options, target: Options) -> None:
    target.seats, target.variant, target.mercy = source.seats, source.variant, source.mercy
    target.first_player, target.allow_pass = source.first_player, source.allow_pass
    target.wasted_skip, target.reveal_skipped = source.wasted_skip, source.reveal_skipped
    target.hand_limit, target.removed_cards = source.hand_limit, source.removed_cards
    target.cut, target.house_rules = source.cut, source.house_rules
    target.symbol_mark = source.symbol_mark
    target.endgame_first_check = source.endgame_first_check
    target.endgame_reading, target.last_tie = source.endgame_reading, source.last_tie
    target.adv_elimination = source.adv_elimination
    copy(source.squares, target.squares, board.GOAL + 1)
    copy(source.faces, target.faces, board.CARDS)  # ST-46


@rule
def copy_public(source: Any, target: Any) -> None:
    """Copy what everybody sees and what has the same shape in State and View."""
    copy_options(source, target)
    target.turn, target.over, target.winner = source.turn, source.over, source.winner
    target.first = source.first
    for side in range(board.SEATS):
        copy(source.token[side], target.token[side], board.TOKENS)
    copy(source.quit_at, target.quit_at, board.SEATS)
    target.quits = source.quits
    cards.copy_cards(source.shown, target.shown)
    cards.copy_cards(source.in_play, target.in_play)
    target.deck_left = source.deck_left
    target.step, target.need, target.pips = source.step, source.need, source.pips
    target.target, target.target_token = source.target, source.target_token
    target.own_token, target.tripped = source.own_token, source.tripped
    target.moved, target.idle, target.endgame = source.moved, source.idle, source.endgame


@rule
def observe(s: State, seat: int, v: View) -> None:
    """Fill a zeroed view with what `seat` knows; NOBODY is a watcher and sees no symbols."""
    v.me = seat
    copy_public(s, v)
    if seat != NOBODY:  # s.hand[NOBODY] would be the last seat's hand
        cards.copy_cards(s.hand[seat], v.hand)  # ST-07 ST-A44  not even a partner's
        cards.copy_cards(s.down[seat], v.down)
    v.top = 0 if s.top == NONE else cards.NUMBER_OF[s.top] + 1
    for other in range(s.seats):
        for number in range(board.NUMBERS):
            v.numbers[other, number] = cards.COUNT[s.hand[other, number]]
            v.numbers_down[other, number] = cards.COUNT[s.down[other, number]]


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with a random one that fits the view `v`.

    A player in the middle of trips has the cards for one more, or the turn would be over (ST-A59).
    Rejection sampling: other states are dealt again, so those that fit stay equally likely.
    """
    seed_dice(s, seed)
    copy_public(v, s)
    must_go_on = v.me != v.turn and not v.over and (v.step != Step.MOVE or v.tripped)
    for _ in range(MOST_TRIES):
        deal_unseen(v, s)
        if not must_go_on or can_go_on(s):
            break
    s.bag_left, s.top = cards.size_of(s.bag), NONE
    if v.top > 0:
        faces = s.bag[v.top - 1]
        s.top = (v.top - 1) * board.FACES + cards.nth_face(faces, below(s, cards.COUNT[faces]))


@rule
def deal_unseen(v: View, s: State) -> None:
    """Deal the hidden faces of each number at random; the numbers themselves are public.

    Each face may be in another hand, among the face-down discards, or in the bag.
    """
    for number in range(board.NUMBERS):
        s.bag[number] = cards.ALL_FACES ^ (
            v.hand[number] | v.down[number] | v.shown[number] | v.in_play[number]
        )
        for seat in range(v.seats):
            if seat == v.me:
                s.hand[seat, number], s.down[seat, number] = v.hand[number], v.down[number]
            else:
                s.hand[seat, number] = take_unseen(s, number, v.numbers[seat, number])
                s.down[seat, number] = take_unseen(s, number, v.numbers_down[seat, number])


@rule
def take_unseen(s: State, number: int, count: int) -> int:
    """Take `count` random faces of a number out of the bag."""
    taken = 0
    for _ in range(count):
        face = cards.nth_face(s.bag[number], below(s, cards.COUNT[s.bag[number]]))
        s.bag[number] ^= cards.BIT[face]
        taken |= cards.BIT[face]
    return taken
