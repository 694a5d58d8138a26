"""The server as its clients see it: a real port, real sockets, real files."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from helpers.guest_tables import play_out, table_for_two, turn_of, wait_for_deal
from helpers.server_thread import ANSWER_TIMEOUT, Guest, ServerThread
from helpers.short_games import SHORT

from skipyard.games import GAMES


# Playing ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_watcher_play_a_whole_game(
    server: ServerThread, ann: Guest, bob: Guest, game: str
) -> None:
    table = table_for_two(ann, bob, game, settings=SHORT[game])

    async def play() -> None:
        async with (
            ann.connect(table) as a,
            bob.connect(table) as b,
            Guest(server.url).connect(table) as watcher,
        ):
            await wait_for_deal(a, b, watcher)
            await play_out([a, b, watcher], random.Random(7))
            assert watcher.shown["viewer"] == -1
            assert watcher.shown["table"]["key"]
            assert a.shown["table"]["result"] == watcher.shown["table"]["result"]

    asyncio.run(play())
    record = ann.get(f"/api/tables/{table}/record").json()
    assert record["game"] == game


def test_a_refused_move_names_its_rule_and_changes_nothing(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            mover, other = (a, b) if a.paths else (b, a)
            seq = mover.shown["seq"]
            refused = await other.command("move", action=mover.paths[0]["action"])
            assert refused["type"] == "refused"
            assert refused["rule"] == "SB-51"
            assert "SB-51" in refused["sentence"]
            illegal = next(n for n in range(60) if n not in {p["action"] for p in mover.paths})
            refused = await mover.command("move", action=illegal)
            assert refused["rule"].startswith("SB-")
            done = await mover.command("move", action=mover.paths[0]["action"])
            assert done == {"type": "done", "command": done["command"], "seq": seq + 1}

    asyncio.run(play())


def test_what_is_sent_in_a_rush_is_answered_in_its_order(ann: Guest, bob: Guest) -> None:
    """Short, long, good and bad frames take different paths to the table."""
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            mover = turn_of(a, b)
            seq, action = mover.shown["seq"], mover.paths[0]["action"]
            move = {"type": "move", "seq": seq, "action": action, "command": "move"}
            long = {"type": "resign", "seq": seq, "command": "c" * 61, "what": "x" * 200}
            frames = [json.dumps(move), "{", json.dumps(long), json.dumps(move), '"é"', "[]"]
            for frame in frames:
                await mover.ws.send(frame)
            answers: list[dict[str, Any]] = []
            while len(answers) < len(frames):
                message = await mover.receive()
                if message["type"] in ("done", "refused"):
                    answers.append(message)
            assert [answer["type"][0] for answer in answers] == list("drrdrr")
            assert answers[0] == answers[3] == {"type": "done", "command": "move", "seq": seq + 1}
            sentences = [answer.get("sentence", "") for answer in answers]
            assert "truncated" in sentences[1]
            assert len({sentences[2], sentences[4], sentences[5]}) == 3

    asyncio.run(play())


def test_a_command_sent_twice_is_done_once_and_a_stale_one_not_at_all(
    ann: Guest, bob: Guest
) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            mover = turn_of(a, b)
            old, action = mover.shown["seq"], mover.paths[0]["action"]
            first = await mover.command("move", action=action, command="again")
            second = await mover.command("move", action=action, command="again", seq=old)
            assert first["seq"] == second["seq"] == old + 1
            stale = await mover.command("move", action=action, seq=old)
            assert stale["type"] == "refused"

    asyncio.run(play())


def test_a_move_can_be_taken_back_or_not_in_a_sentence(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            answer = await turn_of(a, b).command("undo")
            assert answer["type"] == "refused"
            assert answer["sentence"] == "There is nothing to undo."

    asyncio.run(play())


def test_resigning_ends_a_game_of_two(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            assert (await a.command("resign"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            assert b.shown["table"]["result"]["how"] == "resigned"
            assert b.shown["table"]["result"]["winners"] == [1]
            assert "Ann resigns." in b.shown["heard"]

    asyncio.run(play())


def test_a_rematch_seats_the_same_people_at_a_new_table(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            await a.command("resign")
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            await a.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            assert (await a.command("offer", what="rematch"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["offers"])
            assert (await b.command("agree", what="rematch"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and m["table"]["rematch"])
            again = b.shown["table"]["rematch"]
        async with ann.connect(again) as a, bob.connect(again) as b:
            await wait_for_deal(a, b)
            assert [chair["name"] for chair in b.shown["table"]["chairs"]] == ["Ann", "Bob"]
            assert (a.shown["viewer"], b.shown["viewer"]) == (0, 1)

    asyncio.run(play())


def test_a_person_plays_bots(ann: Guest) -> None:
    table = ann.open_table("skippity", ["me", "bot:greedy", "bot:random"], name="Ann")["table"]

    async def play() -> None:
        async with ann.connect(table) as a:
            for _ in range(3):
                await a.until(lambda m: m["type"] == "shown" and m["scene"] and a.paths)
                assert (await a.command("move", action=a.paths[0]["action"]))["type"] == "done"

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
    table = table_for_two(ann, bob, policy={"grace": 0})

    async def play() -> None:
        async with bob.connect(table) as b:
            async with ann.connect(table):
                await b.until(plays_herself)
            await b.until(lambda m: m["type"] == "shown" and m["table"]["chairs"][0]["by_bot"])
            assert any("Ann leaves, and a bot plays on" in line for line in b.shown["heard"])
            async with ann.connect(table):
                await b.until(plays_herself)

    asyncio.run(play())


def test_nonces_of_the_players_are_part_of_the_dice(ann: Guest, bob: Guest) -> None:
    import hashlib

    nonces = [bytes([n]) * 32 for n in (1, 2)]
    promised = [hashlib.sha256(nonce).hexdigest() for nonce in nonces]
    table = ann.open_table("skipbo", ["me", "invited"], commitment=promised[0])
    bob.join(table["codes"]["1"], commitment=promised[1])

    async def play() -> None:
        async with ann.connect(table["table"]) as a, bob.connect(table["table"]) as b:
            for line, nonce in ((a, nonces[0]), (b, nonces[1])):
                await line.until("shown")
                assert line.shown["table"]["phase"] == "revealing"
                answer = await line.command("reveal", nonce="00" * 32)
                assert answer["type"] == "refused"
                assert (await line.command("reveal", nonce=nonce.hex()))["type"] == "done"
            await wait_for_deal(a, b)
            assert [c["nonce"] for c in a.shown["table"]["chairs"]] == [n.hex() for n in nonces]

    asyncio.run(play())


def test_phrases_are_said_in_the_hearers_language(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)
    bob.language = "fr"

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
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
def test_a_code_works_once(ann: Guest, bob: Guest, server: ServerThread) -> None:
    table = ann.open_table("skipbo", ["me", "invited"])
    bob.join(table["codes"]["1"])
    response = Guest(server.url).post("/api/join", {"code": table["codes"]["1"]})
    assert response.status_code == 410
    assert "used" in response.json()["sentence"]


def test_a_bad_name_does_not_spend_the_code(ann: Guest, bob: Guest) -> None:
    table = ann.open_table("skipbo", ["me", "invited"])
    code = table["codes"]["1"]
    response = bob.post("/api/join", {"code": code, "name": "<script>"})
    assert response.status_code == 409
    assert bob.join(code.lower(), name="Bob")["seat"] == 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Stock: 20", "Discard Skip-Bo cards: no", "When all pass: a draw"]),
        ("fr", ["Stock : 20", "Défausser les Skip-Bo : non", "Si tous passent : égalité"]),
    ],
)
def test_a_code_tells_whereto_it_leads_and_is_not_spent(
    ann: Guest, bob: Guest, language: str, lines: list[str]
) -> None:
    settings = ["stock_size=20", "discard_wild=false", "on_block=draw"]
    policy = {"clock": "game", "time": 90, "increment": 5}
    table = ann.open_table("skipbo", ["me", "invited"], settings=settings, policy=policy)
    code = table["codes"]["1"]
    bob.language = language
    told = bob.post("/api/invitation", {"code": code}).json()
    assert (told["title"], len(told["taken"])) == ("Skip-Bo", 1)
    assert told["agreed"][:3] == lines
    assert "1.5 min" in told["agreed"][3]
    assert bob.join(code)["seat"] == 1
    assert bob.post("/api/invitation", {"code": code}).status_code == 410


def test_a_seat_goes_on_on_another_device(ann: Guest, server: ServerThread) -> None:
    table = ann.open_table("skipbo", ["me", "bot:greedy"])["table"]
    code = ann.post(f"/api/tables/{table}/device", {}).json()["code"]
    phone = Guest(server.url)
    assert phone.join(code)["seat"] == 0
    assert phone.get(f"/api/tables/{table}").json()["viewer"] == 0
    assert ann.get(f"/api/tables/{table}").json()["viewer"] == 0


def test_open_chairs_are_in_the_lobby_until_they_are_taken(
    ann: Guest, bob: Guest, server: ServerThread
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
    assert bob.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 403  # no host
    assert ann.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 200
    assert bob.get(f"/api/tables/{table}").json()["table"]["chairs"][2]["kind"] == "bot"


def test_a_browser_gets_a_cookie_that_scripts_cannot_read(ann: Guest) -> None:
    response = ann.post("/api/tables", {"game": "skipbo", "chairs": ["me", "bot:greedy"]})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "token" not in response.json()


# Bots by HTTP -------------------------------------------------------------------------------------
def test_a_bot_plays_over_lines_of_json(ann: Guest) -> None:

    table = ann.open_table("skippity", ["me", "bot:random"])["table"]
    moves = 0
    path = f"{ann.url}/api/tables/{table}/stream"
    with httpx.stream("GET", path, headers=ann.headers(), timeout=ANSWER_TIMEOUT) as lines:
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

    table = table_for_two(ann, bob, policy={"grace": 0})
    path = f"{ann.url}/api/tables/{table}/stream"

    async def play() -> None:
        async with bob.connect(table) as b, httpx.AsyncClient(timeout=ANSWER_TIMEOUT) as client:
            async with client.stream("GET", path, headers=ann.headers()) as lines:
                await anext(lines.aiter_lines())
                await b.until(plays_herself)
            await b.until(lambda m: m["type"] == "shown" and m["table"]["chairs"][0]["by_bot"])

    asyncio.run(play())
