"""Every page besides the boards, opened as people meet it: with long names, games and links."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Sequence
from typing import Any

from helpers.browser_moves import take_turns
from helpers.browser_people import People, open_ways
from helpers.layout_audit import LONG_NAME
from helpers.short_games import SHORT
from skipyard.games import game
from skipyard.games import puzzles as puzzles_of
from skipyard.server.pages import puzzle_answers

Opener = Callable[[People, dict[str, Any]], Any]
NAMES = (LONG_NAME, "Wilhelmina-Josephine", "Bartholomew-Theodore", "Zoé")
EVENT = "Sunday afternoon among old friends"
MOVES = 300  # of a short game, to its end
PAGES: dict[str, Opener] = {}
AUDIT = (pathlib.Path(__file__).parent / "page_audit.js").read_text("utf-8").strip()
# Each fault, planted in the form of a tournament, and words of the sentence that tells it.
FAULTS = {
    "a part too wide": ("document.querySelector('#new').style.width = '600px'", "px wide in"),
    "a small button": (
        "const b = document.querySelector('.button.big').style;"
        "b.minHeight = b.height = '20px'; b.padding = '0'",
        "px to touch",
    ),
    "small text": ("document.querySelector('h1').style.fontSize = '10px'", "text of 10.0 px"),
    "text that is cut": (
        "const h = document.querySelector('h1').style;"
        "h.width = '80px'; h.overflow = 'hidden'; h.whiteSpace = 'nowrap'",
        "is cut by",
    ),
    "text out of its button": (
        "const b = document.querySelector('.button.big'); b.style.whiteSpace = 'nowrap';"
        "b.style.width = '90px'; b.style.justifySelf = 'start'",
        "runs out of",
    ),
    "a button over text": (
        "document.querySelector('.button.big').style.translate = '0 -60px'",
        "lies over",
    ),
}


def page(name: str) -> Callable[[Opener], Opener]:
    def keep(opener: Opener) -> Opener:
        PAGES[name] = opener
        return opener

    return keep


def visitor(people: People, how: dict[str, Any], name: str = LONG_NAME) -> Any:
    """A person whose browser knows a name."""
    found = people.open("/offline", **how)
    found.evaluate("name => localStorage.setItem('skipyard.name', name)", name)
    return found


def page_audit(page: Any) -> list[str]:
    """What is wrong with the boxes of a page, in sentences."""
    findings: list[str] = page.evaluate(AUDIT)
    return findings


def post(people: People, page: Any, path: str, **body: Any) -> dict[str, Any]:
    """Send what a page would send, and read the answer."""
    answer = page.request.post(people.url + path, data=body, headers={"origin": people.url})
    assert answer.ok, answer.text()
    facts: dict[str, Any] = answer.json()
    return facts


# Before a game ------------------------------------------------------------------------------------
@page("home")
def home(people: People, how: dict[str, Any]) -> Any:
    """The first page of somebody who has a running game and a finished one."""
    found = visitor(people, how)
    with_games(people, found)
    found.goto(people.url)
    found.locator("#now .ticket").nth(1).wait_for()
    return found


def with_games(people: People, found: Any) -> None:
    """Give a visitor a game that has ended and two that go on."""
    for name in ("skippity", "skip_or_trip", "skipbo"):
        facts = open_table(people, found, name, ["me", "bot:greedy"])
        if name == "skippity":
            resign(people, found, facts["table"])


def open_table(
    people: People, found: Any, game: str, chairs: list[str], settings: Sequence[str] = ()
) -> dict[str, Any]:
    body = {"game": game, "chairs": chairs, "settings": list(settings), "name": LONG_NAME}
    return post(people, found, "/api/tables", **body)


def resign(people: People, found: Any, table: str) -> None:
    path = f"/api/tables/{table}/commands"
    post(people, found, path, type="resign", seq=0, command="give-up")


@page("setup")
def setup(people: People, how: dict[str, Any]) -> Any:
    """The choices of a table."""
    found = visitor(people, how)
    found.goto(people.url)
    form = open_ways(found, "skipbo")
    form.locator("[data-opens=setup]").click()
    form.locator("dialog.setup[open]").wait_for()
    return found


@page("names")
def names_at_one_screen(people: People, how: dict[str, Any]) -> Any:
    found = visitor(people, how)
    found.goto(people.url)
    open_ways(found, "skip_or_trip").locator("button[value=here]").click()
    found.locator("#here").wait_for()
    return found


@page("room")
def waiting_room(people: People, how: dict[str, Any]) -> Any:
    """The host's waiting room: a guest, a chair that is kept, one that is open, a bot."""
    found = visitor(people, how)
    facts = room_of_four(people, found)
    sit(people, facts["table"], NAMES[1], 1)
    found.goto(f"{people.url}/t/{facts['table']}")
    found.locator(".room li button").last.click()
    found.locator(".room li input").wait_for()
    return found


