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
    enter(page)
    return page


def enter(page: Any) -> None:
    """Join under the name that stands in the field."""
    page.get_by_role("button", name="Join").click()
    page.get_by_text("You are in.").wait_for()


def test_a_tournament_is_opened_and_shows_its_link(people: People) -> None:
    ann = people.open("/tournaments/new")
    address = open_tournament(ann, "skipbo")
    assert ann.get_by_role("button", name="Begin").is_disabled()
    assert ann.get_by_label("Link to the tournament").input_value() == address
    assert ann.get_by_role("img", name="QR code").count() == 0, "nobody else reaches this address"
    ann.get_by_text("skipyard open --lan").wait_for()


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
def test_four_people_play_two_games_with_a_restart_and_find_them_again(
    browser: Any, own_server: ServerThread, tmp_path: pathlib.Path
) -> None:
    """Two games: each has its own tournament, for the same four people. Pictures: in tmp_path."""
    people, server = People(browser, own_server.url), own_server
    ann = people.open("/tournaments/new")
    ann.evaluate(REMEMBER_SHORT_GAMES)
    ann.reload()
    first = open_tournament(ann, "skipbo", rounds=2)
    hows: list[dict[str, Any]] = [{}, PHONE, PHONE]
    pages = [ann]
    for name, how in zip(NAMES[1:], hows, strict=True):
        pages.append(join(people, first, name, **how))
    begin(pages)
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
        play_rounds(players, 2)
        lines = ann.locator(".standings tbody tr").all_inner_texts()
        assert len(lines) == 4
        assert sum(points(line) for line in lines) == 4
        ann.goto(f"{people.url}/tournaments/new")
        second = open_tournament(ann, "skippity", rounds=1)
        for page in pages[1:]:
            page.goto(second)
            enter(page)
        begin(pages)
        play_rounds(players, 1)
        for number, address in enumerate((first, second)):
            ann.goto(address)
            ann.screenshot(path=tmp_path / f"standings-{number}.png")
            look_back_at_the_decisive_game(ann)
            ann.screenshot(path=tmp_path / f"review-{number}.png")
            share_result(ann, tmp_path / f"shared-{number}.png")
            ann.screenshot(path=tmp_path / f"result-{number}.png")
        phone = find_again(people, ann, [first, second])
        phone.screenshot(path=tmp_path / "phone.png")
    finally:
        people.close()
        again.stop()


def begin(pages: list[Any]) -> None:
    """The first of them organises; all go to their tables."""
    pages[0].get_by_text("4 people have joined.").wait_for()
    pages[0].get_by_role("button", name="Begin").click()
    go_to_tables(pages)


def play_rounds(players: list[Player], rounds: int) -> None:
    """Play the running round, and those that follow, to the end of the tournament."""
    pages = [player.page for player in players]
    for number in range(rounds):
        if number:
            go_to_tables(pages)
        play_out(players)
        for page in pages:
            page.get_by_role("link", name="To the tournament").last.click()
            page.locator(".standings").wait_for()
    for page in pages:
        page.locator("#tournament[data-phase=over]").wait_for()


def look_back_at_the_decisive_game(page: Any) -> None:
    """Look at the winner's last game on the live board, to its end."""
    winner = page.locator(".standings tbody .nm").first.inner_text()
    games = page.locator(".meeting").filter(has=page.get_by_text(winner, exact=True))
    games.first.get_by_role("link", name="Look back").click()
    page.wait_for_url("**/g/*")
    page.locator(".look .board").first.wait_for()
    page.locator("[data-step=last]").click()
    page.locator("#result").wait_for()


def share_result(page: Any, picture: pathlib.Path) -> None:
    """Press Share at the table of the game that one looks back at; the picture that comes of it."""
    page.get_by_role("link", name="To the table").click()
    page.locator(".moment").wait_for()
    page.evaluate("navigator.canShare = () => false")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share").click()
    page.get_by_text("Only this computer reaches this address.").wait_for()
    saved.value.save_as(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


def find_again(people: People, page: Any, addresses: list[str]) -> Any:
    """On another device, by the recovery link: all games, and the tournaments themselves."""
    page.goto(f"{people.url}/me")
    page.locator("#make").click()
    page.locator("#device .qr path[d]").wait_for()
    phone = people.open(page.locator("#link").input_value(), **PHONE)
    phone.locator("#take").click()
    phone.locator("#onward").click()
    phone.locator("#finished .ticket").nth(2).wait_for()
    assert phone.locator("#finished .ticket").count() == 3
    links = phone.locator("#tournaments .ticket a").evaluate_all("all => all.map(one => one.href)")
    assert set(links) == set(addresses)
    for address in addresses:
        phone.goto(address)
        phone.locator("#tournament[data-phase=over] .standings .me").wait_for()
    return phone


# The choices of very short games, as the form remembers them.
REMEMBER_SHORT_GAMES = """() => {
  localStorage.setItem("skipyard.setup.skipbo", '{"option.stock_size": "1"}');
  localStorage.setItem("skipyard.setup.skippity", '{"option.size": "6"}');
}"""


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
