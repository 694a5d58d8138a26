"""Why something cannot be done with what was touched: the sentence of the rules, and its rule.

A client knows no rule. It tells what it touched; the moves that would be touched like this are put
before the rules as if they were sent, and their refusals say no more than a refused move would.
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
TRIED = 40  # moves that one question puts before the rules


class Touched(OneSeat):
    """What is held, and the ids of what was touched then: a thing, and the places it lies in."""

    held: Annotated[list[Text], Meta(max_length=MOST_HELD)] = []
    touched: Annotated[list[Text], Meta(max_length=MOST_IDS)] = []


async def why(request: Request) -> Response:
    """The commonest reason against the moves that were begun; an empty sentence where none was."""
    wanted, table = await body_of(request, Touched), await table_of(request)
    seating, language, host = seating_of(request), language_of(request), table.host
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await seating.seat_of(request, table, language, asked)
    if seat == NOBODY:
        raise problem(request, 403, "ask.not_seated")
    if not seating.seat_limit.allows(f"{table.id}:{seat}"):
        raise problem(request, 429, "ask.often")
    sentence, rule = told(host, seat, wanted.held, wanted.touched, language)
    return answer({"sentence": sentence, "rule": rule})


def told(
    host: Host, seat: int, held: list[str], touched: list[str], language: str
) -> tuple[str, str]:
    """The sentence and the rule for a seat that holds some things and touched another."""
    if host.table is None or host.phase != "playing":
        return "", ""
    meant = [
        way.action
        for way in host.game.scene.ways(host.view(seat), language)
        if len(way.touch) > len(held)
        and way.touch[: len(held)] == held
        and way.touch[len(held)] in touched
    ]
    return reason(host.table, seat, meant[:TRIED], language)


def reason(table: Table, seat: int, actions: list[int], language: str) -> tuple[str, str]:
    """Why none of these moves may be made: what most of them are refused for."""
    found: Counter[tuple[str, str]] = Counter()
    for action in actions:
        try:
            table.check(seat, action, language)
        except Refused as refused:
            found[str(refused), refused.rule] += 1
        else:
            return "", ""  # it can be done: the table has changed in the meantime
    return found.most_common(1)[0][0] if found else ("", "")


ROUTES = [Route("/api/tables/{table}/why", why, methods=["POST"])]