def room_of_four(people: People, found: Any) -> dict[str, Any]:
    chairs = ["me", "open", "open", "open"]
    return open_table(people, found, "skipbo", chairs, ["teams=true", "stock_size=20"])


def sit(people: People, table: str, name: str, seat: int) -> None:
    guest = people.open("/offline")
    post(people, guest, f"/api/tables/{table}/sit", seat=seat, name=name)
    guest.close()


@page("guest")
def guest_in_the_room(people: People, how: dict[str, Any]) -> Any:
    """What a friend sees who follows the table's link."""
    facts = room_of_four(people, visitor(people, how))
    found = visitor(people, how, NAMES[1])
    found.goto(f"{people.url}/t/{facts['table']}")
    found.locator(".room .me").wait_for()
    return found


@page("join")
def followed_link(people: People, how: dict[str, Any]) -> Any:
    """What one friend sees who follows the link of a chair kept for that friend."""
    host = visitor(people, how)
    settings = ["teams=true", "stock_size=20"]
    chairs = ["me", "invited", "bot:greedy", "open"]
    facts = open_table(people, host, "skipbo", chairs, settings)
    host.goto(f"{people.url}/t/{facts['table']}")
    host.locator(".room li button").first.click()
    link = host.locator(".room li input").first
    link.wait_for()
    found = visitor(people, how, NAMES[1])
    found.goto(f"{people.url}/join#{link.input_value().partition('#')[2]}")
    found.locator("#invited h2:not(:empty)").wait_for()
    return found


# One's own games ----------------------------------------------------------------------------------
@page("me")
def me(people: People, how: dict[str, Any]) -> Any:
    found = visitor(people, how)
    with_games(people, found)
    found.goto(f"{people.url}/me")
    found.locator(".tiles div").first.wait_for()
    found.locator("#make").click()
    found.locator("#device .qr path[d]").wait_for()
    return found


@page("recovery")
def recovery(people: People, how: dict[str, Any]) -> Any:
    """What somebody finds on another device."""
    link = me(people, how).locator("#link").input_value()
    found = people.open(link, **how)
    found.locator("#take").wait_for()
    return found


# Puzzles ------------------------------------------------------------------------------------------
@page("puzzles")
def puzzles(people: People, how: dict[str, Any]) -> Any:
    found = people.open("/puzzle", **how)
    found.locator(".puzzle-cards .state").first.wait_for()
    return found


@page("puzzle")
def puzzle(people: People, how: dict[str, Any]) -> Any:
    found = people.open("/puzzle/skip_or_trip/1", **how)
    found.locator(".panel .ask").wait_for()
    return found


@page("puzzle solved")
def puzzle_solved(people: People, how: dict[str, Any]) -> Any:
    """A puzzle after the solution was asked for, with the moves' chances."""
    found = people.open("/puzzle/skippity/1", **how)
    found.locator(".panel .ask").wait_for()
    wrong = puzzles_of.load(game("skippity"), 1).others[0]
    paths = puzzle_answers.scene(game("skippity"), 1, "en").paths
    for thing in next(path.touch for path in paths if path.action == wrong):
        found.locator(f'.board [data-id="{thing}"]').first.click()
    found.locator(".panel .actions .plain").click()
    found.locator(".bar.best").first.wait_for()
    return found


