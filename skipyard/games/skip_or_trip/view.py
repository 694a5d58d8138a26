"""What a seat may see of a Skip or Trip table: a record of its own, filled by naming."""

from typing import Any

from skipyard.core import NOBODY, NONE, below, copy, i8, i16, rule, seed_dice, u8, u16
from skipyard.games.skip_or_trip.board import (
    CARDS,
    FACES,
    GOAL,
    NUMBERS,
    SEATS,
    TOKENS,
    Options,
    State,
    Step,
)
from skipyard.games.skip_or_trip.cards import (
    ALL_FACES,
    BIT,
    COUNT,
    NUMBER_OF,
    copy_cards,
    nth_face,
    size_of,
)
from skipyard.games.skip_or_trip.trips import can_go_on

MOST_TRIES = 100_000  # only a position that play cannot reach needs as many


class View(Options):
    """What one seat knows, and what it could find out by looking around the table."""

    me, turn, over, winner, first = i8(), i8(), i8(), i8(), i8()
    token, quit_at, quits = i8(SEATS, TOKENS), i8(SEATS), i8()
    hand, down = u16(NUMBERS), u16(NUMBERS)  # my cards; those that I discarded face down
    numbers = i8(SEATS, NUMBERS)  # ST-07  how many cards of each number everybody holds
    numbers_down = i8(SEATS, NUMBERS)  # ST-A33  and has discarded face down
    shown, in_play = u16(NUMBERS), u16(NUMBERS)
    deck_left, top = i16(), i8()  # ST-06 ST-A34  the number on top; 0 where there is no deck
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
    copy(source.squares, target.squares, GOAL + 1)
    copy(source.faces, target.faces, CARDS)  # ST-46


@rule
def copy_public(source: Any, target: Any) -> None:
    """What lies open on the table and has the same shape in State and View."""
    copy_options(source, target)
    target.turn, target.over, target.winner = source.turn, source.over, source.winner
    target.first = source.first
    for side in range(SEATS):
        copy(source.token[side], target.token[side], TOKENS)
    copy(source.quit_at, target.quit_at, SEATS)
    target.quits = source.quits
    copy_cards(source.shown, target.shown)
    copy_cards(source.in_play, target.in_play)
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
        copy_cards(s.hand[seat], v.hand)  # ST-07 ST-A44  not even a partner's
        copy_cards(s.down[seat], v.down)
    v.top = 0 if s.top == NONE else NUMBER_OF[s.top] + 1
    for other in range(s.seats):
        for number in range(NUMBERS):
            v.numbers[other, number] = COUNT[s.hand[other, number]]
            v.numbers_down[other, number] = COUNT[s.down[other, number]]


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with one world that `v` cannot tell from the real one.

    Who is in the middle of trips has cards for one more, or the turn would be over (ST-A59): other
    worlds are dealt anew, which leaves those that remain as likely as they were.
    """
    seed_dice(s, seed)
    copy_public(v, s)
    told = v.me != v.turn and not v.over and (v.step != Step.MOVE or v.tripped)
    for _ in range(MOST_TRIES):
        deal_unseen(v, s)
        if not told or can_go_on(s):
            break
    s.bag_left, s.top = size_of(s.bag), NONE
    if v.top > 0:
        faces = s.bag[v.top - 1]
        s.top = (v.top - 1) * FACES + nth_face(faces, below(s, COUNT[faces]))


@rule
def deal_unseen(v: View, s: State) -> None:
    """Numbers are public, so what is hidden is only which faces of a number lie where.

    Each is as likely in another hand, among the cards face down, and in the bag.
    """
    for number in range(NUMBERS):
        s.bag[number] = ALL_FACES ^ (
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
    """Some faces of a number, out of the bag."""
    taken = 0
    for _ in range(count):
        face = nth_face(s.bag[number], below(s, COUNT[s.bag[number]]))
        s.bag[number] ^= BIT[face]
        taken |= BIT[face]
    return taken
