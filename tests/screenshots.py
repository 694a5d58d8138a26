"""Takes pictures of every board and page at every size, with contact sheets: `make screenshots`.

The matrix of a game: all sizes, both themes, both languages, fewest and most seats (and teams); a
thing held; as people with other colour vision see it; the result and the review. Options make a
part of it, for example `--games skipbo --sizes 390x844 --parts boards,held`. `--parts mockups`
with `--mockups DIR` puts the mock-up of each game, DIR/GAME.html, beside the real board.
"""

from __future__ import annotations

import argparse
import dataclasses
import html
import pathlib
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from helpers.aged_tables import age, repeat_move
from helpers.browser_moves import chromium, open_table
from helpers.browser_people import Player, Traffic
from helpers.layout_audit import (
    LANGUAGES,
    SIZES,
    TEAM_SEATS,
    TEAMS,
    Setup,
    hold,
    open_middle,
    resize,
    show_table,
)
from helpers.screenshot_states import states
from helpers.server_thread import ServerThread, running_server
from helpers.short_games import SHORT

from skipyard.games import GAMES, game

THEMES = ("light", "dark")
PARTS = ("boards", "held", "vision", "states", "results", "pages")
VISIONS = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")  # simulated by Chromium
PAGE_SIZES = ((390, 844), (844, 390), (1366, 768))  # of pages to read, and of results
MOCKED_SEATS = {"skipbo": 4, "skipbo_mod": 4, "skip_or_trip": 3, "skippity": 3}  # in mock-ups
OLD_MOVE = 5  # of a table whose rules have changed
MOST_MOVES = 300  # of mine, before a short game is given up
PAGE_TIMEOUT = 240_000  # milliseconds; rules may have to be compiled
THUMBNAIL, BESIDE = 210, 420  # pixels of height, on a contact sheet and beside a mock-up
SHEET_WIDTH = 2200
NAMES = {"en": "Zoé", "fr": "Maximilien-Alexandre"}  # a short and a long one
Size = tuple[int, int]


@dataclasses.dataclass
class Wanted:
    """The part of the matrix that is asked for."""

    games: list[str]
    sizes: list[Size]
    themes: list[str]
    languages: list[str]
    parts: list[str]

    def some(self, sizes: tuple[Size, ...]) -> list[Size]:
        return [size for size in sizes if size in self.sizes] or self.sizes[:1]


class Camera:
    """A browser that takes pictures into a folder and says how far it has come."""

    def __init__(self, browser: Any, server: ServerThread, folder: pathlib.Path) -> None:
        self.browser, self.server, self.folder = browser, server, folder
        self.started, self.taken = time.monotonic(), 0
        self.pictures: dict[str, list[pathlib.Path]] = {}  # by contact sheet

    def visitor(self, language: str) -> Any:
        context = self.browser.new_context(locale=language, reduced_motion="reduce")
        context.set_default_timeout(PAGE_TIMEOUT)
        page = context.new_page()
        page.traffic = Traffic(page)
        page.on("pageerror", lambda error: print(f"PAGE ERROR {error}", file=sys.stderr))
        return page

    def keep(
        self,
        page: Any,
        sheet: str,
        name: str,
        sizes: list[Size],
        themes: list[str],
        whole: bool = False,
    ) -> None:
        """Take a picture at every size in every theme."""
        (self.folder / sheet).mkdir(exist_ok=True)
        for size in sizes:
            resize(page, size)
            for theme in themes:
                page.emulate_media(color_scheme=theme)
                page.wait_for_load_state("networkidle")  # drawings of the other theme
                path = self.folder / sheet / f"{name}-{size[0]}x{size[1]}-{theme}.png"
                page.screenshot(path=path, full_page=whole)
                self.pictures.setdefault(sheet, []).append(path)
                self.taken += 1
        seconds = time.monotonic() - self.started
        print(f"{seconds:5.0f} s  {self.taken:4} pictures  {sheet}: {name}", flush=True)

    def sheets(self) -> None:
        """Print the pictures of every folder on one sheet."""
        for sheet, paths in self.pictures.items():
            document = self.folder / f"{sheet}.html"
            height = BESIDE if sheet.endswith("-mockup") else THUMBNAIL
            document.write_text(contact_sheet(sheet, paths, height), "utf-8")
            page = self.browser.new_page(viewport={"width": SHEET_WIDTH, "height": 800})
            page.goto(document.resolve().as_uri())
            page.wait_for_load_state("networkidle")
            page.screenshot(path=self.folder / f"{sheet}.png", full_page=True)
            page.close()
            print(f"       contact sheet: {self.folder / f'{sheet}.png'}", flush=True)


