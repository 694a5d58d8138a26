"""Pictures of the pages in a real browser: `make screenshots` writes them, people look at them."""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
from typing import Any

from browser import chromium, open_table, take_turns
from served import Served, served

from skipyard.games import GAMES, game

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
THEMES = ("light", "dark")
MIDDLE = 24  # moves until the picture of the middle
PATIENCE = 240_000  # milliseconds; rules may have to be compiled
TEAMS = {"skipbo": "teams=true", "skip_or_trip": "variant=team"}
ENDS = {"skipbo": "stock_size=3", "skipbo_mod": "stock_size=3", "skippity": "size=6"}  # soon over


class Camera:
    """One person's browser at one size and in one theme."""

    def __init__(self, browser: Any, server: Served, folder: pathlib.Path, look: str) -> None:
        self.url, self.folder, self.look = server.url, folder, look
        size, theme = look.split("-")
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=size == "phone",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: print(message.text, file=sys.stderr))

    def keep(self, name: str, whole: bool = False) -> None:
        self.page.screenshot(path=self.folder / f"{name}-{self.look}.png", full_page=whole)

    def sit(self, game: str, *settings: str, bots: int = 1) -> None:
        chairs = ["me", *["bot:greedy"] * bots]
        open_table(self.page, self.url, game, chairs, settings)
        take_turns(self.page, 0)

    # Pages ----------------------------------------------------------------------------------------
    def home(self) -> None:
        self.page.goto(self.url)
        self.keep("home")
        form = self.page.locator('form[data-game="skipbo"]')
        form.locator("summary").click()
        form.locator("[name=clock]").select_option("game")
        form.locator('[name="option.teams"]').check()
        form.locator("button[value=bots]").click()
        form.locator(".notice:not(:empty)").wait_for()
        self.keep("home-panel", whole=True)
        form.locator("[data-reset]").click()
        self.page.goto(f"{self.url}/join")
        self.page.locator("#over").wait_for()
        self.keep("join-over")

    def room(self) -> None:
        """A waiting room with a link and an open chair."""
        open_table(self.page, self.url, "skipbo", ["me", "invited", "open", "bot:greedy"])
        self.page.locator(".room li button").first.click()
        self.page.locator(".room .qr").wait_for()
        self.keep("room")

    def shared(self) -> None:
        """A screen that two people share."""
        page = self.page
        page.goto(self.url)
        page.locator('form[data-game="skipbo"] button[value=here]').click()
        self.keep("shared-names")
        page.locator("#here button[value=go]").click()
        page.locator(".cover").wait_for()
        self.keep("shared-cover")
        page.locator(".cover button").click()
        page.locator(".status.mine").wait_for()
        while not page.locator(".cover").count():
            take_turns(page, 1, over=".cover")
        page.locator(".cover button").click()
        page.locator(".since").wait_for()
        self.keep("shared-since")

    # Tables ---------------------------------------------------------------------------------------
    def table(self, game: str, most: int) -> None:
        """A game's start, a thing held, a wrong touch, the middle, the end; then with many."""
        page = self.page
        self.sit(game)
        self.keep(f"{game}-start")
        page.locator(".live.next").first.click()
        self.keep(f"{game}-held")
        if game == "skipbo":
            page.locator('.pile[data-id^="build."]').first.click()
            page.locator(".status .notice").wait_for()
            self.keep(f"{game}-wrong")
        page.keyboard.press("Escape")
        take_turns(page, MIDDLE)
        self.keep(f"{game}-middle")
        self.end(game)
        self.sit(game, bots=most - 1)
        take_turns(page, MIDDLE // 3)
        self.keep(f"{game}-full")

    def end(self, game: str) -> None:
        """The winner's moment: of a short game, or of one that was given up."""
        page = self.page
        self.sit(game, *([ENDS[game]] if game in ENDS else []))
        if game in ENDS:
            take_turns(page, 400)
        else:
            page.get_by_role("button", name="Resign").click()
            page.get_by_role("button", name="Yes").click()
        page.locator(".moment").wait_for()
        self.keep(f"{game}-end")

    def teams(self, game: str) -> None:
        """Two against two, in the middle and at the end."""
        page = self.page
        self.sit(game, TEAMS[game], bots=3)
        take_turns(page, MIDDLE // 3)
        self.keep(f"{game}-teams")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes").click()
        page.locator(".moment").wait_for()
        self.keep(f"{game}-teams-end")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--looks", default=",".join(f"{s}-{t}" for s in SIZES for t in THEMES))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(pathlib.Path(data)) as server:
        for look in args.looks.split(","):
            with chromium() as browser:
                shoot(Camera(browser, server, args.folder, look), args.games.split(","))
    return 0


def shoot(camera: Camera, games: list[str]) -> None:
    """Everything, at one size and in one theme."""
    camera.home()
    camera.room()
    camera.shared()
    for name in games:
        camera.table(name, min(4, game(name).options.MOST_SEATS))
        if name in TEAMS:
            camera.teams(name)
    camera.context.close()


if __name__ == "__main__":
    sys.exit(main())
