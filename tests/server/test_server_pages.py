"""What can be read from a server: earlier turns, records, pages, metrics."""

from __future__ import annotations

import asyncio
import json
import pathlib
import re
from typing import Any

import httpx
import pytest
import websockets
from helpers.guest_tables import table_for_two, turn_of, wait_for_deal
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard.art import sprite
from skipyard.games import GAMES
from skipyard.server.api import sockets
from skipyard.server.net import messages


# Looking back -------------------------------------------------------------------------------------
def test_a_turn_can_be_looked_at_from_the_seats_that_one_may_see(
    ann: Guest, bob: Guest, server: ServerThread
) -> None:
    table = table_for_two(ann, bob)
    stranger = Guest(server.url)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            path = f"/api/tables/{table}/at/{a.shown['seq']}"
            assert ann.get(path).json()["shown"][0]["scene"] == a.shown["scene"]
            assert ann.get(f"{path}?as=1").status_code == 403
            assert stranger.get(f"{path}?as=all").status_code == 403
            assert stranger.get(f"{path}?as=public").json()["shown"][0]["viewer"] == -1
            assert stranger.get(f"{path}?as=9").status_code == 400
            assert ann.get(f"/api/tables/{table}/at/999").status_code == 404
            await a.command("resign")
            both = stranger.get(f"{path}?as=all").json()["shown"]
            assert [each["viewer"] for each in both] == [0, 1]
            assert both[1]["scene"] == b.shown["scene"] or b.shown["seq"] > a.shown["seq"]

    asyncio.run(play())


def test_all_sides_of_a_game_without_secrets_are_one_board(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob, "skippity")

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            await a.command("resign")
            shown = ann.get(f"/api/tables/{table}/at/1?as=all").json()["shown"]
            assert [each["viewer"] for each in shown] == [0]
            page = ann.get(f"/g/{table}?as=all").text
            assert page.count('class="picture"') == 1
            assert "All sides" not in page

    asyncio.run(play())


# Pages and figures --------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_place_on_its_french_page(ann: Guest, game: str) -> None:
    """English pages are read in test_pages.py."""
    from skipyard.games import game as game_of
    from skipyard.games import rulebook

    ann.language = "fr"
    page = ann.get(f"/rules/{game}").text
    assert 'lang="fr"' in page
    for rule in rulebook.read(game_of(game), "fr").entries:
        assert f'id="{rule}"' in page


def test_games_and_options_are_data(ann: Guest) -> None:
    assert [each["name"] for each in ann.get("/api/games").json()] == list(GAMES)
    ann.language = "fr"
    options = ann.get("/api/games/skippity").json()["options"]
    assert "size" in [option["name"] for option in options]


def test_health_and_figures(ann: Guest) -> None:
    assert ann.get("/healthz").text == "ok"
    assert ann.get("/readyz").text == "ready"
    assert "skipyard_rows_total" in ann.get("/metrics").text


def test_the_schema_knows_every_message(ann: Guest) -> None:
    schema = ann.get("/api/schema.json").json()
    assert schema == json.loads(json.dumps(messages.schema()))
    tags = {
        each["properties"]["type"]["enum"][0]
        for each in schema["$defs"].values()
        if "type" in each.get("properties", {})
    }
    assert {"hello", "move", "shown", "done", "refused", "goodbye"} <= tags


def test_what_is_not_there_is_said_so(ann: Guest) -> None:
    for path in ("/nowhere", "/api/tables/none", "/rules/chess"):
        response = ann.get(path)
        assert response.status_code in (404, 409)
        assert response.json()["sentence"]
    assert ann.post("/api/games").status_code == 405


def test_a_server_that_stops_says_so_and_loses_nothing(tmp_path: pathlib.Path) -> None:
    ann, bob = Guest(""), Guest("")

    async def first(server: ServerThread, table: str) -> int:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            mover = turn_of(a, b)
            done = await mover.command("move", action=mover.paths[0]["action"])
            server.server.should_exit = True
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await a.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == sockets.STOP
            return int(done["seq"])

    with running_server(tmp_path) as server:
        ann.url = bob.url = server.url
        table = table_for_two(ann, bob)
        seq = asyncio.run(first(server, table))
    with running_server(tmp_path) as server:
        ann.url = server.url
        assert ann.get(f"/api/tables/{table}").json()["seq"] == seq


def test_a_silent_socket_is_let_go(ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SILENCE_TIMEOUT", 0.3)
    table = table_for_two(ann, bob)

    async def wait() -> tuple[dict[str, Any], int]:
        async with ann.connect(table) as line:
            await line.send(type="ping")
            goodbye = await line.until("goodbye")
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await line.receive()
            assert closed.value.rcvd
            return goodbye, closed.value.rcvd.code

    goodbye, code = asyncio.run(wait())
    assert goodbye["why"]
    assert code == sockets.SILENT


# Pages --------------------------------------------------------------------------------------------
PEOPLE = {"accept": "text/html"}


def test_pages_load_nothing_that_the_policy_forbids(ann: Guest) -> None:
    table = ann.open_table("skipbo", ["me", "invited"])["table"]
    for path in ("/", "/join", f"/t/{table}", "/rules/skipbo"):
        page = ann.get(path)
        assert page.status_code == 200
        assert " style=" not in page.text
        assert "<style" not in page.text
        for script in re.findall("<script[^>]*>", page.text):
            assert 'src="/static/' in script


def test_a_page_that_is_not_there_says_so_to_people_and_to_programs(server: ServerThread) -> None:
    for path in ("/nowhere", "/t/nosuchtable"):
        page = send_request("GET", server.url + path, headers=PEOPLE)
        assert page.status_code == 404
        assert "<h1>" in page.text
        assert send_request("GET", server.url + path).json()["type"] == "refused"


def test_a_link_switches_language_and_colours_for_good(server: ServerThread) -> None:
    with httpx.Client(base_url=server.url) as browser:
        assert 'lang="en"' in browser.get("/").text
        browser.get("/?lang=fr")
        browser.get("/?theme=dark")
        page = browser.get("/").text
        assert 'lang="fr"' in page
        assert 'data-theme="dark"' in page
        browser.get("/?theme=<script>")
        assert 'data-theme="auto"' in browser.get("/").text


def test_drawings_are_kept_for_ever_under_the_name_of_their_content(server: ServerThread) -> None:
    fresh = send_request("GET", server.url + sprite.address("skipbo"))
    assert fresh.headers["content-type"] == "image/svg+xml"
    assert "immutable" in fresh.headers["cache-control"]
    old = send_request("GET", f"{server.url}/static/art/skipbo.0123456789ab.svg")
    assert old.content == fresh.content
    assert old.headers["cache-control"] == "no-cache"
    assert send_request("GET", f"{server.url}/static/art/nothing.svg").status_code == 404