def contact_sheet(title: str, paths: list[pathlib.Path], height: int) -> str:
    """A page of thumbnails, a row for each size."""
    rows: dict[str, list[pathlib.Path]] = {}
    for path in paths:
        rows.setdefault(path.stem.split("-")[-2], []).append(path)
    order = [f"{width}x{height}" for width, height in SIZES]
    parts = [
        "<!doctype html><meta charset='utf-8'><style>body { font: 13px sans-serif; margin: 16px;"
        " background: #ddd } div { display: flex; flex-wrap: wrap; gap: 10px }"
        f" figure {{ margin: 0 }} img {{ display: block; height: {height}px }}</style>",
        f"<h1>{html.escape(title)}</h1>",
    ]
    for size in sorted(rows, key=lambda size: order.index(size) if size in order else len(order)):
        parts.append(f"<h2>{size}</h2><div>")
        for path in rows[size]:
            source = html.escape(f"{path.parent.name}/{path.name}")
            caption = html.escape(path.stem.replace(f"-{size}", ""))
            parts.append(f"<figure><img src='{source}' alt=''>{caption}</figure>")
        parts.append("</div>")
    return "".join(parts)


# Tables -------------------------------------------------------------------------------------------
def boards(camera: Camera, wanted: Wanted, name: str) -> None:
    """A game in its middle: fewest and most seats, and teams; then with a thing held."""
    for setup in shown_setups(name, wanted.languages):
        page = camera.visitor(setup.language)
        table = open_middle(
            page.context, camera.server.url, setup, name=NAMES.get(setup.language, "Zoé")
        )
        if "boards" in wanted.parts:
            show_table(page, camera.server.url, table)
            camera.keep(page, name, label(setup), wanted.sizes, wanted.themes)
        if "held" in wanted.parts and setup.language == wanted.languages[0] and not setup.teams:
            resize(page, (1366, 768))
            show_table(page, camera.server.url, table)
            if hold(page):
                camera.keep(page, name, f"{label(setup)}-held", wanted.sizes, wanted.themes)
        page.context.close()


def visions(camera: Camera, wanted: Wanted, name: str) -> None:
    """The middle of a game with all seats taken, in simulated colour vision."""
    setup = Setup(name, game(name).options.MOST_SEATS, wanted.languages[0])
    page = camera.visitor(setup.language)
    table = open_middle(page.context, camera.server.url, setup, name="Zoé")
    show_table(page, camera.server.url, table)
    emulation = page.context.new_cdp_session(page)
    for vision in VISIONS:
        emulation.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        camera.keep(page, name, vision, [(1366, 768)], wanted.themes)
    page.context.close()


def shown_setups(name: str, languages: list[str]) -> Iterator[Setup]:
    most = game(name).options.MOST_SEATS
    for language in languages:
        for seats in sorted({2, most}):
            yield Setup(name, seats, language)
        if name in TEAMS and language == languages[0]:
            yield Setup(name, TEAM_SEATS, language, teams=True)


def label(setup: Setup) -> str:
    return f"{setup.seats}{'-teams' if setup.teams else ''}-{setup.language}"


def mockups(camera: Camera, wanted: Wanted, name: str, folder: pathlib.Path) -> None:
    """The mock-up of a game and its real board, side by side at three sizes in both themes."""
    drawn = (
        folder / f"{name if (folder / f'{name}.html').exists() else name.rpartition('_')[0]}.html"
    )
    setup = Setup(name, MOCKED_SEATS.get(name, 2), wanted.languages[0])
    page, sheet = camera.visitor(setup.language), f"{name}-mockup"
    sizes = wanted.some(PAGE_SIZES)
    for theme in wanted.themes:
        page.goto(f"{drawn.resolve().as_uri()}?theme={theme}")
        camera.keep(page, sheet, "mockup", sizes, [theme])
    table = open_middle(page.context, camera.server.url, setup, name="Zoé")
    show_table(page, camera.server.url, table)
    camera.keep(page, sheet, "real", sizes, wanted.themes)
    page.context.close()


