"""What pages load: the built client (by Vite's manifest), sprites and style sheets."""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
from collections.abc import Sequence
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from skipyard.art import COLOURS, brand, sprite
from skipyard.games import GAMES, game

STATIC = pathlib.Path(__file__).parent / "static"
APP = STATIC / "app"
IMMUTABLE = "public, max-age=31536000, immutable"
SVG = "image/svg+xml"


class PageScript(NamedTuple):
    """The addresses of a page's script, and of what to load with it."""

    words: tuple[str, ...]  # the client's sentences in one language: scripts that run first
    script: str
    styles: tuple[str, ...]
    preload: tuple[str, ...]


def page_script(
    name: str, root: str = "", boards: Sequence[str] = (), language: str = "en"
) -> PageScript | None:
    """The built script of a page, below a path prefix; None where the client has not been built.

    `boards` names the game whose board the page shows, and then the family that may lend its own.
    """
    path = APP / "manifest.json"
    if not path.exists():
        return None
    return read_page_script(name, root, tuple(boards), language, path, path.stat().st_mtime_ns)


@functools.lru_cache(128)
def read_page_script(
    name: str, root: str, boards: tuple[str, ...], language: str, path: pathlib.Path, changed: int
) -> PageScript:
    manifest = json.loads(path.read_text("utf-8"))
    scripts, styles = [], []
    keys = (f"src/words/{language}.ts", f"src/words/{name}/{language}.ts")
    words = (f"{root}/static/app/{manifest[key]['file']}" for key in keys if key in manifest)
    waiting = [f"src/pages/{name}.ts"]
    own = (f"src/boards/{game}/Board.svelte" for game in boards)
    waiting += [key for key in own if key in manifest][:1]
    for key in waiting:  # the loop appends to it
        chunk = manifest[key]
        scripts.append(f"{root}/static/app/{chunk['file']}")
        styles += [f"{root}/static/app/{style}" for style in chunk.get("css", ())]
        waiting += [other for other in chunk.get("imports", ()) if other not in waiting]
    return PageScript(tuple(words), scripts[0], tuple(styles), tuple(scripts[1:]))


def styles() -> list[str]:
    """The addresses of the style sheets that every page has: colours first."""
    style = STATIC / "style.css"
    return [
        f"/static/colours.css?{digest(colour_sheet())}",
        f"/static/style.css?{digest(style.read_bytes())}",
    ]


def colour_sheet() -> bytes:
    """The colours of both themes, and the cloth of each game where its name is `data-game`."""
    return COLOURS.read_bytes() + "".join(map(cloth_rule, GAMES)).encode()


def cloth_rule(name: str) -> str:
    look = game(name).profile.look
    colours = {
        "cloth": f"light-dark({', '.join(look.cloth)})",
        "cloth-deep": f"light-dark({', '.join(look.deep)})",
        "box": look.box,
    }
    declared = " ".join(f"--{key}: {value};" for key, value in colours.items())
    return f'[data-game="{name}"] {{ {declared} }}\n'


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


async def art(request: Request) -> Response:
    """A sprite; an address with an old digest gets today's, but not to be cached."""
    name, _, digest_part = request.path_params["name"].partition(".")
    if name not in sprite.NAMES:
        raise HTTPException(404)
    current = digest_part == f"{sprite.digest(name)}.svg"
    headers = {"cache-control": IMMUTABLE if current else "no-cache"}
    return Response(sprite.sprite(name), headers=headers, media_type=SVG)


async def colours(request: Request) -> Response:
    """The style sheet of colours."""
    return Response(colour_sheet(), headers={"cache-control": "no-cache"}, media_type="text/css")


async def icon(request: Request) -> Response:
    return Response(brand.icon(), headers={"cache-control": "max-age=86400"}, media_type=SVG)


class Files(StaticFiles):
    """Static files; those that Vite names by their content never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        built = path.startswith("app/assets/")
        response.headers["cache-control"] = IMMUTABLE if built else "no-cache"
        return response
