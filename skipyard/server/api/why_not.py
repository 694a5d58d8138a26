"""Why a touch does nothing: the sentence of the rules, and its rule.

A client knows no rule. It sends what was touched; we check the moves that start with these touches
as if they were sent, so the answer says no more than a refused move would.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.routes import OneSeat, Text
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.table.host import Host
from skipyard.table.table import Table

MOST_HELD, MOST_IDS = 8, 8
MOST_TRIED = 40  # moves checked for one question


class Touched(OneSeat):
    """What is held, and the ids of what was touched then: a thing, and the places it lies in."""

    held: Annotated[list[Text], Meta(max_length=MOST_HELD)] = []
    touched: Annotated[list[Text], Meta(max_length=MOST_IDS)] = []


async def why(request: Request) -> Response:
    """The most common reason against the moves that were begun; empty where there are none."""
    wanted, table = await body_of(request, Touched), await table_of(request)
    seating, language, host = seating_of(request), language_of(request), table.host
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await seating.seat_of(request, table, language, asked)
    if seat == NOBODY:
        raise problem(request, 403, "ask.not_seated")
    if not seating.seat_limit.allows(f"{table.id}:{seat}"):
        raise problem(request, 429, "ask.often")
    sentence, rule = reason_for_touch(host, seat, wanted.held, wanted.touched, language)
    return answer({"sentence": sentence, "rule": rule})


def reason_for_touch(
    host: Host, seat: int, held: list[str], touched: list[str], language: str
) -> tuple[str, str]:
    """The sentence and the rule for a seat that holds `held` and touched something else."""
    if host.table is None or host.phase != "playing":
        return "", ""
    meant = [
        way.action
        for way in host.game.scene.ways(host.view(seat), language)
        if len(way.touch) > len(held)
        and way.touch[: len(held)] == held
        and way.touch[len(held)] in touched
    ]
    return reason(host.table, seat, meant[:MOST_TRIED], language)


def reason(table: Table, seat: int, actions: list[int], language: str) -> tuple[str, str]:
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


ROUTES = [Route("/api/tables/{table}/why", why, methods=["POST"])]
