"""The rules of Skip or Trip: which moves are legal, and what they do.

board.py has the state and the tokens, cards.py the cards, ending.py the end of turns and of games.
"""

from typing import Any

from skipyard.core import NOBODY, NONE, below, rule, start_dice, wide
from skipyard.games.skip_or_trip import actions, board, cards, trips
from skipyard.games.skip_or_trip.actions import ACTIONS, Kind, No
from skipyard.games.skip_or_trip.board import AllowPass, Ended, State, Step, sides
from skipyard.games.skip_or_trip.ending import end_turn, places, score
from skipyard.games.skip_or_trip.integrity import sound
from skipyard.games.skip_or_trip.view import View, imagine, observe

__all__ = [
    "ACTIONS",
    "LONGEST",
    "VERSION",
    "Ended",
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

VERSION = 3
# The most actions that a game can have, with any options. Cards never come back (ST-24), so at most
# 108 are played, each in at most four actions (trip, token, card, end), and at most 104 passes draw
# a card. In all other turns nothing moves and nothing is drawn. A whole round of those starts the
# endgame (ST-A53); in the endgame it takes off tokens of the side that is last alone (ST-A24), of
# all who tie (ST-A52) or of a mover who ties (ST-A66), since everybody has a turn in it. Such turns
# come in rows of at most 6, separated by at most 212 turns that move or draw, the start of the
# endgame and 11 losses of tokens (a 12th ends the game). That makes 225 rows, and
# 4 * 108 + 104 + 6 * 225 = 1886.
LONGEST = 1886


# The deal ------------------------------------------------------------- ST-02, ST-A02, ST-A55
@rule
def deal(s: State, key: Any, stream: int) -> None:
    """Deal a game to a state that holds its options and is zero elsewhere."""
    start_dice(s, key, stream)
    s.winner, s.target = NOBODY, NONE
    for side in range(board.SEATS):
        for token in range(board.TOKENS):
            there = side < sides(s) and token < board.tokens_at_first(s)
            s.token[side, token] = board.START if there else NONE
    s.first = s.first_player - 1 if s.first_player else below(s, s.seats)  # ST-A02 ST-A55
    s.turn = s.first
    cards.deal_hands(s)
    s.endgame = s.deck_left == 0  # ST-A65


# The cards of a trip ----------------------------------------------------------- ST-11, ST-A06
@rule
def refuse_card(s: State, card: int, have: int) -> int:
    """ST-11 ST-A06  Why a held card does not help to complete the trip; No.OK if it does."""
    rest = cards.REST[s.need, s.faces[card]]
    if rest == cards.NOT_PART:
        return No.NO_PART
    if rest == 0 or cards.can_match(rest, cards.without_card(have, s.faces[card])):
        return No.OK
    return No.DEAD_END


# Skips and passes ------------------------------------------- ST-09, ST-10, ST-15, ST-A03, ST-A16
@rule
def refuse_skip(s: State, card: int, token: int) -> int:
    """Why a held card cannot be used for a skip; No.OK if it can."""
    me = board.side_of(s, s.turn)
    if s.token[me, token] == NONE:  # ST-36 ST-A36 ST-A43
        return No.NO_SUCH_TOKEN
    pips = cards.NUMBER_OF[card] + 1
    if not s.wasted_skip or board.can_advance(s, me, token, pips):
        return No.OK
    reaches = wide(s.token[me, token]) + pips  # ST-A16 ST-A64  wasted_skip: forbid
    return No.NOT_WINNING if reaches == board.GOAL else No.TOO_LARGE


@rule
def can_skip(s: State, moving: bool) -> bool:
    """Whether a skip is legal; with `moving`, whether one also moves its token."""
    me = board.side_of(s, s.turn)
    for number in range(board.NUMBERS):
        if s.hand[s.turn, number]:
            for token in range(board.TOKENS):
                if s.token[me, token] != NONE and (
                    (not moving and not s.wasted_skip)
                    or board.can_advance(s, me, token, number + 1)
                ):
                    return True
    return False


@rule
def refuse_pass(s: State) -> int:
    """ST-A03 ST-A54  Why a player may not pass; No.OK if they may."""
    if s.allow_pass == AllowPass.TRUE:
        return No.OK
    acts = can_skip(s, s.allow_pass == AllowPass.ONLY_IF_STUCK)
    if not acts and not trips.can_trip(s, cards.show_of(s, s.turn)):
        return No.OK
    return No.MUST_ACT if s.allow_pass == AllowPass.FALSE else No.NOT_STUCK


# Legal moves ------------------------------------------------------------------------------------
@rule
def verdict(s: State, move: Any) -> int:
    """No.OK, or why the move is refused."""
    if s.over:
        return No.OVER
    if s.step == Step.MOVE:
        return verdict_on_move(s, move)
    if s.step == Step.TOKEN and move.kind == Kind.LAY:
        return No.TOKEN_FIRST
    if s.step == Step.TOKEN and move.kind == Kind.WITH:  # ST-A36  both are on the track
        return No.OK
    if s.step == Step.CARDS and move.kind == Kind.WITH:
        return No.NOTHING_TO_CHOOSE
    if move.kind != Kind.LAY:  # ST-A49
        return No.IN_TRIP
    if not cards.holds(s.hand[s.turn], move.card):
        return No.NOT_IN_HAND
    return refuse_card(s, move.card, cards.show_of(s, s.turn))


@rule
def verdict_on_move(s: State, move: Any) -> int:
    if move.kind == Kind.TRIP:
        return trips.refuse_target(s, move.side, move.token, cards.show_of(s, s.turn))
    if move.kind == Kind.WITH or move.kind == Kind.LAY:
        return No.NO_TRIP_BEGUN
    if move.kind == Kind.END:
        return No.OK if s.tripped else No.NOT_TRIPPED  # ST-14 ST-A59
    if s.tripped:  # ST-15
        return No.SKIP_AFTER_TRIP if move.kind == Kind.SKIP else No.PASS_AFTER_TRIP
    if move.kind == Kind.PASS:
        return refuse_pass(s)
    if not cards.holds(s.hand[s.turn], move.card):
        return No.NOT_IN_HAND
    return refuse_skip(s, move.card, move.token)


@rule
def moves(s: State, out: Any) -> int:
    """Write the legal actions of the player on turn to `out`; return how many there are."""
    if s.over:
        return 0
    if s.step == Step.TOKEN:
        out[0], out[1] = actions.WITH_TOKEN[0], actions.WITH_TOKEN[1]
        return 2
    me, skips, have = board.side_of(s, s.turn), 0, wide(0)
    for token in range(board.TOKENS):
        if s.token[me, token] != NONE:
            skips, have = add_skips(s, me, token, out, skips)
    if s.step == Step.CARDS:
        return add_cards(s, have, out)
    n = add_trips(s, have, out, skips)
    if s.tripped:
        out[n] = actions.END_TURN
        n += 1
    elif (
        s.allow_pass == AllowPass.TRUE
        or n == 0
        or (s.allow_pass == AllowPass.ONLY_IF_STUCK and n == skips and not can_skip(s, True))
    ):  # ST-A03 ST-A54
        out[n] = actions.PASS_TURN
        n += 1
    return n


@rule
def add_cards(s: State, have: int, out: Any) -> int:
    n, number, faces, left = 0, 0, wide(0), cards.numbers_in(s.hand[s.turn])
    while left | faces:
        number, faces, left = cards.next_faces(s.hand[s.turn], number, faces, left)
        card = number * board.FACES + cards.LOWEST[faces]
        faces &= faces - 1
        out[n] = actions.LAY_CARD[card]
        n += refuse_card(s, card, have) == No.OK
    return n


@rule
def add_trips(s: State, have: int, out: Any, n: int) -> int:
    for side in range(s.seats):
        for token in range(board.TOKENS):
            if trips.refuse_target(s, side, token, have) == No.OK:
                out[n] = actions.TRIP_OF[side, token]
                n += 1
    return n


@rule
def add_skips(s: State, me: int, token: int, out: Any, n: int) -> Any:
    """Add the skips of one token; return the count of moves, and what the hand can show."""
    may_skip = s.step == Step.MOVE and not s.tripped  # ST-15 ST-A49
    have, number, faces, left = wide(0), 0, wide(0), cards.numbers_in(s.hand[s.turn])
    while left | faces:
        number, faces, left = cards.next_faces(s.hand[s.turn], number, faces, left)
        card = number * board.FACES + cards.LOWEST[faces]
        faces &= faces - 1
        have = cards.with_card(have, s.faces[card])
        out[n] = actions.SKIP_WITH[card, token]
        n += may_skip and (not s.wasted_skip or board.can_advance(s, me, token, number + 1))
    return n, have


# Playing a move ------------------------------------------------- ST-10..ST-15, ST-A05, ST-A49
@rule
def play(s: State, action: int) -> None:
    """Apply an action; callers have checked that it is legal."""
    if act(s, action):
        end_turn(s)


@rule
def act(s: State, action: int) -> bool:
    """Apply an action up to the end of the turn; return whether the turn ends with it."""
    move = ACTIONS[action]
    ends = move.kind == Kind.END or move.kind == Kind.PASS
    if move.kind == Kind.SKIP:
        skip(s, move.card, move.token)
        ends = not s.over  # ST-A05 ST-33
    elif move.kind == Kind.TRIP:
        begin_trip(s, move.side, move.token)
    elif move.kind == Kind.WITH:
        s.own_token, s.step = move.token, Step.CARDS
    elif move.kind == Kind.LAY:
        lay(s, move.card)
        if s.need == 0:
            trip(s)
            ends = not s.over and not trips.can_trip(s, cards.show_of(s, s.turn))  # ST-A59
    return ends


@rule
def skip(s: State, card: int, token: int) -> None:
    """ST-10 ST-A33  Play a card, black side up: its symbols stay hidden unless `reveal_skipped`."""
    cards.take(s.hand[s.turn], card)
    if s.reveal_skipped:
        cards.put(s.shown, card)
        s.reveals += 1
    else:
        cards.put(s.down[s.turn], card)
    board.advance(s, board.side_of(s, s.turn), token, cards.NUMBER_OF[card] + 1)


@rule
def begin_trip(s: State, side: int, token: int) -> None:
    """ST-A07 ST-A49  Choose the target; with two own tokens, choosing one is next (ST-A36)."""
    me = board.side_of(s, s.turn)
    s.target, s.target_token = side, token
    s.need, s.pips = s.squares[s.token[side, token]], 0
    if s.token[me, 0] != NONE and s.token[me, 1] != NONE:
        s.step = Step.TOKEN
    else:
        s.own_token, s.step = s.token[me, 0] == NONE, Step.CARDS


@rule
def lay(s: State, card: int) -> None:
    """ST-11  Play a card for a trip, white side up for all to see."""
    cards.take(s.hand[s.turn], card)
    cards.put(s.in_play, card)
    s.need = cards.REST[s.need, s.faces[card]]
    s.pips += cards.NUMBER_OF[card] + 1
    s.reveals += 1


@rule
def trip(s: State) -> None:
    """ST-12 ST-13 ST-29 ST-30 ST-31  Move the target back, then the own token forward."""
    board.retreat(s, s.target, s.target_token, s.pips)
    board.advance(s, board.side_of(s, s.turn), s.own_token, s.pips)
    s.tripped, s.step, s.target, s.target_token, s.own_token, s.pips = 1, Step.MOVE, NONE, 0, 0, 0
    if s.over:  # ST-A58  nothing is drawn
        cards.discard_played(s)
