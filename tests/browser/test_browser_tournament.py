"""A tournament in real browsers: one link, four people, the same deals, a restart in the middle."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.browser_people import (
    PHONE,
    People,
    Player,
    TouchPlayer,
    axe_findings,
    needs_axe,
    needs_browser,
)
from helpers.server_thread import ServerThread, running_server

pytestmark = needs_browser
NAMES = ("Ann", "Bob", "Cleo", "Zoé")


@pytest.fixture
def own_server(tmp_path: pathlib.Path) -> Iterator[ServerThread]:
    """A server of this test's own, which it may restart on the same port."""
    with running_server(tmp_path) as server:
        yield server


def open_tournament(page: Any, game: str, pause: int = 1, rounds: int = 0) -> str:
    """Fill in the form as somebody would; the address of the tournament."""
    page.get_by_label("Name of the tournament").fill("Sunday at Nora’s")
    page.get_by_label("Your name").fill(NAMES[0])
    page.locator(f'[name=game][value="{game}"]').check(force=True)
    page.locator("[name=rounds]").select_option(str(rounds))
    page.get_by_label("Seconds between rounds").fill(str(pause))
    page.get_by_role("button", name="Open the tournament").click()
    page.wait_for_url("**/tournaments/*")
    page.get_by_role("heading", name="Sunday at Nora’s").wait_for()
    return str(page.url)


def join(people: People, address: str, name: str, **how: Any) -> Any:
    page = people.open(address, **how)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.get_by_text("You are in.").wait_for()
    return page


def test_a_tournament_is_opened_and_shows_its_link(people: People) -> None:
    ann = people.open("/tournaments/new")
    address = open_tournament(ann, "skipbo")
    assert ann.get_by_role("button", name="Begin").is_disabled()
    assert ann.get_by_label("Link to the tournament").input_value() == address
    ann.get_by_role("img", name="QR code").wait_for()


@pytest.mark.full
@needs_axe
def test_people_join_by_one_link_and_find_their_tables(people: People) -> None:
    ann = people.open("/tournaments/new")
    assert not axe_findings(ann)
    address = open_tournament(ann, "skipbo")
    for name in NAMES[1:3]:
        page = join(people, address, name)
    assert not axe_findings(page)
    ann.get_by_text("3 people have joined.").wait_for()
    ann.get_by_role("button", name="Begin").click()
    ann.get_by_role("link", name="Go to your table").wait_for()
    page.get_by_role("link", name="Go to your table").click()
    page.wait_for_url("**/t/*")
    page.locator("main.board").wait_for()
    page.get_by_role("link", name="To the tournament").click()
    page.get_by_role("heading", name="Standings").wait_for()
    assert not axe_findings(page)


@pytest.mark.full
def test_a_round_robin_of_two_rounds_with_a_restart(browser: Any, own_server: ServerThread) -> None:
    people = People(browser, own_server.url)
    ann = people.open("/tournaments/new")
    ann.evaluate("setup => localStorage.setItem('skipyard.setup.skipbo', setup)", short_setup())
    ann.reload()
    address = open_tournament(ann, "skipbo", rounds=2)
    hows: list[dict[str, Any]] = [{}, PHONE, PHONE]
    pages = [ann]
    for name, how in zip(NAMES[1:], hows, strict=True):
        pages.append(join(people, address, name, **how))
    ann.get_by_text("4 people have joined.").wait_for()
    ann.get_by_role("button", name="Begin").click()
    go_to_tables(pages)
    server = own_server
    kinds = (Player, Player, TouchPlayer, TouchPlayer)
    players = [
        kind(page, server, n) for n, (kind, page) in enumerate(zip(kinds, pages, strict=True))
    ]
    play_some(players, 2)
    tables = {page.url.rpartition("/")[2] for page in pages}
    assert len(tables) == 2
    hosts = [server.app.state.seating.tables.open[name].host for name in tables]
    assert hosts[0].header.key == hosts[1].header.key, "the same deal"
    server.stop()
    again = ServerThread(server.app.state.settings, server.port).start()
    try:
        for player in players:
            player.server = again
        play_out(players)
        for page in pages:
            page.get_by_role("link", name="To the tournament").last.click()
        go_to_tables(pages)
        play_out(players)
        for page in pages:
            page.get_by_role("link", name="To the tournament").last.click()
            page.locator(".where").get_by_text("the").wait_for()
            page.locator("#tournament[data-phase=over]").wait_for()
        lines = ann.locator(".standings tbody tr").all_inner_texts()
        assert len(lines) == 4
        assert sum(points(line) for line in lines) == 4
        look_back(ann)
        share_picture(people, ann)
        find_again(people, ann, address)
    finally:
        people.close()
        again.stop()


def look_back(page: Any) -> None:
    """Look at a game of the tournament on the live board, to its end."""
    page.get_by_role("link", name="Look back").first.click()
    page.wait_for_url("**/g/*")
    page.locator(".look .cloth").first.wait_for()
    page.locator("[data-step=last]").click()
    page.locator("#result").wait_for()


def share_picture(people: People, page: Any) -> None:
    """The picture of the result, as Share sends it."""
    table = page.url.rpartition("/")[2].partition("?")[0]
    picture = page.request.get(f"{people.url}/g/{table}/result.png")
    assert picture.headers["content-type"] == "image/png"
    drawn = page.request.get(f"{people.url}/g/{table}/result.svg").text()
    assert sum(name in drawn for name in NAMES) == 2


def find_again(people: People, page: Any, address: str) -> None:
    """On another device, by the recovery link: the games, and the tournament itself."""
    page.goto(f"{people.url}/me")
    page.locator("#make").click()
    page.locator("#device .qr path[d]").wait_for()
    phone = people.open(page.locator("#link").input_value(), **PHONE)
    phone.locator("#take").click()
    phone.locator("#onward").click()
    phone.locator("#finished .ticket").nth(1).wait_for()
    phone.locator("#tournaments .ticket a").click()
    phone.wait_for_url(address.partition("#")[0])
    phone.locator("#tournament[data-phase=over] .standings .me").wait_for()


def short_setup() -> str:
    """The remembered choices of a very short game, as the form stores them."""
    return '{"option.stock_size": "1"}'


def points(line: str) -> float:
    return float(line.split("\t")[2].replace("½", ".5"))


def go_to_tables(pages: list[Any]) -> None:
    for page in pages:
        page.get_by_role("link", name="Go to your table").click()
        page.wait_for_url("**/t/*")
        page.locator("main.board").wait_for()


def play_some(players: list[Player], moves: int) -> None:
    """Let whoever is on turn move, a number of times."""
    while moves > 0:
        moves -= sum(moved(player) for player in players)


def play_out(players: list[Player]) -> None:
    """Play until every page shows a result."""
    while not all(player.page.locator(".moment").count() for player in players):
        for player in players:
            moved(player)


def moved(player: Player) -> bool:
    """Make a move, if it is this player's turn."""
    if not player.page.locator(".status.mine").count() or player.page.locator(".moment").count():
        return False
    player.move()
    return True
