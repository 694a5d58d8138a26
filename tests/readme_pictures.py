"""Takes the pictures of the README in a real browser: `make readme-pictures`."""

from __future__ import annotations

import base64
import pathlib
import sys
import tempfile
from typing import Any

from helpers.browser_moves import chromium, take_turns
from helpers.server_thread import ServerThread, running_server

FOLDER = pathlib.Path(__file__).parent.parent / "docs" / "pictures"
SIZE = {"width": 960, "height": 640}
LARGE = {"width": 1200, "height": 760}  # room for a journal beside the table
PHONE = {"width": 360, "height": 740}
PAGE_TIMEOUT = 120_000  # milliseconds; rules may have to be compiled
TABLES = {"skip_or_trip": 10, "skipbo": 8}  # games, and the moves until their pictures
QUALITY = 85
LARGEST = 150_000  # bytes of one picture


def main() -> str | None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running_server(pathlib.Path(data)) as server:
        for theme in ("light", "dark"):
            with chromium() as browser:
                shoot(browser, server, theme)
    large = [file.name for file in FOLDER.iterdir() if file.stat().st_size > LARGEST]
    return f"too large for a README: {large}" if large else None


def shoot(browser: Any, server: ServerThread, theme: str) -> None:
    """Two tables in the middle of a game, the review of one, and a lesson on a phone."""
    page = visitor(browser, theme, SIZE)
    for game, moves in TABLES.items():
        page.goto(server.url)
        page.locator(f'form[data-game="{game}"] button[value=bots]').click()
        page.wait_for_selector(".board")
        take_turns(page, moves)
        keep(page, f"{game}-{theme}")
    page.set_viewport_size(LARGE)
    page.goto(page.url.replace("/t/", "/g/"))
    page.wait_for_selector("#review[data-shown]")
    keep(page, f"review-{theme}")
    page.context.close()
    phone = visitor(browser, theme, PHONE)
    phone.goto(f"{server.url}/learn/flip_and_skip")
    phone.wait_for_selector(".stage .can")
    phone.wait_for_load_state("networkidle")
    keep(phone, f"lesson-{theme}")
    phone.context.close()


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
