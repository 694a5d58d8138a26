"""The server as its clients meet it: a real port, real sockets, real files."""

from __future__ import annotations

import asyncio
import json
import pathlib
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets
from served import WITHIN, Guest, Line, Served, served

from skipyard.art import sprite
from skipyard.games import GAMES
from skipyard.server import messages, sockets


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: Served) -> Guest:
    return Guest(server.url)


@pytest.fixture
def bob(server: Served) -> Guest:
    return Guest(server.url)


def two(ann: Guest, bob: Guest, game: str = "skipbo", **more: Any) -> str:
    """A table for Ann and Bob."""
    table = ann.open_table(game, ["me", "invited"], name="Ann", **more)
    bob.join(table["codes"]["1"], name="Bob")
    return str(table["table"])


def turn_of(*lines: Line) -> Line:
    return next(line for line in lines if line.paths)


async def begun(*lines: Line) -> None:
    for line in lines:
        await line.until(lambda m: m["type"] == "shown" and m["scene"])


async def play_out(lines: list[Line], dice: random.Random) -> None:
    """Play random moves until the table is over."""
    while not lines[0].shown["table"]["result"]:
        mover = turn_of(*lines)
        done = await mover.wish("move", action=dice.choice(mover.paths)["action"])
        assert done["type"] == "done", done
        for line in lines:
            await line.until(lambda m, seq=done["seq"]: m["type"] == "shown" and m["seq"] >= seq)


# Playing ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_watcher_play_a_whole_game(
    server: Served, ann: Guest, bob: Guest, game: str
) -> None:
    settings = {"skipbo": ["stock_size=3"], "skipbo_mod": ["stock_size=3"]}.get(game, [])
    table = two(ann, bob, game, settings=settings)

    async def play() -> None:
        async with (
            ann.sit_at(table) as a,
            bob.sit_at(table) as b,
            Guest(server.url).sit_at(table) as watcher,
        ):
            await begun(a, b, watcher)
            await play_out([a, b, watcher], random.Random(7))
            assert watcher.shown["viewer"] == -1
            assert watcher.shown["table"]["key"]
            assert a.shown["table"]["result"] == watcher.shown["table"]["result"]

    asyncio.run(play())
    record = ann.get(f"/api/tables/{table}/record").json()
    assert record["game"] == game


