"""Why a touch does nothing: the sentence of the rules, and its rule.

A client knows no rule. We check the moves that start with what was touched as if they were made, so
the answer says no more than a refused move would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from skipyard.options import Refused
from skipyard.table.table import Table

MOST_TRIED = 40  # moves checked for one question


def reason_for_touch(
    table: Table, seat: int, held: Sequence[str], touched: Collection[str], language: str
) -> tuple[str, str]:
    """The sentence and the rule for a seat that holds `held` and touched something else."""
    meant = [
        way.action
        for way in table.game.scene.ways(table.view(seat), language)
        if len(way.touch) > len(held)
        and list(way.touch[: len(held)]) == list(held)
        and way.touch[len(held)] in touched
    ]
    return reason(table, seat, meant[:MOST_TRIED], language)


def reason(table: Table, seat: int, actions: Sequence[int], language: str) -> tuple[str, str]:
    """Why none of these moves is legal: the reason of most of them."""
    reasons: Counter[tuple[str, str]] = Counter()
    for action in actions:
        try:
            table.check(seat, action, language)
        except Refused as refused:
            reasons[str(refused), refused.rule] += 1
        else:
            return "", ""  # legal: the table has changed in the meantime
    return reasons.most_common(1)[0][0] if reasons else ("", "")
