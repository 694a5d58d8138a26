"""Why a touch does nothing: the sentence of the rules, and its rule.

A client knows no rule. It sends what was touched; we check the moves that start with these touches
as if they were sent, so the answer says no more than a refused move would.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.routes import OneSeat, Text
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.table import why_not
from skipyard.table.host import Host

MOST_HELD, MOST_IDS = 8, 8


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
    return why_not.reason_for_touch(host.table, seat, held, touched, language)


ROUTES = [Route("/api/tables/{table}/why", why, methods=["POST"])]
