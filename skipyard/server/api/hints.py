"""Hints: what a good bot would do, for the seat that is to move."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.bots import ADVISER
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.routes import OneSeat
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.server.sentences import say
from skipyard.server.workers.compiling import stand_in
from skipyard.table.result import sides_of

SEED_BITS = 62


async def hint(request: Request) -> Response:
    """An action, its sentence and its bot; its winning chance if that is known in time.

    The bot gets the seat's own view, and dice that have nothing to do with the table's.
    """
    wanted, table = await body_of(request, OneSeat), await table_of(request)
    seating, language, host = seating_of(request), language_of(request), table.host
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await seating.seat_of(request, table, language, asked)
    if seat == NOBODY:
        raise problem(request, 403, "ask.not_seated")
    if not host.policy.hints:
        raise problem(request, 409, "hint.contest")
    if host.turn != seat:
        raise problem(request, 409, "hint.turn")
    if not seating.hint_limit.allows(f"{table.id}:{seat}"):
        raise problem(request, 429, "ask.often")
    seq, view, legal = host.seq, host.view(seat).tobytes(), host.legal(seat)
    dice = secrets.randbits(SEED_BITS)
    bot = stand_in(host.header.game, ADVISER)
    action = await seating.tables.bots.choose(host.header.game, bot, dice, view, legal)
    assert host.table is not None
    question = (host.header.game, view, seat, sides_of(host.table), action)
    worker = request.app.state.chance_worker
    chance = None if worker is None else await worker.of_move(*question)
    if host.seq != seq:
        raise problem(request, 409, "hint.turn")
    sentence = host.describe_move(seat, action, language)
    facts = {"seq": seq, "action": action, "sentence": sentence, "bot": bot, "chance": chance}
    note = "" if bot == ADVISER else say(language, "hint.warming")
    return answer(facts | {"note": note})


ROUTES = [Route("/api/tables/{table}/hint", hint, methods=["POST"])]