def results(camera: Camera, wanted: Wanted, name: str) -> None:
    """The end of a short game, the table behind it, and the review."""
    sizes = wanted.some(PAGE_SIZES)
    page = camera.visitor(wanted.languages[0])
    resize(page, (1366, 768))
    bots = min(4, game(name).options.MOST_SEATS) - 1
    open_table(page, camera.server.url, name, ["me", *["bot:greedy"] * bots], SHORT[name])
    play_on(page, camera.server)
    camera.keep(page, name, "result", sizes, wanted.themes)
    page.locator(".moment .closes").click()
    camera.keep(page, name, "result-closed", sizes, wanted.themes[:1])
    page.goto(page.url.replace("/t/", "/g/"))
    page.locator(".look .board").wait_for()
    camera.keep(page, name, "review", sizes, wanted.themes)
    page.context.close()


def play_on(page: Any, server: ServerThread) -> None:
    """Play until the game ends; resign where it does not."""
    player = Player(page, server, 1)
    mine, ended = page.locator(".status.mine"), page.locator(".moment")
    for _ in range(MOST_MOVES):
        mine.or_(ended).first.wait_for()
        if ended.count():
            return
        player.move()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    ended.wait_for()


# Pages --------------------------------------------------------------------------------------------
def pages(camera: Camera, wanted: Wanted) -> None:
    """Home, its dialogs, the waiting room, pages to read, and pages that say what went wrong."""
    url, themes = camera.server.url, wanted.themes
    for language in wanted.languages:
        page = camera.visitor(language)
        page.goto(url)
        camera.keep(page, "pages", f"home-{language}", wanted.sizes, themes)
        page.context.close()
    language, sizes = wanted.languages[0], wanted.some(PAGE_SIZES)
    page = camera.visitor(language)
    dialogs(camera, page, sizes, themes)
    room(camera, page, sizes, themes)
    tournament(camera, page, sizes, themes)
    people(camera, page, sizes, themes)
    reading = {
        "rules": "/rules/flip_and_skip",
        "lesson": "/learn/flip_and_skip",
        "lobby": "/watch",
        "puzzles": "/puzzle",
        "puzzle": "/puzzle/skip_or_trip",
        "tournaments": "/tournaments",
        "unknown": "/no-such-page",
        "join-over": "/join",
        "offline": "/offline",
    }
    for name, path in reading.items():
        page.goto(f"{url}{path}")
        camera.keep(page, "pages", name, sizes, themes)
    adjourned(camera, page, sizes, themes)
    page.context.close()


def adjourned(camera: Camera, page: Any, sizes: list[Size], themes: list[str]) -> None:
    """A table that today's rules cannot play on: on a server of its own, which has to restart."""
    with tempfile.TemporaryDirectory() as data:
        folder, setup = pathlib.Path(data), Setup("skippity", 3, "en")
        with running_server(folder) as before:
            table = open_middle(page.context, before.url, setup, name="Zoé")
        age(folder, table)
        repeat_move(folder, table, OLD_MOVE)
        with running_server(folder) as after:
            page.goto(f"{after.url}/t/{table}")
            page.locator("#adjourned").wait_for()
            camera.keep(page, "pages", "adjourned", sizes, themes)


def dialogs(camera: Camera, page: Any, sizes: list[Size], themes: list[str]) -> None:
    """The choices of a table, with a refusal; the names of people who share a screen."""
    page.goto(camera.server.url)
    resize(page, (1366, 768))
    form = page.locator('form[data-game="skipbo"]')
    form.locator("[data-opens=setup]").click()
    camera.keep(page, "pages", "setup", sizes, themes)
    form.locator("[name=clock]").select_option("game")
    form.locator('[name="option.teams"]').check()
    form.locator("dialog button[value=play]").click()
    form.locator(".notice:not(:empty)").first.wait_for()
    camera.keep(page, "pages", "setup-refused", sizes, themes[:1])
    form.locator("[data-reset]").click()
    page.goto(camera.server.url)
    resize(page, (1366, 768))
    form.locator("button[value=here]").click()
    page.locator("#here").wait_for()
    camera.keep(page, "pages", "shared-names", sizes, themes[:1])


