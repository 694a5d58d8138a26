"""Pictures of the pages in a real browser: `make screenshots` writes them, people look at them."""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
from typing import Any

from browser import chromium, take_turns
from served import Served, served

from skipyard.games import GAMES

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
THEMES = ("light", "dark")
MIDDLE = 24  # moves until the picture of the middle
PATIENCE = 120_000  # milliseconds; rules may have to be compiled


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(pathlib.Path(data)) as server:
        for size in SIZES:
            for theme in THEMES:
                with chromium() as browser:
                    shoot(browser, server, args, size, theme)
    return 0


def shoot(browser: Any, server: Served, args: Any, size: str, theme: str) -> None:
    """The home page and every game's table, at one size and in one theme."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        reduced_motion="reduce",
        has_touch=size == "phone",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda message: print(message.text, file=sys.stderr))

    def keep(name: str) -> None:
        page.screenshot(path=args.folder / f"{name}-{size}-{theme}.png")

    page.goto(server.url)
    keep("home")
    for game in args.games.split(","):
        page.goto(server.url)
        form = page.locator(f'form[data-game="{game}"]')
        form.locator("select[name=players]").select_option(str(args.seats))
        form.locator("button[value=bots]").click()
        page.wait_for_selector(".board")
        take_turns(page, 0)
        keep(f"{game}-start")
        page.locator(".live.next").first.click()
        keep(f"{game}-held")
        page.keyboard.press("Escape")
        take_turns(page, MIDDLE)
        keep(f"{game}-middle")
    context.close()


if __name__ == "__main__":
    sys.exit(main())
