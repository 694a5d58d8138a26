"""The rules of Skip-Bo, in the order of the rulebook; RULES.md has the ids, cases.toml plays them.

Skip-Bo MOD is this game with another deck and a die: its rules.py adds the die and takes the rest
from here. Where both books say the same, both ids are on the line.
"""

from typing import Any

from skipyard.core import NOBODY, NONE, below, rule, start_dice, wide
from skipyard.games.skipbo import actions, cards
from skipyard.games.skipbo.actions import ACTIONS, OWN, PARTNER, Kind, No
from skipyard.games.skipbo.cards import Dealer, Ended, OnBlock, State, sides
from skipyard.games.skipbo.integrity import sound
from skipyard.games.skipbo.referee import is_referee, penalise, verdict_on_act
from skipyard.games.skipbo.view import View, imagine, observe

__all__ = [
    "ACTIONS",
    "LONGEST",
    "VERSION",
    "No",
    "State",
    "View",
    "deal",
    "imagine",
    "is_referee",
    "moves",
    "observe",
    "play",
    "score",
    "sides",
    "sound",
    "verdict",
]

VERSION = 2
LONGEST = 50_000  # moves; random and greedy games are far shorter; studies stop a game there
STOCK_FEW, STOCK_MANY, FEW = 30, 20, 4  # SB-06  30 cards up to four players; SB-07  20 beyond


# Where a card fits ------------------------------------------- SB-12..SB-15, SB-32, MOD-10..MOD-12
@rule
def refuse_build(s: State, card: int, pile: int) -> int:
    """SB-12 SB-32  Why a card does not extend a series; No.OK if it does."""
    following = s.height[pile] + 1
    if card == cards.WILD:  # SB-15 SB-A01 SB-A06 MOD-12
        if not s.wild_as_12 and following == s.top:  # SB-A60  whatever number ends a series
            return No.WILD_AS_12
        if not s.wild_on_wild and cards.wild_on_top(s, pile):
            return No.WILD_ON_WILD
        return No.OK
    if card == following:  # SB-14 SB-21 MOD-11 MOD-21
        return No.OK
    return No.NOT_A_ONE if following == 1 else No.NOT_NEXT  # SB-13 MOD-10


@rule
def fitting_series(s: State) -> int:
    """Which series take which face: four bits for each face, packed into one number.

    The same rule as `refuse_build`, for all faces at once and without a branch on a card.
    """
    fits = wide(0)
    for pile in range(cards.PILES):
        fits |= cards.PILE_BIT[s.height[pile] + 1, pile]
        if (s.wild_as_12 and s.wild_on_wild) or refuse_build(s, cards.WILD, pile) == No.OK:
            fits |= cards.PILE_BIT[cards.WILD, pile]
    return fits


@rule
def add_builds(fits: int, card: int, onto: Any, out: Any, n: int) -> int:
    """Add those of the four actions `onto` whose series takes the card; none takes NONE."""
    piles = fits >> (4 * card + 4)
    for pile in range(cards.PILES):
        out[n] = onto[pile]
        n += piles >> pile & 1
    return n


# What a move needs -------------------------------------------- SB-33, SB-44, MOD-30, MOD-37
@rule
def card_of(s: State, move: Any) -> int:
    """The card that a move would play; NONE if there is none."""
    seat = s.turn
    if move.owner == PARTNER:  # SB-44 SB-A24 MOD-37  stock and discards, never the hand
        if not s.teams:
            return NONE
        seat = cards.partner_of(s, seat)
    if move.kind == Kind.STOCK:
        return s.stock_top[seat]
    if move.kind == Kind.PILE:  # MOD-15  only the top card
        return cards.discard_face(s, seat, move.source)
    return move.source if cards.in_hand(s, seat, move.source) else NONE


@rule
def refuse_source(s: State, move: Any) -> int:
    """Why `card_of` is NONE."""
    if move.owner == PARTNER and not s.teams:
        return No.NO_PARTNER
    if move.kind == Kind.STOCK:
        return No.STOCK_EMPTY
    return No.PILE_EMPTY if move.kind == Kind.PILE else No.NOT_IN_HAND


@rule
def can_build(s: State, seat: int, with_hand: bool) -> bool:
    """Whether a card of `seat` extends a series."""
    for pile in range(cards.PILES):
        if s.stock_left[seat] > 0 and refuse_build(s, s.stock_top[seat], pile) == No.OK:
            return True
        for own in range(cards.PILES):
            face = cards.discard_face(s, seat, own)
            if face != NONE and refuse_build(s, face, pile) == No.OK:
                return True
        if with_hand:
            for i in range(s.hand_left[seat]):
                if refuse_build(s, s.hand[seat, i], pile) == No.OK:
                    return True
    return False


