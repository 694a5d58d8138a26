"""People in real browsers: each a context of its own, whose console and traffic a test can read."""

from __future__ import annotations

import hashlib
import itertools
import json
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from browser import chromium, missing
from changes import Views
from served import Served, served

from skipyard.bots import seat_bot
from skipyard.games import GAMES
from skipyard.table import fair_dice

PATIENCE = 60_000  # milliseconds, on a busy machine; `make test` has compiled the rules
DESKTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 800}}
READING = ["/", "/watch", "/join", "/offline", "/no-such-page"]
READING += [f"/{kind}/{game}" for kind in ("rules", "learn") for game in GAMES]
BUTTON = 'main.board :is(button[data-id="ID"], button[data-top="ID"])'
RANDOM = 0.25  # of the moves of a player
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
AXE = pathlib.Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The browser's own notes of a refusal that a page shows, and of a line that is down.
OF_THE_BROWSER = ("status of 409", "status of 404", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_")
# What a policy forbids is told to the document; the console has it too, in the browser's words.
LISTEN = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.forbidden.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is missing here; run make web")
needs_browser = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing()), reason=f"the browser tests need {missing()}"),
]


class Traffic:
    """What came to one page: every frame of its sockets, every answer to its requests."""

    def __init__(self, page: Any) -> None:
        self.messages: list[dict[str, Any]] = []  # each change as the whole view that it makes
        self.addresses: list[str] = []
        page.on("websocket", self.open)
        page.on("response", lambda response: self.addresses.append(response.url))

    def open(self, socket: Any) -> None:
        self.addresses.append(socket.url)
        views = Views()  # a page of several people has a socket for each
        socket.on(
            "framereceived", lambda frame: self.messages.append(views.whole(json.loads(frame)))
        )

    def shown(self) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == "shown"]


