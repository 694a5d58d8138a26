"""Pages made on the server: the first one, and every game's rules with a link to each."""

from __future__ import annotations

import pathlib
import re

from markupsafe import Markup, escape
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, game, rulebook
from skipyard.games.facts import game_facts
from skipyard.server.sentences import say

TEMPLATES = Jinja2Templates(pathlib.Path(__file__).parent / "templates")


def language_of(request: HTTPConnection) -> str:
    """The language that a page was asked for in, or the browser's first that we speak."""
    wanted = [request.query_params.get("lang", "")]
    for part in request.headers.get("accept-language", "").split(","):
        wanted.append(part.split(";")[0].strip()[:2].lower())
    return next((name for name in wanted if name in LANGUAGES), LANGUAGES[0])


def inline(text: str) -> Markup:
    """A sentence of a rulebook as HTML: `names` in code, all else as it is."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


TEMPLATES.env.filters["inline"] = inline


def render(request: Request, template: str, **facts: object) -> Response:
    language = language_of(request)

    def speak(key: str, **values: object) -> str:
        return say(language, f"page.{key}", **values)

    facts |= {"say": speak, "language": language}
    response = TEMPLATES.TemplateResponse(request, template, facts)
    response.headers["vary"] = "accept-language"
    return response


async def home(request: Request) -> Response:
    """What can be played here."""
    language = language_of(request)
    return render(request, "home.html", games=[game_facts(game(name), language) for name in GAMES])


async def rules(request: Request) -> Response:
    """A rulebook; every entry can be linked to by its id."""
    found = game(request.path_params["game"], language_of(request))
    book = rulebook.read(found, language_of(request))
    return render(request, "rules.html", book=book, game=found)