@rule
def must_build(s: State) -> bool:
    """SB-A04 SB-A48 SB-A53  Whether must_play forces a build: one is possible and no draw is."""
    if not s.must_play or not cards.nothing_to_draw(s):
        return False
    return can_build(s, s.turn, True) or (
        s.teams != 0 and can_build(s, cards.partner_of(s, s.turn), False)
    )


@rule
def may_end(s: State) -> bool:
    """SB-A15 SB-A44  Whether the hand has nothing to discard."""
    for i in range(s.hand_left[s.turn]):
        if s.discard_wild or s.hand[s.turn, i] != cards.WILD:
            return False
    return True


# Legal moves ------------------------------------------------------------------------------------
@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if s.over:
        return No.OVER
    if is_referee(move):
        return verdict_on_act(s, move)
    if move.kind == Kind.END:  # SB-34 MOD-28  a turn ends with a discard
        if not may_end(s):
            return No.MUST_DISCARD
        return No.MUST_PLAY if must_build(s) else No.OK
    card = card_of(s, move)
    if card == NONE:
        return refuse_source(s, move)
    if move.kind == Kind.DISCARD:  # SB-24 SB-25 SB-27 SB-A08 SB-A09 SB-A25
        if card == cards.WILD and not s.discard_wild:  # SB-A05
            return No.DISCARD_WILD
        return No.MUST_PLAY if must_build(s) else No.OK
    return refuse_build(s, card, move.target)


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return how many there are.

    Branches on cards would be mispredicted, so actions are written first and counted if legal.
    """
    if s.over:
        return 0
    me, fits = s.turn, fitting_series(s)
    n = add_builds_of(s, me, fits, actions.STOCK_ON[OWN], actions.PILE_ON[OWN], out, 0)
    if s.teams:
        partner = cards.partner_of(s, me)
        n = add_builds_of(
            s, partner, fits, actions.STOCK_ON[PARTNER], actions.PILE_ON[PARTNER], out, n
        )
    n = add_builds_of_hand(s, me, fits, actions.HAND_ON, out, n)
    if s.must_play and n > 0 and cards.nothing_to_draw(s):
        return n
    return add_turn_ends(s, out, n)


@rule
def add_builds_of(
    s: State, seat: int, fits: int, stock_on: Any, pile_on: Any, out: Any, n: int
) -> int:
    """Add the actions that play the stock top or a discard top of `seat`."""
    n = add_builds(fits, s.stock_top[seat], stock_on, out, n)
    for own in range(cards.PILES):
        n = add_builds(fits, cards.discard_face(s, seat, own), pile_on[own], out, n)
    return n


@rule
def add_builds_of_hand(s: State, seat: int, fits: int, hand_on: Any, out: Any, n: int) -> int:
    """Add the actions that play a hand card, each face once."""
    last = NONE
    for i in range(cards.HAND):
        face = s.hand[seat, i]
        n = add_builds(fits if face != last else 0, face, hand_on[face], out, n)
        last = face
    return n


@rule
def add_discards(s: State, discard_on: Any, out: Any, n: int) -> int:
    """Add the actions that discard a hand card, each face once."""
    last = NONE if s.discard_wild else cards.WILD
    for i in range(cards.HAND):
        face = s.hand[s.turn, i]
        for own in range(cards.PILES):
            out[n + own] = discard_on[face, own]
        n += cards.PILES * ((face != last) & (face != NONE))
        last = face
    return n


@rule
def add_turn_ends(s: State, out: Any, n: int) -> int:
    """Add the discards that end the turn, or the end without a discard (SB-A15 SB-A44)."""
    before = n
    n = add_discards(s, actions.DISCARD_ON, out, n)
    if n == before:
        out[n] = actions.END_TURN
        n += 1
    return n


# Playing a move ------------------------------------------------------- SB-22..SB-24, SB-29, SB-34
@rule
def play(s: State, action: int) -> None:
    """Apply an action; callers have checked that it is legal."""
    cards.fill_hand(s, carry_out(s, ACTIONS[action]))


@rule
def carry_out(s: State, move: Any) -> int:
    """Apply a move; return who draws up to five cards after it, or NOBODY."""
    if move.kind <= Kind.PILE:
        return build(s, move)
    if move.kind == Kind.DISCARD or move.kind == Kind.END:
        if move.kind == Kind.DISCARD:
            discard(s, move)
        return end_turn(s)
    if move.kind == Kind.LET_STAND:  # SB-53 SB-A33 MOD-45  the turn passes to the left of them
        s.passes = 0  # they have played
        return start_turn(s, (move.target + 1) % s.seats)  # SB-A58  maybe this turn again
    penalise(s, move)
    return NOBODY


@rule
def build(s: State, move: Any) -> int:
    """SB-22 MOD-23  Play a card on a series; the turn goes on."""
    card = card_of(s, move)
    owner = cards.partner_of(s, s.turn) if move.owner == PARTNER else s.turn
    s.acted, s.revived = 1, 0
    cards.put_on_series(s, card, move.target)
    if move.kind == Kind.HAND:
        cards.take_from_hand(s, owner, card)
        if s.hand_left[owner] == 0:  # SB-23 SB-A02 SB-A40 MOD-24 MOD-A13  all played: draw five
            return owner
    elif move.kind == Kind.PILE:
        cards.pop_discard(s, owner, move.source)
    else:
        s.stock_left[owner] -= 1
        cards.turn_up(s, owner)
        side = cards.side_of(s, owner)
        if (
            cards.stock_of_side(s, side) == 0
        ):  # SB-05 SB-38 SB-48 SB-A07 SB-A19 MOD-02 MOD-41 MOD-A27
            finish(s, side, Ended.STOCK_GONE)
    return NOBODY


@rule
def discard(s: State, move: Any) -> None:
    """SB-24 MOD-28  Put one hand card on an own discard pile."""
    s.acted = 1
    cards.take_from_hand(s, s.turn, move.source)
    cards.push_discard(s, s.turn, move.target, move.source)


@rule
def end_turn(s: State) -> int:
    """SB-29 SB-A03 SB-A26  Start the next player's turn, unless everybody has passed (SB-A38).

    SB-54 SB-A27 MOD-46  Nobody is skipped: with partners, a player without a stock still plays.
    """
    s.passes = 0 if s.acted else s.passes + 1  # SB-A55
    if s.passes >= s.seats * s.pass_rounds:
        block(s)
    return NOBODY if s.over else start_turn(s, (s.turn + 1) % s.seats)


@rule
def start_turn(s: State, seat: int) -> int:
    """SB-20 SB-31 SB-A39 MOD-16 MOD-29 MOD-A26  Clear the last roll; return who draws."""
    s.turn, s.acted, s.die, s.die_left = seat, 0, 0, 0
    if s.no_draw[seat]:  # SB-52 SB-A32 MOD-44  the penalty is paid now
        s.no_draw[seat] = 0
        return NOBODY
    return seat


@rule
def finish(s: State, side: int, ended: int) -> None:
    s.over, s.winner = ended, side


# The deal ------------------------------------------- SB-06..SB-11, SB-20, SB-30, MOD-03..MOD-08
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Deal a round to a state that holds its options and is zero elsewhere but for `dealt_by`."""
    start_dice(s, key, stream)
    cards.clear_table(s)
    if s.dealt_by == NOBODY:
        s.dealt_by = first_dealer(s)
    if s.stock_size == 0:
        s.stock_size = STOCK_FEW if s.seats <= FEW else STOCK_MANY  # SB-06 SB-07
    s.draw_left = s.unseen_left - s.seats * s.stock_size  # SB-11 MOD-05
    for i in range(s.seats):  # SB-A16  from the dealer's left; the last card dealt is on top
        seat = (s.dealt_by + 1 + i) % s.seats
        s.stock_left[seat] = s.stock_size
        cards.turn_up(s, seat)
    cards.fill_hand(s, start_turn(s, (s.dealt_by + 1) % s.seats))  # SB-20 MOD-19 MOD-20


