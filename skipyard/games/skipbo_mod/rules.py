"""The rules of Skip-Bo MOD: Skip-Bo with another deck and a die. Only what differs is here."""

from enum import IntEnum
from typing import Any

from skipyard.core import NOBODY, NONE, below, row_numbers, rule, table, wide
from skipyard.games.skipbo import actions, cards
from skipyard.games.skipbo import rules as skipbo
from skipyard.games.skipbo.actions import OWN, PARTNER, Kind, No
from skipyard.games.skipbo.cards import State
from skipyard.games.skipbo.referee import is_referee
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
LONGEST = skipbo.LONGEST
score, sides, sound = skipbo.score, skipbo.sides, skipbo.sound  # MOD-33 MOD-34
STOCK, SHORT_STOCK = 15, 10  # MOD-03 MOD-60


# The die --------------------------------------------------------------- MOD-16..MOD-18, MOD-47..53
class Face(IntEnum):
    """What the die shows; the six faces are equally likely."""

    NOT_ROLLED = 0
    LOW = 1  # MOD-47  1 to 4
    MIDDLE = 2  # MOD-48  5 to 8
    HIGH = 3  # MOD-49  9 to 12
    WILD = 4  # MOD-50  1 to 12
    DISCARD_TWO = 5  # MOD-51
    OPPONENT_DRAWS = 6  # MOD-53


DIE_FACES = 6
STANDS_FOR = table("low high", [(0, 0), (1, 4), (5, 8), (9, 12), (1, 12)])  # by Face

ACTIONS = table(
    actions.COLUMNS,
    actions.ROWS
    + [(*row[:4], 1) for row in actions.ROWS if row[0] <= Kind.DISCARD]  # a stand-in first; MOD-51
    + [(Kind.OPPONENT_DRAWS, OWN, 0, seat, 1) for seat in range(cards.SEATS)],
)
HAND_AFTER = row_numbers(ACTIONS, "source target", kind=Kind.HAND, die=1)
STOCK_AFTER = row_numbers(ACTIONS, "owner target", kind=Kind.STOCK, die=1)
PILE_AFTER = row_numbers(ACTIONS, "owner source target", kind=Kind.PILE, die=1)
DIE_DISCARD_ON = row_numbers(ACTIONS, "source target", kind=Kind.DISCARD, die=1)
DRAWS = row_numbers(ACTIONS, "target", kind=Kind.OPPONENT_DRAWS)


@rule
def roll(s: State) -> None:
    """MOD-16 MOD-20 MOD-29 MOD-A19  Roll at the start of a turn, once the hand is filled."""
    s.die = 1 + below(s, DIE_FACES)
    s.die_left = 2 if s.die == Face.DISCARD_TWO else 1  # MOD-18 MOD-A10  two discards are one use
    s.reveals += 1


# The die as a stand-in --------------------------------- MOD-22, MOD-25, MOD-27, MOD-54..MOD-56
@rule
def refuse_die(s: State, pile: int) -> int:
    """MOD-22 MOD-A06  Why the die cannot be the number that a series needs; No.OK if it can."""
    if s.die > Face.WILD:
        return No.DIE_IS_ACTION
    needed = s.height[pile] + 1
    if STANDS_FOR[s.die].low <= needed <= STANDS_FOR[s.die].high:
        return No.OK
    return No.DIE_RANGE


@rule
def refuse_follow_up(s: State, card: int, pile: int) -> int:
    """MOD-27 MOD-54 MOD-A04  Why a card cannot follow the die; a real card must, at once."""
    after = s.height[pile] + 2
    if after > s.top:  # MOD-56 MOD-A07 MOD-A09  the die ends the series, the card starts a new one
        return No.OK if card == cards.WILD or card == 1 else No.NOT_AFTER_TWELVE
    if card == cards.WILD:  # SB-A49  the die separates two wilds
        return No.WILD_AS_12 if after == s.top and not s.wild_as_12 else No.OK  # MOD-A30
    return No.OK if card == after else No.NOT_FOLLOW_UP  # MOD-55


@rule
def stand_in(s: State, move: Any) -> int:
    """MOD-17 MOD-A03  The die and the card that follows it are one move."""
    pile = move.target
    s.dies[pile] |= cards.BIT[s.height[pile]]
    s.height[pile] += 1
    if s.height[pile] == s.top:
        cards.set_aside(s, pile)
    s.die_left = 0
    return skipbo.build(s, move)  # MOD-A05 MOD-A25  from any source, the partner's too


# The die as an action -------------------------------------------------------- MOD-51..MOD-53
@rule
def die_discard(s: State, move: Any) -> int:
    """MOD-51 MOD-52 MOD-A11  Make an extra discard on an own pile; the turn goes on."""
    skipbo.discard(s, move)
    s.die_left -= 1
    return s.turn if s.hand_left[s.turn] == 0 and s.redraw_after_discard else NOBODY  # MOD-A12


