"""What a seat may see of a table: a record of its own, filled field by field."""

from typing import Any

from skipyard.core import NOBODY, NONE, copy, i8, i16, rule, seed_dice, total
from skipyard.games.skipbo import cards
from skipyard.games.skipbo.cards import Options, State


class View(Options):
    """What one seat knows, and what it could find out by looking around the table."""

    me, turn, over, winner, dealt_by, top = i8(), i8(), i8(), i8(), i8(), i8()
    hand, hand_left = i8(cards.HAND), i8(cards.SEATS)  # my cards; how many everybody has
    stock_top, stock_left = i8(cards.SEATS), i16(cards.SEATS)
    discard_top = i8(cards.SEATS, cards.PILES)  # NONE: no card there
    discards = i8(cards.SLOTS)  # by seat, by pile, each from the top down; NONE: covered
    discard_left = i16(cards.SEATS, cards.PILES)
    height, wilds, dies = i8(cards.PILES), i16(cards.PILES), i16(cards.PILES)
    spent, spent_left = i8(cards.FACES), i16()
    recycled, draw_left = i8(cards.FACES), i16()
    drew = i8(cards.FACES)  # what I drew from the recycled pile
    acted, passes, revived, no_draw = i8(), i8(), i8(), i8(cards.SEATS)
    die, die_left = i8(), i8()


@rule
def copy_options(source: Options, target: Options) -> None:
    target.seats, target.teams, target.stock_size = source.seats, source.teams, source.stock_size
    copy(source.deck, target.deck, cards.FACES)
    target.must_play, target.discard_wild = source.must_play, source.discard_wild
    target.wild_on_wild, target.wild_as_12 = source.wild_on_wild, source.wild_as_12
    target.show_discards, target.on_block = source.show_discards, source.on_block
    target.dealer, target.referee = source.dealer, source.referee
    target.penalty_place, target.pass_rounds = source.penalty_place, source.pass_rounds
    target.redraw_after_discard = source.redraw_after_discard
    target.may_reopen_stock, target.short_game = source.may_reopen_stock, source.short_game


@rule
def copy_public(source: Any, target: Any) -> None:
    """Copy what everybody sees and what has the same shape in State and View."""
    copy_options(source, target)
    target.turn, target.over, target.winner = source.turn, source.over, source.winner
    target.dealt_by, target.top = source.dealt_by, source.top
    copy(source.hand_left, target.hand_left, cards.SEATS)
    copy(source.stock_top, target.stock_top, cards.SEATS)  # SB-10
    copy(source.stock_left, target.stock_left, cards.SEATS)
    copy(source.height, target.height, cards.PILES)
    copy(source.wilds, target.wilds, cards.PILES)
    copy(source.dies, target.dies, cards.PILES)
    copy(source.spent, target.spent, cards.FACES)
    for face in range(cards.FACES):  # only while that draw pile lasts
        target.recycled[face] = source.recycled[face] if source.draw_left > 0 else 0
    target.spent_left, target.draw_left = source.spent_left, source.draw_left
    target.acted, target.passes, target.revived = source.acted, source.passes, source.revived
    copy(source.no_draw, target.no_draw, cards.SEATS)
    target.die, target.die_left = source.die, source.die_left


@rule
def observe(s: State, seat: int, v: View) -> None:
    """Fill a zeroed view with what `seat` knows; NOBODY is a watcher and sees no hand."""
    v.me = seat
    copy_public(s, v)
    for i in range(cards.HAND):  # s.hand[NOBODY] would be the last seat's hand
        v.hand[i] = NONE if seat == NOBODY else s.hand[seat, i]
    if seat != NOBODY and s.draw_left > 0:
        copy(s.drew[seat], v.drew, cards.FACES)
    at = 0
    for other in range(s.seats):
        for own in range(cards.PILES):
            slot, left = s.discard_top[other, own], 0
            v.discard_top[other, own] = cards.FACE_OF[slot]
            while slot != cards.NO_SLOT:  # SB-A10 SB-A59  the owner sees no more than anybody
                v.discards[at + left] = (
                    NONE if s.show_discards and left > 0 else cards.FACE_OF[slot]
                )
                slot = s.below[slot]
                left += 1
            v.discard_left[other, own] = left
            at += left


@rule
def gather_unseen(v: View, s: State) -> None:
    """Take the cards that `v` can see out of the bag."""
    for i in range(v.hand_left[v.me] if v.me != NOBODY else 0):
        s.unseen[v.hand[i]] -= 1
    for face in range(cards.FACES):
        s.unseen[face] -= v.spent[face]
    for pile in range(cards.PILES):
        for level in range(v.height[pile]):
            if v.wilds[pile] & cards.BIT[level]:
                s.unseen[cards.WILD] -= 1
            elif not v.dies[pile] & cards.BIT[level]:
                s.unseen[level + 1] -= 1
    at = 0
    for seat in range(v.seats):
        if v.stock_left[seat] > 0:
            s.unseen[v.stock_top[seat]] -= 1
        for own in range(cards.PILES):
            for i in range(at, at + v.discard_left[seat, own]):
                if v.discards[i] != NONE:
                    s.unseen[v.discards[i]] -= 1
            at += v.discard_left[seat, own]
    s.unseen_left = total(s.unseen, cards.FACES)


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with a random one that fits the view `v`."""
    seed_dice(s, seed)
    copy_options(v, s)
    cards.clear_table(s)
    copy_public(v, s)
    if v.me != NOBODY:
        copy(v.drew, s.drew[v.me], cards.FACES)
    gather_unseen(v, s)
    if total(v.recycled, cards.FACES) > 0 and v.draw_left > 0:
        imagine_draw_pile(v, s)
    for seat in range(v.seats):
        s.hand_left[seat] = 0
        for i in range(v.hand_left[seat]):
            cards.add_to_hand(s, seat, v.hand[i] if seat == v.me else take_unseen(s))
    at = 0
    for seat in range(v.seats):
        for own in range(cards.PILES):
            left = v.discard_left[seat, own]
            for i in range(at + left - 1, at - 1, -1):
                face = take_unseen(s) if v.discards[i] == NONE else v.discards[i]
                cards.push_discard(s, seat, own, face)
            at += left


@rule
def take_unseen(s: State) -> int:
    s.unseen_left -= 1
    return cards.pick(s, s.unseen, s.unseen_left + 1)


@rule
def imagine_draw_pile(v: View, s: State) -> None:
    """Fill a recycled draw pile: what went in, less what I drew or see elsewhere by now."""
    s.fresh = 0
    for face in range(cards.FACES):
        s.draw[face] = min(v.recycled[face] - v.drew[face], s.unseen[face])
    for left in range(total(s.draw, cards.FACES), v.draw_left, -1):
        cards.pick(s, s.draw, left)
    for face in range(cards.FACES):
        s.unseen[face] -= s.draw[face]
    s.unseen_left -= v.draw_left