@rule
def first_dealer(s: State) -> int:
    """SB-A17 SB-A45 MOD-A23 MOD-A33  Player 1, a random player, or who draws the highest card."""
    if s.dealer == Dealer.ROTATE:
        return 0
    if s.dealer == Dealer.RANDOM:
        return below(s, s.seats)
    while True:
        for seat in range(s.seats):  # `stock_top` holds the cards drawn for the deal
            if s.stock_top[seat] != NONE:
                s.stock_top[seat] = cards.pick(s, s.unseen, s.unseen_left)
                s.unseen_left -= 1
        cards.gather_cards(s)
        highest, tied, dealer = cards.WILD, 0, NOBODY
        for seat in range(s.seats):
            if s.stock_top[seat] > highest:
                highest, tied, dealer = s.stock_top[seat], 1, seat
            elif s.stock_top[seat] == highest:
                tied += 1
        if highest != cards.WILD and tied == 1:
            return dealer
        for seat in range(s.seats):  # those tied draw again; if all drew wilds, everybody does
            if s.stock_top[seat] != highest:
                s.stock_top[seat] = NONE


# Scores ------------------------------------------------- SB-39, SB-40, SB-A20, MOD-33, MOD-34
WIN_POINTS, CARD_POINTS = 25, 5


@rule
def score(s: State, out: Any) -> None:
    """Points of each seat after a round: 25, and 5 for each card left in the others' stocks."""
    left = 0
    for side in range(sides(s)):
        if side != s.winner:
            left += cards.stock_of_side(s, side)
    for seat in range(s.seats):
        won = s.winner != NOBODY and cards.side_of(s, seat) == s.winner
        out[seat] = WIN_POINTS + CARD_POINTS * left if won else 0


