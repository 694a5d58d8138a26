"""What a Skip or Trip seat sees, as a vector (games/feature_layout.py); viewer and side come first.

Cards are numbered as in actions. The symbols of cards and squares depend on the table's symbol set;
the features have those of my hand and of the squares under tokens, not the whole set.
"""

from typing import Any

import numpy as np

from skipyard.core import NOBODY, NONE, rule, wide
from skipyard.games.feature_layout import (
    firsts,
    lay_out,
    mark,
    mark_bits,
    seat_after,
    size_of,
    steps_to,
)
from skipyard.games.skip_or_trip.board import (
    CARDS,
    FACES,
    GOAL,
    NUMBERS,
    SEATS,
    TOKENS,
    Step,
    side_of,
    sides,
)
from skipyard.games.skip_or_trip.cards import LOWEST
from skipyard.games.skip_or_trip.signs import CARD_SIGNS, GROUPS, ON_SQUARE, SYMBOLS
from skipyard.games.skip_or_trip.view import View

SYMBOL_COUNT = np.array(  # of each sign
    [[group.count(symbol) for symbol in range(SYMBOLS)] for group in GROUPS], np.uint8
)
MOST_PIPS, MOST_IDLE, STEPS, VARIANTS, PASSES, CUTS, TIES = NUMBERS * ON_SQUARE, 127, 3, 3, 3, 3, 3

