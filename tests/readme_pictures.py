"""Takes the pictures of the README in a real browser: `make readme-pictures`."""

from __future__ import annotations

import base64
import contextlib
import pathlib
import random
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from helpers.browser_moves import chromium
from helpers.server_thread import ServerThread, running_server

FOLDER = pathlib.Path(__file__).parent.parent / "docs" / "pictures"
SIZE = {"width": 1180, "height": 720}
PHONE = {"width": 390, "height": 844}
PAGE_TIMEOUT = 120_000  # milliseconds; rules may have to be compiled
TABLES = {
    "skipbo": (4, 18),
    "skipbo_mod": (3, 14),
    "skip_or_trip": (3, 12),
    "flip_and_skip": (2, 14),
    "skippity": (3, 9),
}
MOST_MOVES = 500  # until a game is over
QUALITY = 80
LARGEST = 150_000  # bytes of one picture


def main() -> str | None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(running_server(pathlib.Path(data)))
        browser = stack.enter_context(chromium())
        for theme in ("light", "dark"):
            shoot(browser, server, theme)
    large = [file.name for file in FOLDER.iterdir() if file.stat().st_size > LARGEST]
    return f"too large for a README: {large}" if large else None


def shoot(browser: Any, server: ServerThread, theme: str) -> None:
    """The first page, five tables in the middle of a game, a result, and a table on a phone."""
    page = visitor(browser, theme, SIZE)
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    keep(page, f"home-{theme}")
    for game, (seats, moves) in TABLES.items():
        table = play(page, server.url, game, seats, moves)
        page.goto(f"{server.url}/t/{table}")
        page.locator(".status.mine").wait_for()
        keep(page, f"{game}-{theme}")
    table = play(page, server.url, "skippity", 3, MOST_MOVES, ["size=6"])
    page.goto(f"{server.url}/t/{table}")
    page.locator(".moment").wait_for()
    keep(page, f"result-{theme}")
    page.context.close()
    phone = visitor(browser, theme, PHONE)
    table = play(phone, server.url, "skipbo", 3, 18)
    phone.goto(f"{server.url}/t/{table}")
    phone.locator(".status.mine").wait_for()
    keep(phone, f"phone-{theme}")
    phone.context.close()


def play(
    page: Any, url: str, game: str, seats: int, moves: int, settings: Sequence[str] = ()
) -> str:
    """Open a table with bots and play some moves that are more than a discard or a pass."""
    chairs = ["me", *["bot:level3"] * (seats - 1)]
    body = {"game": game, "chairs": chairs, "name": "Zoé", "settings": list(settings)}
    headers, dice = {"origin": url}, random.Random(game)
    table: str = page.request.post(f"{url}/api/tables", data=body, headers=headers).json()["table"]
    while moves:
        shown = page.request.get(f"{url}/api/tables/{table}").json()
        if shown["table"]["phase"] == "over":
            return table
        paths = shown["scene"]["paths"] if shown["scene"] else []
        if paths:
            path = dice.choice([path for path in paths if not path["quiet"]] or paths)
            move = {"type": "move", "seq": shown["seq"], "action": path["action"]}
            command = move | {"command": f"picture-{moves}"}
            page.request.post(f"{url}/api/tables/{table}/commands", data=command, headers=headers)
            moves -= 1
    return table


def keep(page: Any, name: str) -> None:
    """Save a screenshot as WebP, a third of the size of PNG."""
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def visitor(browser: Any, theme: str, size: dict[str, int]) -> Any:
    context = browser.new_context(
        viewport=size, color_scheme=theme, reduced_motion="reduce", locale="en"
    )
    context.set_default_timeout(PAGE_TIMEOUT)
    return context.new_page()


if __name__ == "__main__":
    sys.exit(main())