# Blocks: everybody has passed ----------------------------------------- SB-A14, SB-A41..SB-A43
@rule
def block(s: State) -> None:
    """SB-A14 SB-A50  Do what `on_block` says: everybody has passed in a row."""
    s.passes = 0
    if s.on_block == OnBlock.DRAW:
        finish(s, NOBODY, Ended.BLOCKED)
    elif s.on_block == OnBlock.RECYCLE_DISCARDS and not s.revived:
        recycle_discards(s)
    elif s.on_block == OnBlock.SHED_BOTTOM:
        shed_bottoms(s)
    else:
        finish(s, fewest_stock(s), Ended.BLOCKED)


@rule
def fewest_stock(s: State) -> int:
    """SB-A14 SB-A43  The side with the fewest stock cards; NOBODY if two tie."""
    best = 0
    tie = False
    for side in range(1, sides(s)):
        tie = tie or cards.stock_of_side(s, side) == cards.stock_of_side(s, best)
        if cards.stock_of_side(s, side) < cards.stock_of_side(s, best):
            best, tie = side, False
    return NOBODY if tie else best


@rule
def assign_draw_faces(s: State) -> None:
    """Draw faces for the cards of a fresh draw pile, since other cards will be mixed in."""
    if s.fresh:
        s.fresh = 0
        for _ in range(s.draw_left):
            s.draw[cards.pick(s, s.unseen, s.unseen_left)] += 1
            s.unseen_left -= 1


@rule
def recycle_discards(s: State) -> None:
    """SB-A41  Discards go to the draw pile; the next block without a build ends the round."""
    s.revived = 1
    if no_discards(s):  # SB-A56  the draw pile, and what is known of it, stay as they are
        return
    known = s.draw_left == 0  # everybody sees what goes in, and there is nothing else in it
    assign_draw_faces(s)
    cards.forget_draw_pile(s)
    for seat in range(s.seats):
        for own in range(cards.PILES):
            while s.discard_top[seat, own] != cards.NO_SLOT:
                face = cards.pop_discard(s, seat, own)
                s.draw[face] += 1
                s.draw_left += 1
                s.recycled[face] += known


@rule
def no_discards(s: State) -> bool:
    """Whether nobody has a discard pile."""
    for seat in range(s.seats):
        for own in range(cards.PILES):
            if s.discard_top[seat, own] != cards.NO_SLOT:
                return False
    return True


@rule
def shed_bottoms(s: State) -> None:
    """SB-A42  The bottom card of each stock goes to the draw pile."""
    assign_draw_faces(s)
    cards.forget_draw_pile(s)  # nobody has seen what goes in
    winner, emptied = NOBODY, 0
    for seat in range(s.seats):
        if s.stock_left[seat] > 0:
            s.draw[take_bottom(s, seat)] += 1
            s.draw_left += 1
    for side in range(sides(s)):
        if cards.stock_of_side(s, side) == 0:
            winner, emptied = side, emptied + 1
    if emptied > 0:
        finish(s, winner if emptied == 1 else NOBODY, Ended.BLOCKED)


@rule
def take_bottom(s: State, seat: int) -> int:
    s.stock_left[seat] -= 1
    if s.under_left[seat] > 0:
        return cards.take_under(s, seat, s.under_left[seat] - 1)
    if s.stock_left[seat] > 0:
        s.unseen_left -= 1
        return cards.pick(s, s.unseen, s.unseen_left + 1)
    face = s.stock_top[seat]
    s.stock_top[seat] = NONE
    return face