def room(camera: Camera, page: Any, sizes: list[Size], themes: list[str]) -> None:
    """A waiting room with a link and an open chair, and the page behind the link."""
    chairs = ["me", "invited", "open", "bot:greedy"]
    open_table(page, camera.server.url, "skipbo", chairs, ["teams=true", "stock_size=20"])
    page.locator(".room li button").first.click()
    page.locator(".room li input").wait_for()
    camera.keep(page, "pages", "room", sizes, themes)
    link = page.locator(".room li input").first.input_value()
    page.goto("about:blank")
    page.goto(link)
    page.locator("#join").wait_for()
    camera.keep(page, "pages", "join", sizes, themes)


def tournament(camera: Camera, page: Any, sizes: list[Size], themes: list[str]) -> None:
    """The form of a tournament, its page before it begins and while it is played."""
    page.goto(f"{camera.server.url}/tournaments/new")
    camera.keep(page, "pages", "tournament-new", sizes, themes)
    page.get_by_label("Name of the tournament").fill("Sunday at Nora’s")
    page.get_by_label("Your name").fill("Zoé")
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url("**/tournaments/*")
    page.get_by_label("Link to the tournament").wait_for()
    camera.keep(page, "pages", "tournament-open", sizes, themes)
    for name in ("Maximilien-Alexandre", "Bob", "Cleo"):
        guest = camera.visitor("en")
        guest.goto(page.url)
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Join").click()
        guest.get_by_text("You are in.").wait_for()
        guest.context.close()
    page.get_by_text("4 people have joined.").wait_for()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Go to your table").wait_for()
    camera.keep(page, "pages", "tournament-played", sizes, themes)


def people(camera: Camera, page: Any, sizes: list[Size], themes: list[str]) -> None:
    """My games, a recovery link, and what somebody finds who follows it, or a link that is void."""
    page.goto(f"{camera.server.url}/me")
    page.locator("#make").click()
    page.locator("#device .qr path[d]").wait_for()
    camera.keep(page, "pages", "me", sizes, themes, whole=True)
    link = page.locator("#link").input_value()
    for name, address in (("recovery", link), ("recovery-unknown", link + "x")):
        other = camera.visitor("en")
        other.goto(address)
        other.locator("#take").click()
        other.locator("#told .why").wait_for()
        camera.keep(other, "pages", name, sizes, themes[:1])
        other.context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--langs", default=",".join(LANGUAGES))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--mockups", type=pathlib.Path, help="folder of the mock-ups' pages")
    args = parser.parse_args()
    sizes = [(int(w), int(h)) for w, h in (size.split("x") for size in args.sizes.split(","))]
    wanted = Wanted(
        games=args.games.split(","),
        sizes=sizes,
        themes=args.themes.split(","),
        languages=args.langs.split(","),
        parts=args.parts.split(","),
    )
    args.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(pathlib.Path(data)) as server,
        chromium() as browser,
    ):
        camera = Camera(browser, server, args.folder)
        if "pages" in wanted.parts:
            pages(camera, wanted)
        for name in wanted.games:
            if {"boards", "held"} & set(wanted.parts):
                boards(camera, wanted, name)
            if "vision" in wanted.parts:
                visions(camera, wanted, name)
            if "mockups" in wanted.parts and args.mockups:
                mockups(camera, wanted, name, args.mockups)
            if "states" in wanted.parts:
                sizes = wanted.some(PAGE_SIZES)
                states(camera, name, wanted.languages[0], sizes, wanted.themes)
            if "results" in wanted.parts:
                results(camera, wanted, name)
        camera.sheets()
    return 0


if __name__ == "__main__":
    sys.exit(main())
