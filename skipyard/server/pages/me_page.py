"""The page of one's own games: running and finished ones, statistics, devices, what is stored."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skipyard.server.net.language import language_of
from skipyard.server.pages.home import render
from skipyard.server.pages.own_words import TICKET, own_words

WORDS = (
    *TICKET,
    *("games", "won", "streak", "longest", "tally", "tally_one", "latest_text"),
    *("key_won", "key_drawn", "key_lost", "shared", "counting", "no_statistics"),
    *("device_open", "device_again", "take_title", "take_title_name", "take_help"),
    *("linked", "linked_text", "done", "done_text"),
    *("unknown", "expired", "used", "own", "failed"),
    *("data_nothing", "data_cookie", "data_seats", "data_tournaments", "data_names"),
    *("data_no_names", "data_results"),
    *("data_codes", "data_browser", "erase_running", "erased", "erased_text", "copied"),
)


async def me(request: Request) -> Response:
    """The page itself; its script asks for the data. A recovery code comes after the #."""
    response = render(request, "me.html", words=own_words(language_of(request), WORDS))
    response.headers["cache-control"] = "no-store"
    return response


ROUTES = [Route("/me", me)]