def test_a_refused_move_names_its_rule_and_changes_nothing(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            mover, other = (a, b) if a.paths else (b, a)
            seq = mover.shown["seq"]
            refused = await other.wish("move", action=mover.paths[0]["action"])
            assert refused["type"] == "refused"
            assert refused["rule"] == "SB-51"
            assert "SB-51" in refused["sentence"]
            illegal = next(n for n in range(60) if n not in {p["action"] for p in mover.paths})
            refused = await mover.wish("move", action=illegal)
            assert refused["rule"].startswith("SB-")
            done = await mover.wish("move", action=mover.paths[0]["action"])
            assert done == {"type": "done", "command": done["command"], "seq": seq + 1}

    asyncio.run(play())


def test_a_command_sent_twice_is_done_once_and_a_stale_one_not_at_all(
    ann: Guest, bob: Guest
) -> None:
    table = two(ann, bob)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            mover = turn_of(a, b)
            old, action = mover.shown["seq"], mover.paths[0]["action"]
            first = await mover.wish("move", action=action, command="again")
            second = await mover.wish("move", action=action, command="again", seq=old)
            assert first["seq"] == second["seq"] == old + 1
            stale = await mover.wish("move", action=action, seq=old)
            assert stale["type"] == "refused"

    asyncio.run(play())


def test_a_move_can_be_taken_back_or_not_in_a_sentence(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            answer = await turn_of(a, b).wish("undo")
            assert answer["type"] == "refused"
            assert answer["sentence"] == "There is nothing to undo."

    asyncio.run(play())


def test_resigning_ends_a_game_of_two(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            assert (await a.wish("resign"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            assert b.shown["table"]["result"]["how"] == "resigned"
            assert b.shown["table"]["result"]["winners"] == [1]
            assert "Ann resigns." in b.shown["heard"]

    asyncio.run(play())


def test_a_rematch_seats_the_same_people_at_a_new_table(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            await a.wish("resign")
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            await a.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            assert (await a.wish("offer", what="rematch"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["offers"])
            assert (await b.wish("agree", what="rematch"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["rematch"])
            again = b.shown["table"]["rematch"]
        async with ann.sit_at(again) as a, bob.sit_at(again) as b:
            await begun(a, b)
            assert [chair["name"] for chair in b.shown["table"]["chairs"]] == ["Ann", "Bob"]
            assert (a.shown["viewer"], b.shown["viewer"]) == (0, 1)

    asyncio.run(play())


def test_a_person_plays_bots(ann: Guest) -> None:
    table = ann.open_table("skippity", ["me", "bot:greedy", "bot:random"], name="Ann")["table"]

    async def play() -> None:
        async with ann.sit_at(table) as a:
            for _ in range(3):
                await a.until(lambda m: m["type"] == "shown" and m["scene"] and a.paths)
                assert (await a.wish("move", action=a.paths[0]["action"]))["type"] == "done"

    asyncio.run(play())


def plays_herself(message: dict[str, Any]) -> bool:
    """Whether a message shows Ann at the table, and no bot in her place."""
    if message["type"] != "shown":
        return False
    chair = message["table"]["chairs"][0]
    return bool(chair["present"] and not chair["by_bot"])


def test_whoever_leaves_is_played_on_by_a_bot_and_gets_the_seat_back(
    ann: Guest, bob: Guest
) -> None:
    table = two(ann, bob, policy={"grace": 0})

    async def play() -> None:
        async with bob.sit_at(table) as b:
            async with ann.sit_at(table):
                await b.until(plays_herself)
            await b.until(lambda m: m["type"] == "shown" and m["table"]["chairs"][0]["by_bot"])
            assert any("Ann has left; a bot plays on" in line for line in b.shown["heard"])
            async with ann.sit_at(table):
                await b.until(plays_herself)

    asyncio.run(play())


def test_nonces_of_the_players_are_part_of_the_dice(ann: Guest, bob: Guest) -> None:
    import hashlib

    nonces = [bytes([n]) * 32 for n in (1, 2)]
    promised = [hashlib.sha256(nonce).hexdigest() for nonce in nonces]
    table = ann.open_table("skipbo", ["me", "invited"], commitment=promised[0])
    bob.join(table["codes"]["1"], commitment=promised[1])

    async def play() -> None:
        async with ann.sit_at(table["table"]) as a, bob.sit_at(table["table"]) as b:
            for line, nonce in ((a, nonces[0]), (b, nonces[1])):
                await line.until("shown")
                assert line.shown["table"]["phase"] == "revealing"
                answer = await line.wish("reveal", nonce="00" * 32)
                assert answer["type"] == "refused"
                assert (await line.wish("reveal", nonce=nonce.hex()))["type"] == "done"
            await begun(a, b)
            assert [c["nonce"] for c in a.shown["table"]["chairs"]] == [n.hex() for n in nonces]

    asyncio.run(play())


def test_phrases_are_said_in_the_hearers_language(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)
    bob.language = "fr"

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            await a.send(type="say", phrase="well_played")
            said = await b.until("said")
            assert said == {
                "type": "said",
                "seat": 0,
                "phrase": "well_played",
                "text": "Bien joué !",
            }

    asyncio.run(play())


# Seats, codes, devices ----------------------------------------------------------------------------
def test_a_code_works_once(ann: Guest, bob: Guest, server: Served) -> None:
    table = ann.open_table("skipbo", ["me", "invited"])
    bob.join(table["codes"]["1"])
    response = Guest(server.url).post("/api/join", {"code": table["codes"]["1"]})
    assert response.status_code == 409
    assert "used" in response.json()["sentence"]


def test_a_bad_name_does_not_spend_the_code(ann: Guest, bob: Guest) -> None:
    table = ann.open_table("skipbo", ["me", "invited"])
    code = table["codes"]["1"]
    response = bob.post("/api/join", {"code": code, "name": "<script>"})
    assert response.status_code == 409
    assert bob.join(code.lower(), name="Bob")["seat"] == 1


def test_a_seat_goes_on_on_another_device(ann: Guest, server: Served) -> None:
    table = ann.open_table("skipbo", ["me", "bot:greedy"])["table"]
    code = ann.post(f"/api/tables/{table}/device", {}).json()["code"]
    phone = Guest(server.url)
    assert phone.join(code)["seat"] == 0
    assert phone.get(f"/api/tables/{table}").json()["viewer"] == 0
    assert ann.get(f"/api/tables/{table}").json()["viewer"] == 0


def test_open_chairs_are_in_the_lobby_until_they_are_taken(
    ann: Guest, bob: Guest, server: Served
) -> None:
    table = ann.open_table("skippity", ["me", "open", "invited"])["table"]
    lobby = bob.get("/api/tables").json()
    assert table in [each["table"] for each in lobby["open"]]
    assert bob.post(f"/api/tables/{table}/sit", {"seat": 2}).status_code == 403
    taken = bob.post(f"/api/tables/{table}/sit", {"seat": 1, "bearer": True})
    bob.token = taken.json()["token"]
    assert table not in [each["table"] for each in bob.get("/api/tables").json()["open"]]
    assert table in [each["table"] for each in bob.get("/api/tables").json()["mine"]]
    stranger = Guest(server.url)
    assert stranger.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 403
    assert bob.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 200
    assert bob.get(f"/api/tables/{table}").json()["table"]["chairs"][2]["kind"] == "bot"


def test_a_browser_gets_a_cookie_that_scripts_cannot_read(ann: Guest) -> None:
    response = ann.post("/api/tables", {"game": "skipbo", "chairs": ["me", "bot:greedy"]})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "token" not in response.json()


# Bots by HTTP -------------------------------------------------------------------------------------
def test_a_bot_plays_over_lines_of_json(ann: Guest) -> None:
    import httpx

    table = ann.open_table("skippity", ["me", "bot:random"])["table"]
    moves = 0
    path = f"{ann.url}/api/tables/{table}/stream"
    with httpx.stream("GET", path, headers=ann.headers(), timeout=WITHIN) as lines:
        for line in lines.iter_lines():
            shown = json.loads(line) if line else {}
            if shown.get("type") != "shown" or not shown["scene"] or not shown["scene"]["paths"]:
                continue
            action = shown["scene"]["paths"][0]["action"]
            move = {"type": "move", "seq": shown["seq"], "command": f"m{moves}", "action": action}
            done = ann.post(f"/api/tables/{table}/commands", move)
            assert done.json() == {"type": "done", "command": f"m{moves}", "seq": shown["seq"] + 1}
            moves += 1
            if moves == 3:
                break
    assert moves == 3


def test_a_stream_that_is_cut_leaves_the_seat_like_a_socket(ann: Guest, bob: Guest) -> None:
    import httpx

    table = two(ann, bob, policy={"grace": 0})
    path = f"{ann.url}/api/tables/{table}/stream"

    async def play() -> None:
        async with bob.sit_at(table) as b, httpx.AsyncClient(timeout=WITHIN) as client:
            async with client.stream("GET", path, headers=ann.headers()) as lines:
                await anext(lines.aiter_lines())
                await b.until(plays_herself)
            await b.until(lambda m: m["type"] == "shown" and m["table"]["chairs"][0]["by_bot"])

    asyncio.run(play())


# Looking back -------------------------------------------------------------------------------------
def test_a_turn_can_be_looked_at_from_the_seats_that_one_may_see(
    ann: Guest, bob: Guest, server: Served
) -> None:
    table = two(ann, bob)
    stranger = Guest(server.url)

    async def play() -> None:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            path = f"/api/tables/{table}/at/{a.shown['seq']}"
            assert ann.get(path).json()["shown"][0]["scene"] == a.shown["scene"]
            assert ann.get(f"{path}?as=1").status_code == 403
            assert stranger.get(f"{path}?as=all").status_code == 403
            assert stranger.get(f"{path}?as=public").json()["shown"][0]["viewer"] == -1
            assert stranger.get(f"{path}?as=9").status_code == 400
            assert ann.get(f"/api/tables/{table}/at/999").status_code == 404
            await a.wish("resign")
            both = stranger.get(f"{path}?as=all").json()["shown"]
            assert [each["viewer"] for each in both] == [0, 1]
            assert both[1]["scene"] == b.shown["scene"] or b.shown["seq"] > a.shown["seq"]

    asyncio.run(play())


# Pages and figures --------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_place_on_its_page(ann: Guest, game: str) -> None:
    from skipyard.games import game as game_of
    from skipyard.games import rulebook

    for language in ("en", "fr"):
        ann.language = language
        page = ann.get(f"/rules/{game}").text
        assert f'lang="{language}"' in page
        for rule in rulebook.read(game_of(game), language).entries:
            assert f'id="{rule}"' in page


def test_games_and_options_are_data(ann: Guest) -> None:
    assert [each["name"] for each in ann.get("/api/games").json()] == list(GAMES)
    ann.language = "fr"
    options = ann.get("/api/games/skippity").json()["options"]
    assert "size" in [option["name"] for option in options]


def test_health_and_figures(ann: Guest) -> None:
    assert ann.get("/healthz").text == "ok"
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

    async def first(server: Served, table: str) -> int:
        async with ann.sit_at(table) as a, bob.sit_at(table) as b:
            await begun(a, b)
            mover = turn_of(a, b)
            done = await mover.wish("move", action=mover.paths[0]["action"])
            server.server.should_exit = True
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await a.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == sockets.STOP
            return int(done["seq"])

    with served(tmp_path) as server:
        ann.url = bob.url = server.url
        table = two(ann, bob)
        seq = asyncio.run(first(server, table))
    with served(tmp_path) as server:
        ann.url = server.url
        assert ann.get(f"/api/tables/{table}").json()["seq"] == seq


def test_a_silent_socket_is_let_go(ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SILENT_FOR", 0.3)
    table = two(ann, bob)

    async def wait() -> tuple[dict[str, Any], int]:
        async with ann.sit_at(table) as line:
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


def test_a_page_that_is_not_there_says_so_to_people_and_to_programs(server: Served) -> None:
    for path in ("/nowhere", "/t/nosuchtable"):
        page = httpx.get(server.url + path, headers=PEOPLE)
        assert page.status_code == 404
        assert "<h1>" in page.text
        assert httpx.get(server.url + path).json()["type"] == "refused"


def test_a_link_switches_language_and_colours_for_good(server: Served) -> None:
    with httpx.Client(base_url=server.url) as browser:
        assert 'lang="en"' in browser.get("/").text
        browser.get("/?lang=fr")
        browser.get("/?theme=dark")
        page = browser.get("/").text
        assert 'lang="fr"' in page
        assert 'data-theme="dark"' in page
        browser.get("/?theme=<script>")
        assert 'data-theme="auto"' in browser.get("/").text


def test_drawings_are_kept_for_ever_under_the_name_of_their_content(server: Served) -> None:
    fresh = httpx.get(server.url + sprite.address("skipbo"))
    assert fresh.headers["content-type"] == "image/svg+xml"
    assert "immutable" in fresh.headers["cache-control"]
    old = httpx.get(f"{server.url}/static/art/skipbo.0123456789ab.svg")
    assert old.content == fresh.content
    assert old.headers["cache-control"] == "no-cache"
    assert httpx.get(f"{server.url}/static/art/nothing.svg").status_code == 404
