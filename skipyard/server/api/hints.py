"""Hints: what a good bot would do, for the seat that is to move."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.bots import ADVISER
from skipyard.games import hint_reasons
from skipyard.games.advice import as_advice
from skipyard.seats import NOBODY
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.routes import OneSeat
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.server.sentences import say
from skipyard.server.workers.compiling import stand_in
from skipyard.server.workers.dear_queues import HINTS, turn
from skipyard.table.host import Host
from skipyard.table.result import sides_of

SEED_BITS = 62
Chances = tuple[float, float | None]  # to win: of the move, and of the best other one


async def hint(request: Request) -> Response:
    """An action, its sentence and why it is advised; its winning chance if known in time.

    The bot gets the seat's own view, and dice that have nothing to do with the table's.
    """
    wanted, table = await body_of(request, OneSeat), await table_of(request)
    seating, language, host = seating_of(request), language_of(request), table.host
    asked = None if wanted.seat is None else str(wanted.seat)
    seat = await seating.seat_of(request, table, language, asked)
    if seat == NOBODY:
        raise problem(request, 403, "ask.not_seated")
    if not host.policy.hints:
        key = "hint.tournament" if host.policy.tournament else "hint.contest"
        raise problem(request, 409, key)
    if host.turn != seat:
        raise problem(request, 409, "hint.turn")
    if not seating.hint_limit.allows(f"{table.id}:{seat}"):
        raise problem(request, 429, "ask.often")
    async with turn(request, HINTS):
        return await advice(request, table, seat)


async def advice(request: Request, table: OpenTable, seat: int) -> Response:
    """The hint, when it is its turn."""
    seating, language, host = seating_of(request), language_of(request), table.host
    if host.turn != seat:
        raise problem(request, 409, "hint.turn")
    seq, view, legal = host.seq, host.view(seat).tobytes(), host.legal(seat)
    dice = secrets.randbits(SEED_BITS)
    bot = stand_in(host.header.game, ADVISER)
    action = await seating.tables.bots.choose(
        host.header.game, bot, dice, view, legal, asker=table.asker
    )
    assert host.table is not None
    question = (host.header.game, view, seat, sides_of(host.table), action, legal)
    worker = request.app.state.chance_worker
    chances = None if worker is None else await worker.of_move(*question)
    if host.seq != seq:
        raise problem(request, 409, "hint.turn")
    names = table.presenter.names(language)
    sentence = as_advice(host.game, host.view(seat), action, names, language)
    facts = {"seq": seq, "action": action, "sentence": sentence}
    facts |= {"reason": reason_for(host, seat, action, chances, language)}
    facts |= {"chance": None if chances is None else chances[0]}
    return answer(facts | {"note": "" if bot == ADVISER else say(language, "hint.warming")})


def reason_for(host: Host, seat: int, action: int, chances: Chances | None, language: str) -> str:
    """Why a move is advised: what is obvious of it, else its chance beside the next best one's."""
    legal = host.legal(seat)
    if len(legal) == 1:
        return say(language, "hint.only")
    obvious = hint_reasons.reason(host.game, host.view(seat), action, legal, language)
    if obvious or chances is None:
        return obvious
    percent, other = round(100 * chances[0]), round(100 * (chances[1] or 0))
    if chances[1] is None or other >= percent:
        return say(language, "hint.chance", percent=percent)
    return say(language, "hint.better", percent=percent, other=other)


ROUTES = [Route("/api/tables/{table}/hint", hint, methods=["POST"])]
