"""Takes pictures of the pages in a real browser, to be looked at: `make screenshots`."""

from __future__ import annotations

import argparse
import itertools
import pathlib
import sys
import tempfile
import time
from typing import Any

from helpers.browser_moves import chromium, open_table
from helpers.browser_people import Player, Traffic, touchable
from helpers.server_thread import ServerThread, running_server

from skipyard.games import GAMES, game

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
THEMES = ("light", "dark")
MIDDLE, FEW = 14, 5  # moves of mine until a picture of the middle
MOST_MOVES = 300  # of mine, before a short game is given up
PAGE_TIMEOUT = 240_000  # milliseconds; rules may have to be compiled
TEAMS = {"skipbo": "teams=true", "skip_or_trip": "variant=team"}
SHORT = {
    "skipbo": ["stock_size=3"],
    "skipbo_mod": ["stock_size=3"],
    "skip_or_trip": ["house_rules=true", "removed_cards=80"],
    "flip_and_skip": ["no_progress_limit=4"],
    "skippity": ["size=6"],
}


class Camera:
    """One person's browser at one size; every picture is taken in all themes."""

    def __init__(
        self, browser: Any, server: ServerThread, folder: pathlib.Path, size: str, themes: list[str]
    ) -> None:
        self.url, self.folder, self.size, self.themes = server.url, folder, size, themes
        self.started = time.monotonic()
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            has_touch=size == "phone",
            locale="en",
        )
        self.context.set_default_timeout(PAGE_TIMEOUT)
        self.page = self.context.new_page()
        self.page.traffic = Traffic(self.page)
        self.page.on("console", lambda message: print(message.text, file=sys.stderr))
        self.player = Player(self.page, server, 1)

    def keep(self, name: str, whole: bool = False) -> None:
        for theme in self.themes:
            self.page.emulate_media(color_scheme=theme)
            self.page.wait_for_load_state("networkidle")  # drawings of the other theme
            path = self.folder / f"{name}-{self.size}-{theme}.png"
            self.page.screenshot(path=path, full_page=whole)
        print(f"{time.monotonic() - self.started:6.0f} s  {self.size}: {name}", flush=True)

    def sit(self, name: str, settings: list[str], bots: int = 1) -> None:
        open_table(self.page, self.url, name, ["me", *["bot:greedy"] * bots], settings)
        self.page.locator(".status.mine").wait_for()

    def play(self, moves: int) -> None:
        """Play some moves of mine, waiting for the others; stop early when the game ends."""
        mine, ended = self.page.locator(".status.mine"), self.page.locator(".moment")
        for _ in range(moves):
            mine.or_(ended).first.wait_for()
            if ended.count():
                return
            self.player.move()
        mine.or_(ended).first.wait_for()

    def resign(self) -> None:
        self.page.get_by_role("button", name="Resign").click()
        self.page.get_by_role("button", name="Yes").click()
        self.page.locator(".moment").wait_for()

    # Pages ----------------------------------------------------------------------------------------
    def home(self) -> None:
        self.page.goto(self.url)
        self.keep("home", whole=True)
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
        """A waiting room with a link and an open chair, the page behind the link, the lobby."""
        page = self.page
        chairs = ["me", "invited", "open", "bot:greedy"]
        open_table(page, self.url, "skipbo", chairs, ["teams=true", "stock_size=20"])
        page.locator(".room li button").first.click()
        page.locator(".room .qr").wait_for()
        self.keep("room")
        link = page.locator(".room li input").first.input_value()
        page.goto("about:blank")
        page.goto(link)
        page.locator("#join").wait_for()
        page.wait_for_load_state("networkidle")
        self.keep("join")
        page.goto(f"{self.url}/watch")
        page.wait_for_load_state("networkidle")
        self.keep("lobby", whole=True)

    def reading(self) -> None:
        """A book of rules and a lesson."""
        for name, path in (("rules", "/rules/flip_and_skip"), ("lesson", "/learn/flip_and_skip")):
            self.page.goto(f"{self.url}{path}")
            self.page.wait_for_load_state("networkidle")
            self.keep(name)

    def shared(self) -> None:
        """A screen that two people share."""
        page = self.page
        page.goto(self.url)
        page.locator('form[data-game="skipbo"] button[value=here]').click()
        self.keep("shared-names")
        page.locator("#here button[value=go]").click()
        cover = page.locator(".cover")
        cover.wait_for()
        self.keep("shared-cover")
        page.locator(".cover button").click()
        page.locator(".status.mine").wait_for()
        while not cover.count():
            self.player.move()
        page.locator(".cover button").click()
        page.locator(".since").wait_for()
        self.keep("shared-since")

    # Tables ---------------------------------------------------------------------------------------
    def table(self, name: str, most: int) -> None:
        """The start, an item held, a wrong touch, the middle, the end; then a full table."""
        self.sit(name, [])
        self.keep(f"{name}-start")
        self.held(name)
        if name == "skipbo":
            self.wrong(name)
        self.play(MIDDLE)
        self.keep(f"{name}-middle")
        self.end(name)
        self.sit(name, [], bots=most - 1)
        self.play(FEW)
        self.keep(f"{name}-full")

    def held(self, name: str) -> None:
        """An item taken up; a game may begin with moves of one touch."""
        page = self.page
        scene = page.traffic.shown()[-1]["scene"]
        first = next((path["touch"][0] for path in scene["paths"] if len(path["touch"]) > 1), None)
        if first is not None:
            self.player.touch(first)
            self.keep(f"{name}-held")
            page.keyboard.press("Escape")

    def wrong(self, name: str) -> None:
        """A card touched to a pile that does not take it; some deals have none."""
        page = self.page
        cards, piles = touchable(page), [f"build.{number}" for number in range(4)]
        for card, pile in itertools.product(cards, piles):
            self.player.touch(card)
            if pile not in touchable(page) and page.locator("main.choosing").count():
                page.locator(f'.pile[data-id="{pile}"]').click()
                page.locator(".status .notice").wait_for()
                self.keep(f"{name}-wrong")
                page.keyboard.press("Escape")
                return
            page.keyboard.press("Escape")

    def end(self, name: str) -> None:
        """The end of a short game, and its review."""
        page = self.page
        self.sit(name, SHORT[name])
        self.play(MOST_MOVES)
        if not page.locator(".moment").count():
            self.resign()
        self.keep(f"{name}-end")
        page.goto(page.url.replace("/t/", "/g/"))
        page.locator("#review[data-shown]").wait_for()
        self.keep(f"{name}-review")

    def teams(self, name: str) -> None:
        """Two against two, in the middle and at the end."""
        self.sit(name, [TEAMS[name]], bots=3)
        self.play(FEW)
        self.keep(f"{name}-teams")
        self.resign()
        self.keep(f"{name}-teams-end")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running_server(pathlib.Path(data)) as server:
        for size in args.sizes.split(","):
            with chromium() as browser:
                camera = Camera(browser, server, args.folder, size, args.themes.split(","))
                shoot(camera, args.games.split(","))
    return 0


def shoot(camera: Camera, games: list[str]) -> None:
    """Everything, at one size."""
    camera.home()
    camera.room()
    camera.shared()
    camera.reading()
    for name in games:
        camera.table(name, min(4, game(name).options.MOST_SEATS))
        if name in TEAMS:
            camera.teams(name)
    camera.context.close()


if __name__ == "__main__":
    sys.exit(main())