FEATURES = lay_out(
    ("me", SEATS, 1, "my seat, as actions count sides"),
    ("seats", SEATS, 1, "a mark for each player at the table"),
    ("turn", SEATS, 1, "whose turn it is"),
    ("first", SEATS, 1, "who began"),
    ("won", SEATS, 1, "by side: it has won"),
    ("over", 1, 1, "the game is over"),
    ("square", SEATS * TOKENS, GOAL, "by side and token: the square it stands on"),
    ("on_track", SEATS * TOKENS, 1, "by side and token: it is on the track"),
    ("under", SEATS * TOKENS * SYMBOLS, ON_SQUARE, "by side and token: symbols of its square"),
    ("quit_at", SEATS, SEATS, "by side: as the how-manieth it quit; 0 where it plays"),
    ("hand", CARDS, 1, "cards that I hold"),
    ("hand_signs", CARD_SIGNS - 1, CARDS, "cards of mine by sign: one symbol, then pairs"),
    ("down", CARDS, 1, "cards that I discarded face down"),
    ("shown", CARDS, 1, "open discards"),
    ("in_play", CARDS, 1, "cards laid in this turn"),
    ("numbers", SEATS * NUMBERS, FACES, "by player: cards of each number in hand"),
    ("numbers_down", SEATS * NUMBERS, FACES, "by player: cards of each number discarded face down"),
    ("deck_left", 1, CARDS, "cards in the deck"),
    ("top", NUMBERS, 1, "the number on top of the deck"),
    ("step", STEPS, 1, "what is chosen next: a move, the token of a trip, its cards"),
    ("target", SEATS * TOKENS, 1, "by side and token: it is being tripped"),
    ("own_token", TOKENS, 1, "the own token that the trip moves, once cards are laid"),
    ("need", SYMBOLS, ON_SQUARE, "symbols that the trip still needs"),
    ("pips", 1, MOST_PIPS, "numbers laid for the trip"),
    ("tripped", 1, 1, "this turn has tripped"),
    ("moved", 1, 1, "this turn has moved a token"),
    ("idle", 1, MOST_IDLE, "turns in a row in which nothing happened"),
    ("endgame", 1, 1, "the endgame has begun"),
    ("variant", VARIANTS, 1, "option: basic, advanced, team"),
    ("mercy", 1, 1, "option"),
    ("allow_pass", PASSES, 1, "option: true, false, only_if_stuck"),
    ("wasted_skip", 1, 1, "option: forbidden"),
    ("reveal_skipped", 1, 1, "option"),
    ("hand_limit", 1, CARDS, "option; 0: none"),
    ("removed_cards", 1, CARDS, "option, plus one; 0: as the book says"),
    ("cut", CUTS, 1, "option: plain, half, random"),
    ("house_rules", 1, 1, "option"),
    ("endgame_first_check", 1, 1, "option: same"),
    ("endgame_reading", 1, 1, "option: mover"),
    ("last_tie", TIES, 1, "option: none_quits, all_quit, mover_quits"),
    ("adv_elimination", 1, 1, "option: token"),
)
SIZE = size_of(FEATURES)
At = firsts(FEATURES)


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what is in a view."""
    mark_seats(v, out)
    mark_sides(v, out)
    mark_cards(v, out)
    mark_turn(v, out)
    mark_options(v, out)


@rule
def mark_seats(v: View, out: Any) -> None:
    """Mark the seats, and count the numbers that everybody holds."""
    if v.me != NOBODY:
        mark(out, At.ME, v.me)
    for step in range(v.seats):
        seat = seat_after(v.me, step, v.seats)
        out[At.SEATS + step] = 1
        for number in range(NUMBERS):
            out[At.NUMBERS + NUMBERS * step + number] = v.numbers[seat, number]
            out[At.NUMBERS_DOWN + NUMBERS * step + number] = v.numbers_down[seat, number]
    mark(out, At.TURN, steps_to(v.me, v.turn, v.seats))
    mark(out, At.FIRST, steps_to(v.me, v.first, v.seats))


@rule
def mark_sides(v: View, out: Any) -> None:
    """Mark tokens, the symbols under them, and who has quit or won, my side first."""
    mine = wide(0) if v.me == NOBODY else wide(side_of(v, v.me))
    for step in range(sides(v)):
        side = seat_after(mine, step, sides(v))
        out[At.QUIT_AT + step] = v.quit_at[side]
        out[At.WON + step] = v.over != 0 and v.winner == side
        for token in range(TOKENS):
            square = v.token[side, token]
            if square != NONE:
                at = TOKENS * step + token
                out[At.SQUARE + at] = square
                out[At.ON_TRACK + at] = 1
                count_symbols(v.squares[square], out, At.UNDER + SYMBOLS * at)
    if v.step != Step.MOVE:
        at = TOKENS * steps_to(mine, v.target, sides(v))
        mark(out, At.TARGET + at, v.target_token)


@rule
def count_symbols(sign: int, out: Any, at: int) -> None:
    for symbol in range(SYMBOLS):
        out[at + symbol] = SYMBOL_COUNT[sign, symbol]


@rule
def mark_cards(v: View, out: Any) -> None:
    """Mark my cards and the open ones, and count the symbols on mine."""
    for number in range(NUMBERS):
        at = FACES * number
        mark_bits(out, At.HAND + at, v.hand[number], FACES)
        mark_bits(out, At.DOWN + at, v.down[number], FACES)
        mark_bits(out, At.SHOWN + at, v.shown[number], FACES)
        mark_bits(out, At.IN_PLAY + at, v.in_play[number], FACES)
        faces = wide(v.hand[number])
        while faces:
            out[At.HAND_SIGNS + wide(v.faces[at + LOWEST[faces]]) - 1] += 1
            faces &= faces - 1
    out[At.DECK_LEFT] = v.deck_left
    if v.top > 0:
        mark(out, At.TOP, v.top - 1)


@rule
def mark_turn(v: View, out: Any) -> None:
    """Mark how far the turn and the game are."""
    mark(out, At.STEP, v.step)
    if v.step == Step.CARDS:
        mark(out, At.OWN_TOKEN, v.own_token)
    count_symbols(v.need, out, At.NEED)
    out[At.OVER], out[At.PIPS], out[At.TRIPPED] = v.over != 0, v.pips, v.tripped
    out[At.MOVED], out[At.IDLE], out[At.ENDGAME] = v.moved, v.idle, v.endgame


@rule
def mark_options(v: View, out: Any) -> None:
    mark(out, At.VARIANT, v.variant)
    mark(out, At.ALLOW_PASS, v.allow_pass)
    mark(out, At.CUT, v.cut)
    mark(out, At.LAST_TIE, v.last_tie)
    out[At.MERCY], out[At.WASTED_SKIP] = v.mercy, v.wasted_skip
    out[At.REVEAL_SKIPPED], out[At.HAND_LIMIT] = v.reveal_skipped, v.hand_limit
    out[At.REMOVED_CARDS], out[At.HOUSE_RULES] = v.removed_cards + 1, v.house_rules
    out[At.ENDGAME_FIRST_CHECK] = v.endgame_first_check
    out[At.ENDGAME_READING], out[At.ADV_ELIMINATION] = v.endgame_reading, v.adv_elimination
