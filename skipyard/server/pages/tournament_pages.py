"""The page of a tournament, which updates itself, and the form to open one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from skipyard import bots
from skipyard.games import GAMES
from skipyard.server.access.tournament_access import facts_for, tournament_of
from skipyard.server.net.language import language_of
from skipyard.server.pages import setup_form
from skipyard.server.pages.home import render
from skipyard.server.pages.rooted import base_of, root_of
from skipyard.server.sentences import say
from skipyard.tournament.agreement import FORMS, LONGEST_NAME, MOST_ROUNDS, ROUND_ROBIN, SWISS
from skipyard.tournament.row_kinds import why_full
from skipyard.tournament.state import GATHERING

ORDER = (ROUND_ROBIN, SWISS, *(form for form in FORMS if form not in (ROUND_ROBIN, SWISS)))
OFFERED_ROUNDS = 12  # in the form; the API takes more


async def new(request: Request) -> Response:
    """The form to open a tournament."""
    language = language_of(request)
    return render(
        request,
        "tournament_new.html",
        games=[setup_form.choices(name, language) for name in GAMES],
        levels=[(level, say(language, f"page.{level}")) for level in bots.LEVELS],
        clocks=setup_form.clocks(language),
        forms=ORDER,
        most_rounds=min(MOST_ROUNDS, OFFERED_ROUNDS),
        longest=LONGEST_NAME,
    )


async def page(request: Request) -> Response:
    """One tournament: joining, my table, pairings, results, standings."""
    tournament = await tournament_of(request)
    shown = await facts_for(request, tournament)
    why = ""
    if shown["me"] == -1 and not shown["may_join"] and not shown["organiser"]:
        why = why_full(tournament)
    address = f"{base_of(request)}tournaments/{tournament.id}"
    facts = {"t": shown, "closed": why, "address": address, "gathering": GATHERING}
    response = render(request, "tournament.html", **facts)
    response.headers["cache-control"] = "no-store"
    return response


async def all_of_them(request: Request) -> Response:
    """There is no public list: a tournament is found by its link."""
    return RedirectResponse(f"{root_of(request)}/tournaments/new", 303)


ROUTES = [
    Route("/tournaments", all_of_them),
    Route("/tournaments/new", new),
    Route("/tournaments/{tournament}", page, name="tournament"),
]