@rule
def refuse_draws(s: State, seat: int) -> int:
    """MOD-53 MOD-A14 MOD-A17  Why a player cannot be made to draw; No.OK if they can."""
    if s.die != Face.OPPONENT_DRAWS:
        return No.NOT_OPPONENT_DRAWS
    if seat >= s.seats:
        return No.NO_SUCH_PLAYER
    if cards.side_of(s, seat) == cards.side_of(s, s.turn):
        return No.NOT_AN_OPPONENT
    if s.stock_left[seat] == 0 and not s.may_reopen_stock:
        return No.STOCK_FINISHED
    return No.OK


@rule
def opponent_draws(s: State, seat: int) -> None:
    """MOD-53 MOD-A16 MOD-A18  Put the top of the draw pile under their stock, unseen."""
    s.die_left = 0
    if cards.draw_under_stock(s, seat):  # MOD-A32  nothing happens if there is no card anywhere
        s.acted = 1  # MOD-A34 SB-A55


# Legal moves ----------------------------------------------------------- MOD-17, MOD-18, MOD-26
@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if not move.die:  # MOD-26 MOD-A15  the roll may be left unused
        return skipbo.verdict(s, move)
    if s.over:
        return No.OVER
    if s.die_left == 0:  # MOD-18
        return No.DIE_USED
    if move.kind == Kind.OPPONENT_DRAWS:
        return refuse_draws(s, move.target)
    if move.kind == Kind.DISCARD and s.die != Face.DISCARD_TWO:
        return No.NOT_DISCARD_TWO
    card = skipbo.card_of(s, move)
    if move.kind == Kind.DISCARD:
        if card == NONE:
            return No.NOT_IN_HAND
        return No.DISCARD_WILD if card == cards.WILD and not s.discard_wild else No.OK
    refusal = refuse_die(s, move.target)  # MOD-25
    if refusal != No.OK:
        return refusal
    if card == NONE:
        return skipbo.refuse_source(s, move)
    return refuse_follow_up(s, card, move.target)


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return how many there are."""
    n = skipbo.moves(s, out)
    if s.over or s.die_left == 0:
        return n
    if s.die == Face.DISCARD_TWO:
        return skipbo.add_discards(s, DIE_DISCARD_ON, out, n)
    if s.die == Face.OPPONENT_DRAWS:
        for seat in range(s.seats):
            out[n] = DRAWS[seat]
            n += refuse_draws(s, seat) == No.OK
        return n
    return add_stand_ins(s, out, n)


@rule
def add_stand_ins(s: State, out: Any, n: int) -> int:
    """Add the moves with the die and a card that follows it, from all sources."""
    me, fits = s.turn, fitting_after_die(s)
    n = skipbo.add_builds_of(s, me, fits, STOCK_AFTER[OWN], PILE_AFTER[OWN], out, n)
    if s.teams:
        partner = cards.partner_of(s, me)
        n = skipbo.add_builds_of(
            s, partner, fits, STOCK_AFTER[PARTNER], PILE_AFTER[PARTNER], out, n
        )
    return skipbo.add_builds_of_hand(s, me, fits, HAND_AFTER, out, n)


@rule
def fitting_after_die(s: State) -> int:
    """Which series take which face after the die; packed as in `skipbo.fitting_series`."""
    fits = wide(0)
    for pile in range(cards.PILES):
        if refuse_die(s, pile) == No.OK:
            after = s.height[pile] + 2
            fits |= cards.PILE_BIT[after if after <= s.top else 1, pile]
            if s.wild_as_12 or after != s.top:
                fits |= cards.PILE_BIT[cards.WILD, pile]
    return fits


# Playing ------------------------------------------------------------------------------------------
@rule
def play(s: State, action: int) -> None:
    """Apply an action; callers have checked that it is legal."""
    cards.fill_hand(s, carry_out(s, ACTIONS[action]))
    if s.die == Face.NOT_ROLLED and not s.over:
        roll(s)


@rule
def carry_out(s: State, move: Any) -> int:
    """Apply a move; return who draws up to five cards after it, or NOBODY."""
    if not move.die:
        return skipbo.carry_out(s, move)
    if move.kind == Kind.OPPONENT_DRAWS:
        opponent_draws(s, move.target)
        return NOBODY
    return die_discard(s, move) if move.kind == Kind.DISCARD else stand_in(s, move)


@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Deal a round to a state that holds its options and is zero elsewhere but for `dealt_by`."""
    if s.stock_size == 0:
        s.stock_size = SHORT_STOCK if s.short_game else STOCK  # MOD-03 MOD-60
    skipbo.deal(s, key, stream)
    roll(s)  # MOD-20
