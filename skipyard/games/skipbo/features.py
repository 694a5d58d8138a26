"""What a Skip-Bo seat sees, as a vector (games/feature_layout.py); the viewer comes first.

Skip-Bo MOD adds its die.
"""

from typing import Any

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
from skipyard.games.skipbo.cards import FACES, HAND, PILES, SEATS, SLOTS, TOP, side_of
from skipyard.games.skipbo.view import View

MOST_OF_A_FACE, MOST_STOCK, MOST_PASSES = 28, 30, 18
ON_BLOCK, PENALTY_PLACES = 4, 3

FEATURES = lay_out(
    ("me", SEATS, 1, "my seat, as actions that name players count them"),
    ("seats", SEATS, 1, "a mark for each player at the table"),
    ("turn", SEATS, 1, "whose turn it is"),
    ("dealt_by", SEATS, 1, "who dealt"),
    ("won", SEATS, 1, "who has won"),
    ("over", 1, 1, "the round is over"),
    ("hand", FACES, HAND, "how many of each face I hold: Skip-Bo, 1 to 12"),
    ("hand_left", SEATS, HAND, "cards in each hand"),
    ("stock_top", SEATS * FACES, 1, "by player: the face on top of the stock"),
    ("stock_left", SEATS, SLOTS, "cards in each stock"),
    ("discard_top", SEATS * PILES * FACES, 1, "by player and pile: the face on top"),
    ("discard_next", PILES * FACES, 1, "by pile of mine: the face under the top, where it is open"),
    ("discard_left", SEATS * PILES, SLOTS, "by player and pile: cards in it"),
    ("discards", SEATS * FACES, MOST_OF_A_FACE, "by player: open faces in all their piles"),
    ("height", PILES * TOP, 1, "by series: the number it needs, from 1"),
    ("wilds", PILES * TOP, 1, "by series and level: a Skip-Bo lies there"),
    ("spent", FACES, MOST_OF_A_FACE, "faces in completed series that wait"),
    ("recycled", FACES, MOST_OF_A_FACE, "faces that everybody saw go into the draw pile"),
    ("drew", FACES, MOST_OF_A_FACE, "faces that I drew from that pile"),
    ("draw_left", 1, SLOTS, "cards in the draw pile"),
    ("acted", 1, 1, "a card was played in this turn"),
    ("passes", 1, MOST_PASSES, "turns in a row without a card"),
    ("revived", 1, 1, "discards were recycled and nothing was built since"),
    ("no_draw", SEATS, 1, "who does not draw at the next turn"),
    ("deck", FACES, MOST_OF_A_FACE, "faces in the whole deck"),
    ("stock_size", 1, MOST_STOCK, "cards that each stock had"),
    ("teams", 1, 1, "partners sit opposite"),
    ("must_play", 1, 1, "option"),
    ("discard_wild", 1, 1, "option"),
    ("wild_on_wild", 1, 1, "option"),
    ("wild_as_12", 1, 1, "option"),
    ("show_discards", 1, 1, "option: only the tops are open"),
    ("referee", 1, 1, "option"),
    ("on_block", ON_BLOCK, 1, "option: fewest_stock, draw, recycle_discards, shed_bottom"),
    ("penalty_place", PENALTY_PLACES, 1, "option: bottom, shuffle, by act"),
)
SIZE = size_of(FEATURES)
HISTORY = "the order of cards deep in the discard piles"
At = firsts(FEATURES)


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what is in a view."""
    mark_seats(v, out)
    mark_options(v, out)
    for i in range(HAND):
        if v.hand[i] != NONE:
            out[At.HAND + wide(v.hand[i])] += 1
    for step in range(v.seats):
        seat = seat_after(v.me, step, v.seats)
        out[At.HAND_LEFT + step] = v.hand_left[seat]
        out[At.STOCK_LEFT + step] = v.stock_left[seat]
        out[At.NO_DRAW + step] = v.no_draw[seat]
        if v.stock_top[seat] != NONE:
            mark(out, At.STOCK_TOP + FACES * step, v.stock_top[seat])
    mark_discards(v, out)
    for pile in range(PILES):
        mark(out, At.HEIGHT + TOP * pile, v.height[pile])
        mark_bits(out, At.WILDS + TOP * pile, v.wilds[pile], TOP)
    for face in range(FACES):
        out[At.SPENT + face] = v.spent[face]
        out[At.RECYCLED + face] = v.recycled[face]
        out[At.DREW + face] = v.drew[face]
        out[At.DECK + face] = v.deck[face]
    out[At.DRAW_LEFT], out[At.ACTED] = v.draw_left, v.acted
    out[At.PASSES], out[At.REVIVED] = v.passes, v.revived


@rule
def mark_seats(v: View, out: Any) -> None:
    """Mark the seats: whose turn, who dealt, who won."""
    if v.me != NOBODY:
        mark(out, At.ME, v.me)
    for step in range(v.seats):
        seat = seat_after(v.me, step, v.seats)
        out[At.SEATS + step] = 1
        if v.over and v.winner != NOBODY and side_of(v, seat) == v.winner:
            out[At.WON + step] = 1
    mark(out, At.TURN, steps_to(v.me, v.turn, v.seats))
    if v.dealt_by != NOBODY:
        mark(out, At.DEALT_BY, steps_to(v.me, v.dealt_by, v.seats))
    out[At.OVER] = v.over != 0


@rule
def mark_options(v: View, out: Any) -> None:
    out[At.STOCK_SIZE], out[At.TEAMS] = v.stock_size, v.teams
    out[At.MUST_PLAY], out[At.DISCARD_WILD] = v.must_play, v.discard_wild
    out[At.WILD_ON_WILD], out[At.WILD_AS_12] = v.wild_on_wild, v.wild_as_12
    out[At.SHOW_DISCARDS], out[At.REFEREE] = v.show_discards, v.referee
    mark(out, At.ON_BLOCK, v.on_block)
    mark(out, At.PENALTY_PLACE, v.penalty_place)


@rule
def mark_discards(v: View, out: Any) -> None:
    """Mark tops, sizes and open faces of all discard piles."""
    at = wide(0)
    for seat in range(v.seats):
        step = steps_to(v.me, seat, v.seats)
        for own in range(PILES):
            left = wide(v.discard_left[seat, own])
            out[At.DISCARD_LEFT + PILES * step + own] = left
            if left > 0:
                mark(out, At.DISCARD_TOP + FACES * (PILES * step + own), v.discard_top[seat, own])
            if left > 1 and step == 0 and v.discards[at + 1] != NONE:
                mark(out, At.DISCARD_NEXT + FACES * own, v.discards[at + 1])
            for i in range(at, at + left):
                if v.discards[i] != NONE:
                    out[At.DISCARDS + FACES * step + wide(v.discards[i])] += 1
            at += left
