"""People in real browsers: one context each, with console and traffic that a test can read."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import pathlib
import random
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np
import pytest

from helpers.browser_moves import chromium, missing
from helpers.client_views import Views
from helpers.server_thread import ServerThread, running_server
from skipyard.bots import seat_bot
from skipyard.games import GAMES
from skipyard.table import fair_dice

PAGE_TIMEOUT = 60_000  # milliseconds, on a busy machine; `make test` has compiled the rules
DESKTOP: dict[str, Any] = {"viewport": {"width": 1100, "height": 800}}
READING = ["/", "/watch", "/join", "/offline", "/no-such-page", "/me"]
READING += [f"/{kind}/{game}" for kind in ("rules", "learn") for game in GAMES]
BUTTON = 'main.board :is(button[data-id="ID"], button[data-top="ID"])'
RANDOM = 0.25  # of the moves of a player
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
AXE = pathlib.Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What Chromium logs by itself about a refusal that the page shows, and about a lost connection.
EXPECTED_MESSAGES = (
    "status of 409",
    "status of 404",
    "status of 410",
    "ERR_CONNECTION_RE",
    "ERR_INTERNET_",
)  # refused, reset
# Collects violations of the content security policy; the console has them too, in other words.
COLLECT_VIOLATIONS = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.forbidden.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is missing here; run make web")
needs_browser = pytest.mark.skipif(bool(missing()), reason=f"the browser tests need {missing()}")


class Traffic:
    """What one page received: every frame of its sockets, every response to its requests."""

    def __init__(self, page: Any) -> None:
        self.messages: list[dict[str, Any]] = []  # a `changed` is stored as the whole view it makes
        self.addresses: list[str] = []
        page.on("websocket", self.open)
        page.on("response", lambda response: self.addresses.append(response.url))

    def open(self, socket: Any) -> None:
        self.addresses.append(socket.url)
        views = Views()  # a screen that several people share has a socket for each
        socket.on(
            "framereceived", lambda frame: self.messages.append(views.whole(json.loads(frame)))
        )

    def shown(self) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == "shown"]


class People:
    """Browser contexts, one a person; an error or warning in a console fails the test."""

    def __init__(self, browser: Any, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def open(self, path: str = "/", **how: Any) -> Any:
        """Open a page as a new person; animations are off so that tests need not wait."""
        usual = {"locale": "en", "reduced_motion": "reduce"} | DESKTOP
        context = self.browser.new_context(**usual | how)
        context.set_default_timeout(PAGE_TIMEOUT)
        context.add_init_script(COLLECT_VIOLATIONS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.note(message.type, message.text))
        page.on("pageerror", lambda error: self.note("error", str(error)))
        page.traffic = Traffic(page)
        page.goto(path if "://" in path else self.url + path)
        return page

    def note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(note in text for note in EXPECTED_MESSAGES):
            self.complaints.append(text)

    def open_table(self, page: Any, game: str, **more: Any) -> dict[str, Any]:
        """Open a table through the API, with settings that the first page does not offer."""
        body = {"game": game, "chairs": ["me", "invited"], "name": "Ann"} | more
        answer = page.request.post(f"{self.url}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        facts: dict[str, Any] = answer.json()
        return facts

    def join(self, code: str, name: str, **how: Any) -> Any:
        """Follow an invitation link as a new person and sit down."""
        page = self.open(f"/join#{code}", **how)
        page.locator("#name").fill(name)
        page.locator("#join button.big").click()
        page.wait_for_url("**/t/*")
        return page

    def close(self) -> None:
        """Close all contexts and check that no page violated its policy or logged an error."""
        forbidden = [
            violation
            for context in self.contexts
            for page in context.pages
            for violation in page.evaluate("window.forbidden ?? []")
        ]
        for context in self.contexts:
            context.close()
        assert not forbidden, forbidden
        assert not self.complaints, self.complaints


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("browser")) as running:
        yield running


class KeptChromium:
    """A Chromium for tests that follow one another; no event loop can run beside it."""

    def __init__(self) -> None:
        self.browser: Any = None
        self.until_closed = contextlib.ExitStack()

    def get(self) -> Any:
        """The browser, started anew if it has crashed."""
        if self.browser is None or not self.browser.is_connected():
            self.close()
            self.browser = self.until_closed.enter_context(chromium())
        return self.browser

    def close(self) -> None:
        self.browser = None
        self.until_closed.close()


KEPT = KeptChromium()


@pytest.fixture
def browser() -> Any:
    return KEPT.get()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Close the browser when the next test needs none."""
    try:
        yield
    finally:
        if "people" not in getattr(nextitem, "fixturenames", ()):
            KEPT.close()


