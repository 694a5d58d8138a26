"""What a Skip-Bo MOD seat sees, as a vector: all of Skip-Bo's features, then the die's."""

from typing import Any

from skipyard.core import rule
from skipyard.games.feature_layout import firsts, lay_out, mark, mark_bits, size_of
from skipyard.games.skipbo import features as skipbo
from skipyard.games.skipbo.cards import PILES, TOP
from skipyard.games.skipbo_mod.rules import DIE_FACES, View

FEATURES = lay_out(
    ("die", DIE_FACES, 1, "the face rolled: 1-4, 5-8, 9-12, wild, discard two, opponent draws"),
    ("die_left", 1, 2, "uses of the die that are left"),
    ("dies", PILES * TOP, 1, "by series and level: the die stood in there"),
    ("short_game", 1, 1, "option"),
    ("redraw_after_discard", 1, 1, "option"),
    ("may_reopen_stock", 1, 1, "option"),
    after=skipbo.FEATURES,
)
SIZE = size_of(FEATURES)
HISTORY = skipbo.HISTORY
At = firsts(FEATURES)
shared = skipbo.features


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what is in a view."""
    shared(v, out)
    if v.die > 0:
        mark(out, At.DIE, v.die - 1)
    out[At.DIE_LEFT] = v.die_left
    for pile in range(PILES):
        mark_bits(out, At.DIES + TOP * pile, v.dies[pile], TOP)
    out[At.SHORT_GAME], out[At.MAY_REOPEN_STOCK] = v.short_game, v.may_reopen_stock
    out[At.REDRAW_AFTER_DISCARD] = v.redraw_after_discard
