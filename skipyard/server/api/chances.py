"""Winning chances of a finished game for its review and result: graph, decisive moment, costs.

They come from the functions in `app.state.chances` and `app.state.costs`
(workers/chance_worker.py); without them, reviews have no graph and results no decisive moment.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.games.advice import as_advice
from skipyard.seats import NOBODY
from skipyard.server.access.past_turns import rows_of
from skipyard.server.access.seating import seating_of, table_of
from skipyard.server.api.hints import reason_for
from skipyard.server.live.open_table import OpenTable
from skipyard.server.live.presenter import Presenter
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import answer, problem
from skipyard.server.workers.chance_worker import (
    Chances,
    can_be_analysed,
    cost_source_of,
    source_of,
)
from skipyard.server.workers.dear_queues import CHANCES, turn
from skipyard.server.workers.fair_queue import Full
from skipyard.server.workers.slow_work import SlowWork
from skipyard.table import journal
from skipyard.table.chances import Costly
from skipyard.table.database.store import Row
from skipyard.table.host import Host

LEAST_SWING = 0.1  # of a chance; a smaller one decides nothing


async def chances(request: Request) -> Response:
    """The chances after every row that has some; only for a finished game."""
    table, rows, by_row = await worked_out(request, source_of(request))
    names = table.presenter.names(language_of(request))
    own = await seating_of(request).held(request, table)
    facts = (table, rows, by_row, own[0] if own else NOBODY, language_of(request))
    async with turn(request, CHANCES):
        moment = await asyncio.to_thread(decisive_moment, *facts)
    return answer({"seats": names, "chances": by_row, "moment": moment})


async def costs(request: Request) -> Response:
    """Each seat's costliest move, with what was better and why; only for a finished game."""
    table, rows, found = await worked_out(request, cost_source_of(request))
    language = language_of(request)
    async with turn(request, CHANCES):
        told = await asyncio.to_thread(
            lambda: [in_words(table, rows, one, language) for one in found]
        )
    return answer({"costs": told})


async def worked_out(request: Request, source: Any) -> tuple[OpenTable, list[Row], Sequence[Any]]:
    """What a worker found out about a table, or a refusal in a sentence."""
    table = await table_of(request)
    if source is not None and can_be_analysed(table.host):
        work: SlowWork = request.app.state.slow_work
        try:
            work.check((source, table.id))  # before its whole log is read
            rows = await rows_of(request, table)
            found = await work.do((source, table.id), source, table.host.header, rows)
        except Full:
            raise problem(request, 503, "ask.busy") from None
        if found is not None:
            return table, rows, found
    raise problem(request, 404, "ask.chances")


def swing(by_row: Sequence[Chances], seat: int) -> int | None:
    """Which entry raised a seat's chance most; None where none raised it much."""
    gains = [after.seats[seat] - before.seats[seat] for before, after in itertools.pairwise(by_row)]
    if not gains or max(gains) < LEAST_SWING:
        return None
    return gains.index(max(gains)) + 1


def decisive_moment(
    table: OpenTable, rows: Sequence[Row], by_row: Sequence[Chances], viewer: int, language: str
) -> dict[str, Any] | None:
    """The row that decided the game for its winner, as the viewer is told it."""
    result = table.host.result
    if result is None or len(result.winners) == table.host.header.seats:
        return None
    seat = viewer if viewer in result.winners else result.winners[0]
    nth = swing(by_row, seat)
    if nth is None:
        return None
    seq = by_row[nth].seq
    presenter = Presenter(Host(table.host.header, rows[: seq - 1]))
    names = presenter.names(language)
    told = journal.follow(presenter.host, rows[seq - 1], viewer, names, language)
    before, after = by_row[nth - 1].seats[seat], by_row[nth].seats[seat]
    facts: dict[str, Any] = {"seq": seq, "seat": seat, "before": before, "after": after}
    return facts | {"sentence": " ".join(told)}


def in_words(
    table: OpenTable, rows: Sequence[Row], costly: Costly, language: str
) -> dict[str, Any]:
    """A costly move and the better one, in words."""
    host = Host(table.host.header, rows[: costly.seq - 1])
    seat, best = costly.seat, costly.best
    facts: dict[str, Any] = {"seq": costly.seq, "seat": seat, "action": best}
    facts |= {"chance": costly.chance, "better": costly.better}
    names = table.presenter.names(language)
    facts |= {"sentence": as_advice(host.game, host.view(seat), best, names, language)}
    return facts | {"reason": reason_for(host, seat, best, None, language)}


ROUTES = [
    Route("/api/tables/{table}/chances", chances),
    Route("/api/tables/{table}/costs", costs),
]