@pytest.fixture
def people(
    browser: Any,
    server: ServerThread,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[People]:
    """Nobody yet; what a test's tables deal follows from the test's name."""
    keys = (f"{request.node.name} {table}".encode() for table in itertools.count())
    monkeypatch.setattr(fair_dice, "new_key", lambda: hashlib.sha256(next(keys)).digest())
    everybody = People(browser, server.url)
    yield everybody
    everybody.close()


# What is on a page --------------------------------------------------------------------------------
def seq_of(page: Any) -> int:
    """The last row of the log that a page shows."""
    return int(page.locator("main.board").get_attribute("data-seq"))


def wait_beyond(page: Any, seq: int) -> None:
    """Wait until a page shows a later row, or is covered because of one."""
    page.wait_for_function(
        "seq => document.querySelector('.cover')"
        " || Number(document.querySelector('main.board')?.dataset.seq) > seq",
        arg=seq,
    )


def touchable(page: Any) -> list[str]:
    """The ids of what can be touched now."""
    read_ids = "all => all.map(one => one.dataset.id)"
    ids: list[str] = page.locator("main.board .live.next").evaluate_all(read_ids)
    return ids


def axe_findings(page: Any) -> list[str]:
    """The violations that axe reports on a page, each with its elements."""
    page.evaluate(AXE.read_text("utf-8"))
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:4]}"
        for each in report["violations"]
    ]


def play_now(page: Any, game: str = "skipbo") -> None:
    """Start a game against a bot with one click on the first page."""
    page.locator(f'form[data-game="{game}"] button[value=bots]').click()
    page.locator(".status.mine").wait_for()


def open_ways(page: Any, game: str) -> Any:
    """A game's form on the first page, with its menu unfolded where there is one."""
    form = page.locator(f'form[data-game="{game}"]')
    if form.locator(".opens-ways:visible").count():
        form.locator(".opens-ways").click()
    return form


# Playing ------------------------------------------------------------------------------------------
class Player:
    """Plays by touching what can be touched: at random, or as a bot with the same view would."""

    def __init__(self, page: Any, server: ServerThread, seed: int) -> None:
        self.page, self.server, self.dice = page, server, random.Random(seed)

    def button(self, item: str) -> Any:
        """The button with an id: the item itself, or the pile it lies on."""
        return self.page.locator(BUTTON.replace("ID", item)).first

    def touch(self, item: str) -> None:
        self.button(item).click()

    def move(self) -> None:
        """Play one whole move and wait until the page shows it."""
        before = seq_of(self.page)
        if self.dice.random() < RANDOM:
            self.touch(self.dice.choice(touchable(self.page)))
            while self.page.locator("main.choosing").count():
                self.touch(self.dice.choice(touchable(self.page)))
        else:
            for item in self.advised():
                self.touch(item)
        wait_beyond(self.page, before)

    def advised(self) -> list[str]:
        """The touches of a move that a greedy bot would make, so that games end."""
        views = self.page.traffic.shown()
        shown = next(view for view in reversed(views) if view["scene"] and view["scene"]["paths"])
        host = self.server.app.state.seating.tables.open[shown["table"]["id"]].host
        bot, seat = seat_bot(shown["table"]["game"], "greedy", 1), shown["viewer"]
        action = bot.choose(host.view(seat), np.array(host.legal(seat), np.int16))
        paths = [path["touch"] for path in shown["scene"]["paths"] if path["action"] == action]
        return list(self.dice.choice(paths))


class TouchPlayer(Player):
    """A player on a phone."""

    def touch(self, item: str) -> None:
        self.button(item).tap()


class KeyboardPlayer(Player):
    """A player with only a keyboard: Tab between areas, arrows inside, Enter."""

    STEPS = 150
    ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

    def touch(self, item: str) -> None:
        self.reach(item)
        self.page.keyboard.press("Enter")

    def reach(self, item: str) -> None:
        """Tab to the area of an item, then use arrows; any arrow when going in circles."""
        been: set[str] = set()
        for _ in range(self.STEPS):
            key, at = self.page.evaluate(NEXT_KEY, BUTTON.replace("ID", item))
            if not key:
                return
            lost = at in been and key in self.ARROWS
            been.add(at)
            self.page.keyboard.press(self.dice.choice(self.ARROWS) if lost else key)
        raise AssertionError(f"the keyboard does not reach {item}")


# The key that leads from the focused item towards another, empty once there; and the focused id.
NEXT_KEY = """selector => {
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
