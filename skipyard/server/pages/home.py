"""The home page, the page of a table, the page to join one, and how pages are rendered."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from skipyard.art import brand, sprite
from skipyard.games import GAMES
from skipyard.server.net import names, phrases, tokens
from skipyard.server.net.language import language_of
from skipyard.server.net.tokens import YEAR
from skipyard.server.pages import assets, setup_form
from skipyard.server.pages.own_words import own_words
from skipyard.server.pages.rooted import Rooted, base_of, root_of
from skipyard.server.sentences import say
from skipyard.server.workers.chance_worker import can_compute, source_of

THEMES = ("auto", "light", "dark")
# Why a link leads to no chair, and where the first button of its page leads.
LINK_ENDS = {
    "incomplete": "home",
    "unknown": "home",
    "used": "own",
    "expired": "home",
    "void": "home",
    "taken": "watch",
    "begun": "watch",
}
CHOICES = {"lang": "language", "theme": "theme"}  # query parameter and cookie; name in templates
TEMPLATES = Jinja2Templates(pathlib.Path(__file__).parent / "templates")
TEMPLATES.env.add_extension(Rooted)


def inline(text: str) -> Markup:
    """A sentence of a rulebook as HTML, with `names` in <code>."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


TEMPLATES.env.filters["inline"] = inline


def lettering(title: str) -> Markup:
    """A title in our own letters; empty where it has a letter that we have not drawn."""
    return Markup(brand.lettering(title))


def theme_of(request: Request) -> str:
    """The chosen theme; by default the device's own."""
    wanted = request.query_params.get("theme") or request.cookies.get("theme", "")
    return wanted if wanted in THEMES else THEMES[0]


def render(request: Request, template: str, **facts: Any) -> Response:
    language, root = language_of(request), root_of(request)
    given: list[str] = facts.get("sprites", [])

    def speak(key: str, **values: object) -> str:
        return say(language, f"page.{key}", **values)

    facts |= {"say": speak, "language": language, "theme": theme_of(request)}
    facts |= {
        "root": root,
        "base": base_of(request),
        "url": request.url.replace(path=root + request.url.path),
        "page_script": lambda name, boards=(): assets.page_script(name, root, boards, language),
        "styles": [root + style for style in assets.styles()],
        "sprite": lambda name: root + sprite.address(name),
        "sprites": [root + address for address in given],
        "lettering": lettering,
        "longest_name": names.LONGEST,
        "lan_command": request.app.state.settings.lan_command,
        "public_url": base_of(request).rstrip("/") if request.app.state.settings.public_url else "",
    }
    response = TEMPLATES.TemplateResponse(request, template, facts)
    response.headers["vary"] = "accept-language, cookie"
    for name in CHOICES:  # a link with ?lang=fr switches the language for good
        if name in request.query_params:
            response.set_cookie(
                name, str(facts[CHOICES[name]]), max_age=YEAR, path=root or "/", samesite="lax"
            )
    return response


async def home(request: Request) -> Response:
    """The home page: the games, and a form for each to open a table."""
    language = language_of(request)
    return render(
        request,
        "home.html",
        games=[setup_form.choices(name, language) for name in GAMES],
        bots=setup_form.bot_choices(language, request.app.state.seating.tables.listed.listing),
        clocks=setup_form.clocks(language),
        known=bool(tokens.token_of(request)),
        own_words=own_words(language),
    )


async def join(request: Request) -> Response:
    """The page of an invitation link; its code comes after the #."""
    return render(request, "join.html", ends=LINK_ENDS)


async def table(request: Request) -> Response:
    """A table, to play at or to watch."""
    language, seating = language_of(request), request.app.state.seating
    table = await seating.tables.table(request.path_params["table"], language)
    host = table.host
    phrases_said = {phrase: phrases.text(phrase, language) for phrase in phrases.PHRASES}
    agreed_draw = getattr(host.game.options, "AGREED_DRAW", False) and len(host.chairs) == 2
    sprites = [sprite.address(sprite.HOUSE), sprite.address(host.game.name)]
    return render(
        request,
        "table.html",
        host=host,
        seats=await seating.held(request, table),
        phrases=json.dumps(phrases_said, ensure_ascii=False),
        agreed_draw=agreed_draw,
        sprites=sprites,
        boards=[host.game.name, host.game.family],
        analysed=source_of(request) is not None and can_compute(host.game.name),
    )