# Tournaments --------------------------------------------------------------------------------------
@page("tournaments")
def tournaments(people: People, how: dict[str, Any]) -> Any:
    opened(people, how)
    return people.open("/tournaments", **how)


@page("tournament form")
def tournament_form(people: People, how: dict[str, Any]) -> Any:
    found = visitor(people, how)
    found.goto(f"{people.url}/tournaments/new")
    found.get_by_role("button").last.wait_for()
    return found


def opened(people: People, how: dict[str, Any]) -> tuple[Any, str, list[Any]]:
    """The organiser of a tournament, its id, and all who joined, with long names."""
    organiser = visitor(people, how)
    agreed = {"rounds": 2, "pause": 3600}
    body = {"title": EVENT, "game": "skippity", "agreed": agreed, "name": LONG_NAME}
    name = post(people, organiser, "/api/tournaments", **body)["tournament"]
    everybody = [organiser]
    for other in NAMES[1:]:
        guest = people.open("/offline", **how)
        post(people, guest, f"/api/tournaments/{name}/join", name=other)
        everybody.append(guest)
    return organiser, name, everybody


@page("tournament")
def tournament(people: People, how: dict[str, Any]) -> Any:
    """The organiser's page before the beginning."""
    organiser, name, _everybody = opened(people, how)
    organiser.goto(f"{people.url}/tournaments/{name}")
    organiser.locator("#link").wait_for()
    return organiser


@page("tournament link")
def tournament_link(people: People, how: dict[str, Any]) -> Any:
    """What somebody sees who follows the tournament's link."""
    _organiser, name, _everybody = opened(people, how)
    found = visitor(people, how, "Anne-Sophie-Charlotte"[:20])
    found.goto(f"{people.url}/tournaments/{name}")
    found.locator("#link").wait_for()
    return found


def played(people: People, how: dict[str, Any], rounds: int) -> Any:
    """The organiser's page when somebody has resigned at every table of some rounds."""
    organiser, name, everybody = opened(people, how)
    api = f"/api/tournaments/{name}"
    post(people, organiser, f"{api}/begin")
    for number in range(rounds):
        if number:
            post(people, organiser, f"{api}/next")
        for one in everybody[:2] if rounds == 1 else everybody:
            one.goto(f"{people.url}/tournaments/{name}")
            one.locator(".go-table").wait_for()
        done: set[str] = set()
        for one in everybody[:2] if rounds == 1 else everybody:
            table = one.locator(".go-table").get_attribute("href").rpartition("/")[2]
            if table not in done:
                resign(people, one, table)
                done.add(table)
    organiser.goto(f"{people.url}/tournaments/{name}")
    organiser.locator(".standings").wait_for()
    return organiser


@page("tournament running")
def tournament_running(people: People, how: dict[str, Any]) -> Any:
    return played(people, how, 1)


@page("tournament over")
def tournament_over(people: People, how: dict[str, Any]) -> Any:
    found = played(people, how, 2)
    found.locator("#tournament[data-phase=over]").wait_for()
    return found


# After a game -------------------------------------------------------------------------------------
@page("result")
def result(people: People, how: dict[str, Any]) -> Any:
    found = visitor(people, how)
    facts = open_table(people, found, "skippity", ["me", *["bot:greedy"] * 3], SHORT["skippity"])
    found.goto(f"{people.url}/t/{facts['table']}")
    take_turns(found, MOVES)
    found.locator(".figures li").first.wait_for()
    return found


@page("result closed")
def result_closed(people: People, how: dict[str, Any]) -> Any:
    found = result(people, how)
    found.locator(".moment .closes").click()
    found.locator("nav.after").wait_for()
    return found


@page("review")
def review(people: People, how: dict[str, Any]) -> Any:
    found = result(people, how)
    found.goto(found.url.replace("/t/", "/g/"))
    found.locator(".look .board").wait_for()
    return found
