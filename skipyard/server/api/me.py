"""What a server knows of the person who asks: games, statistics, devices; and erasing it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.access import erasing, own_data, own_tournaments, statistics
from skipyard.server.access.own_tables import OwnTables
from skipyard.server.access.seating import seating_of
from skipyard.server.api.routes import Ask, Text, token_for
from skipyard.server.logs import note
from skipyard.server.net import tokens
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, body_of, problem
from skipyard.server.workers.dear_queues import OWN, asker_of, turn
from skipyard.table.database.store import Recovery

CODE_LIFETIME = 24 * 3600 * 1000  # milliseconds
MOST_LISTED = 24  # tables in one answer
LONGEST_NUMBER = 15  # digits
REFUSED = {Recovery.UNKNOWN: 404, Recovery.EXPIRED: 409, Recovery.USED: 409, Recovery.OWN: 409}


class NewCode(Ask):
    """A recovery link to make."""

    bearer: bool = False  # answer with a token, for programs; browsers get a cookie


class UseRecovery(Ask):
    """A recovery code on the device that is to have everything too."""

    code: Text = ""
    bearer: bool = False


class Forget(Ask):
    """Erase everything; the client has warned and asked."""

    sure: Annotated[bool, Meta(description="must be true")] = False


def own_tables(request: Request) -> OwnTables:
    own: OwnTables = request.app.state.own_tables
    return own


def holder_of(request: Request) -> bytes:
    """The hash of the sender's token; empty without one."""
    token = tokens.token_of(request)
    return tokens.hashed(token) if token else b""


def number(request: Request, name: str, most: int) -> int:
    """A number among the query's parameters; 0 where it is missing or nonsense."""
    text = request.query_params.get(name, "")
    good = text.isdecimal() and text.isascii() and len(text) <= LONGEST_NUMBER
    return min(int(text), most) if good else 0


# Games --------------------------------------------------------------------------------------------
async def games(request: Request) -> Response:
    """So many of the sender's running and finished tables, from where the query says, and of
    their tournaments."""
    holder, language, own = holder_of(request), language_of(request), own_tables(request)
    asker, lists = asker_of(request), ("running", "finished", "tournaments")
    running, finished, tournaments = (number(request, name, MOST_LISTED) for name in lists)
    if not holder:
        nothing: dict[str, Any] = {name: [] for name in lists}
        return answer(nothing | {f"more_{name}": False for name in lists})
    playing = played = []
    more = False
    if running:
        skip = number(request, "skip", 10**9)
        playing = await own.running(holder, asker, language, running + 1, skip)
    if finished:
        more = await own.fill_results(holder, asker)
        before, last = number(request, "before", 10**15), request.query_params.get("last", "")
        played = await own.finished(holder, language, finished + 1, before, last)
    entered = []
    if tournaments:
        entered = await own_tournaments.listed(own.tables, holder, language, tournaments + 1)
    facts = {
        "running": playing[:running],
        "finished": played[:finished],
        "tournaments": entered[:tournaments],
        "more_running": len(playing) > running,
        "more_finished": len(played) > finished or more,
        "more_tournaments": len(entered) > tournaments,
    }
    response = answer(facts)
    token = tokens.token_of(request)
    if tokens.uses_cookie(request):  # whoever comes back within a year is never forgotten
        tokens.give_cookie(response, token, seating_of(request).settings)
    return response


async def show_statistics(request: Request) -> Response:
    holder, language, own = holder_of(request), language_of(request), own_tables(request)
    if not holder:
        return answer(statistics.statistics([], language) | {"best": [], "more": False})
    asker = asker_of(request)
    more = [await own.fill_results(holder, asker), await own.fill_figures(holder, asker)]
    played, best = await own.writer.ask(
        lambda store: (store.played_by(holder), store.best_figures(holder))
    )
    facts = {"best": statistics.best_figures(best, language), "more": any(more)}
    return answer(statistics.statistics(played, language) | facts)


# Another device -----------------------------------------------------------------------------------
async def make_code(request: Request) -> Response:
    """A code that brings the sender's games to another device, once and within a day."""
    wanted, seating = await body_of(request, NewCode), seating_of(request)
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    token, fresh = token_for(request, wanted.bearer and not tokens.token_of(request))
    code, holder = tokens.new_code(), tokens.hashed(token)
    expires = seating.tables.now() + CODE_LIFETIME
    hashed = tokens.hashed_code(code)
    await seating.tables.writer.ask(lambda store: store.add_recovery(hashed, holder, expires))
    return with_cookie(request, {"code": code, "expires": expires}, token, fresh, wanted.bearer)


async def use_code(request: Request) -> Response:
    """Make the sender's device one of those of the person who made the code."""
    wanted, seating = await body_of(request, UseRecovery), seating_of(request)
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    token, fresh = token_for(request, wanted.bearer and not tokens.token_of(request))
    hashed, holder, now = (
        tokens.hashed_code(wanted.code),
        tokens.hashed(token),
        seating.tables.now(),
    )
    became = await seating.tables.writer.ask(lambda store: store.recover(hashed, holder, now))
    if became in REFUSED:
        raise problem(request, REFUSED[became], f"recovery.{became.value}", about=became.value)
    seats = await seating.tables.writer.ask(lambda store: store.seats_of(holder))
    facts = {"became": became.value, "tables": len({table for table, _ in seats})}
    return with_cookie(request, facts, token, fresh, wanted.bearer)


def with_cookie(
    request: Request, facts: dict[str, Any], token: str, fresh: bool, bearer: bool
) -> Response:
    """An answer with a new token: in its body for a program, else in a cookie."""
    response = answer(facts | ({"token": token} if bearer else {}))
    if fresh and not bearer:
        tokens.give_cookie(response, token, seating_of(request).settings)
    return response


# What is stored -----------------------------------------------------------------------------------
async def data(request: Request) -> Response:
    """What is stored about the sender, in numbers and dates."""
    holder = holder_of(request)
    return answer(await own_data.facts(own_tables(request), holder, language_of(request)))


async def file(request: Request) -> Response:
    """Everything that is stored about the sender, records of their games included, as one file."""
    holder, seating = holder_of(request), seating_of(request)
    if not seating.may_open(request):
        raise problem(request, 429, "ask.often")
    async with turn(request, OWN):  # refused here, not in the middle
        pass
    return own_data.download(own_tables(request), holder, asker_of(request))


async def forget(request: Request) -> Response:
    """Erase everything about the sender, on all their devices."""
    wanted, seating = await body_of(request, Forget), seating_of(request)
    if not wanted.sure:
        raise problem(request, 400, "own.unsure")
    holder = holder_of(request)
    tables = 0
    if holder:
        forgotten = await erasing.erase(seating.tables, holder, language_of(request))
        tables = len(forgotten.tables)
        note("a person was erased", tables=tables, devices=forgotten.devices)
    response = answer({"tables": tables})
    tokens.drop_cookies(response, seating.settings)
    return response


ROUTES = [
    Route("/api/me/games", games),
    Route("/api/me/statistics", show_statistics),
    Route("/api/me/data", data),
    Route("/api/me/file", file),
    Route("/api/me/recovery", make_code, methods=["POST"]),
    Route("/api/me/recover", use_code, methods=["POST"]),
    Route("/api/me/forget", forget, methods=["POST"]),
]
