"""What a browser needs to install Skipyard: manifest, icons, service worker, offline page."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from skipyard import pictures
from skipyard.art import brand
from skipyard.games import GAMES, game
from skipyard.pictures import colours
from skipyard.server.net.language import language_of
from skipyard.server.pages import assets
from skipyard.server.pages.embeds import PNG
from skipyard.server.pages.home import render
from skipyard.server.pages.rooted import root_of
from skipyard.server.sentences import say

ICONS = (192, 512)  # pixels; the sizes that browsers ask for
A_DAY = "public, max-age=86400"


async def manifest(request: Request) -> Response:
    language, palette = language_of(request), colours.themes()[colours.LIGHT]
    root = root_of(request)
    facts: dict[str, Any] = {
        "id": f"{root}/",
        "name": "Skipyard",
        "short_name": "Skipyard",
        "description": say(language, "page.home"),
        "lang": language,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": palette["table"],
        "theme_color": palette["table"],
        "icons": [
            {
                "src": f"{root}/favicon.svg",
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "any",
            },
            *(
                {
                    "src": f"{root}/icon-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": PNG,
                    "purpose": "any maskable",
                }
                for size in ICONS
            ),
        ],
        "shortcuts": [
            {
                "name": say(language, "page.learn_title", game=game(name).title),
                "url": f"{root}/learn/{name}",
            }
            for name in GAMES
            if game(name).lessons
        ],
    }
    headers = {"cache-control": A_DAY, "vary": "accept-language, cookie"}
    content = msgspec.json.encode(facts)
    return Response(content, headers=headers, media_type="application/manifest+json")


@functools.cache
def icon_of(size: int) -> bytes:
    return pictures.png(brand.icon(), size)


async def icon(request: Request) -> Response:
    size = request.path_params["size"]
    if size not in ICONS:
        raise HTTPException(404)
    return Response(icon_of(size), headers={"cache-control": A_DAY}, media_type=PNG)


async def worker(request: Request) -> Response:
    """The service worker; it has to be served from the root to control every page."""
    headers = {"cache-control": "no-cache"}
    return FileResponse(assets.STATIC / "sw.js", headers=headers, media_type="text/javascript")


async def offline(request: Request) -> Response:
    """Cached by the service worker, and shown without a connection."""
    return render(request, "offline.html")


ROUTES = [
    Route("/manifest.webmanifest", manifest),
    Route("/icon-{size:int}.png", icon),
    Route("/offline", offline),
    Route("/sw.js", worker),
]