class People:
    """Browser contexts, each a person; what their consoles complain about fails the test."""

    def __init__(self, browser: Any, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def come(self, path: str = "/", **how: Any) -> Any:
        """A new person opens a page; motion is off, so that a test need not wait for it."""
        usual = {"locale": "en", "reduced_motion": "reduce"} | DESKTOP
        context = self.browser.new_context(**usual | how)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTEN)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self.hear(said.type, said.text))
        page.on("pageerror", lambda error: self.hear("error", str(error)))
        page.traffic = Traffic(page)
        page.goto(path if "://" in path else self.url + path)
        return page

    def hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(note in text for note in OF_THE_BROWSER):
            self.complaints.append(text)

    def open_table(self, page: Any, game: str, **more: Any) -> dict[str, Any]:
        """A page's person opens a table with settings that the first page does not offer."""
        body = {"game": game, "chairs": ["me", "invited"], "name": "Ann"} | more
        answer = page.request.post(f"{self.url}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        facts: dict[str, Any] = answer.json()
        return facts

    def join(self, code: str, name: str, **how: Any) -> Any:
        """Somebody comes by a link and sits down."""
        page = self.come(f"/join#{code}", **how)
        page.locator("#name").fill(name)
        page.locator("#join button").click()
        page.wait_for_url("**/t/*")
        return page

    def leave(self) -> None:
        """Everybody goes home; nothing that their pages did was forbidden to them."""
        forbidden = [
            found
            for context in self.contexts
            for page in context.pages
            for found in page.evaluate("window.forbidden ?? []")
        ]
        for context in self.contexts:
            context.close()
        assert not forbidden, forbidden
        assert not self.complaints, self.complaints


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@pytest.fixture
def people(
    browser: Any, server: Served, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[People]:
    """Nobody yet; what a test's tables deal follows from its name, so that it can be repeated."""
    keys = (f"{request.node.name} {table}".encode() for table in itertools.count())
    monkeypatch.setattr(fair_dice, "new_key", lambda: hashlib.sha256(next(keys)).digest())
    found = People(browser, server.url)
    yield found
    found.leave()


# What is on a page --------------------------------------------------------------------------------
def seq_of(page: Any) -> int:
    """The last row of the log that a page shows."""
    return int(page.locator("main.board").get_attribute("data-seq"))


def wait_beyond(page: Any, seq: int) -> None:
    """Until a page shows a later row, or lies covered because of one."""
    page.wait_for_function(
        "seq => document.querySelector('.cover')"
        " || Number(document.querySelector('main.board')?.dataset.seq) > seq",
        arg=seq,
    )


def lit(page: Any) -> list[str]:
    """The ids of what can be touched now."""
    found = "all => all.map(one => one.dataset.id)"
    ids: list[str] = page.locator("main.board .live.next").evaluate_all(found)
    return ids


def findings(page: Any) -> list[str]:
    """What axe finds on a page, each with the elements that it is about."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:4]}"
        for each in found["violations"]
    ]


def play_now(page: Any, game: str = "skipbo") -> None:
    """One click on the first page, and a game against a bot begins."""
    page.locator(f'form[data-game="{game}"] button[value=bots]').click()
    page.locator(".status.mine").wait_for()


# Playing ------------------------------------------------------------------------------------------
class Player:
    """Somebody who touches what is lit: at random, or as a bot with the same view would."""

    def __init__(self, page: Any, server: Served, seed: int) -> None:
        self.page, self.server, self.dice = page, server, random.Random(seed)

    def button(self, thing: str) -> Any:
        """What goes by an id: a thing itself, or the pile on which it lies."""
        return self.page.locator(BUTTON.replace("ID", thing)).first

    def touch(self, thing: str) -> None:
        self.button(thing).click()

    def move(self) -> None:
        """One whole move; the page shows what came of it."""
        before = seq_of(self.page)
        if self.dice.random() < RANDOM:
            self.touch(self.dice.choice(lit(self.page)))
            while self.page.locator("main.choosing").count():
                self.touch(self.dice.choice(lit(self.page)))
        else:
            for thing in self.advised():
                self.touch(thing)
        wait_beyond(self.page, before)

    def advised(self) -> list[str]:
        """The path of a move that leads somewhere, so that games end."""
        views = self.page.traffic.shown()
        shown = next(view for view in reversed(views) if view["scene"] and view["scene"]["paths"])
        host = self.server.app.state.seating.tables.open[shown["table"]["id"]].host
        bot, seat = seat_bot(shown["table"]["game"], "greedy", 1), shown["viewer"]
        action = bot.choose(host.view(seat), np.array(host.legal(seat), np.int16))
        paths = [path["touch"] for path in shown["scene"]["paths"] if path["action"] == action]
        return list(self.dice.choice(paths))


class Finger(Player):
    """A player on a telephone."""

    def touch(self, thing: str) -> None:
        self.button(thing).tap()


class Keys(Player):
    """A player who has nothing but a keyboard: Tab between areas, arrows inside, Enter."""

    STEPS = 150
    ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

    def touch(self, thing: str) -> None:
        self.reach(thing)
        self.page.keyboard.press("Enter")

    def reach(self, thing: str) -> None:
        """Tab to the area of a thing, then go towards it by arrows; at a loss, by any arrow."""
        been: set[str] = set()
        for _ in range(self.STEPS):
            way, at = self.page.evaluate(WAY, BUTTON.replace("ID", thing))
            if not way:
                return
            lost = at in been and way in self.ARROWS
            been.add(at)
            self.page.keyboard.press(self.dice.choice(self.ARROWS) if lost else way)
        raise AssertionError(f"the keyboard does not reach {thing}")


# Which key leads from the focused thing towards another one, none where it is there; and its id.
WAY = """selector => {
  const to = document.querySelector(selector);
  const from = document.activeElement;
  const at = from.dataset.id ?? "";
  if (from === to) return ["", at];
  const area = to.closest("[data-area]");
  if (from.closest("[data-area]") !== area || !from.matches("button[data-id]")) {
    const after = from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [after || from === document.body ? "Tab" : "Shift+Tab", at];
  }
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [dx, dy] = [b.left - a.left, b.top - a.top];
  if (Math.abs(dy) > 4) return [dy > 0 ? "ArrowDown" : "ArrowUp", at];
  return [dx > 0 ? "ArrowRight" : "ArrowLeft", at];
}"""
