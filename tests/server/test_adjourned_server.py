"""Tables of older rules on a server: they go on, stay readable, stay due, and offer a new game."""

from __future__ import annotations

import asyncio
import copy
import pathlib
import random
import shutil
import sqlite3
from typing import Any

import pytest
from helpers.aged_tables import age, change, repeat_move
from helpers.cluster import Cluster, run_scenario, wait_until
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, ServerThread, running_server, send_request
from websockets.exceptions import ConnectionClosed

from skipyard.catalogue import LANGUAGES
from skipyard.games import game
from skipyard.server.api.sockets import NO_TABLE
from skipyard.table.files import verify

MOVES = 12
SENTENCE = {"en": "This game cannot go on here", "fr": "Cette partie ne peut pas continuer ici"}
HTML = {"accept": "text/html"}


# Making a table old -------------------------------------------------------------------------------
def due_of(folder: pathlib.Path, table: str) -> int:
    with sqlite3.connect(folder / "tables.db") as database:
        return int(database.execute("SELECT due FROM tables WHERE id = ?", (table,)).fetchone()[0])


def two_people(server: ServerThread) -> tuple[str, Guest, Guest]:
    """A table of two people who have made some moves, with a clock."""
    ann, bob = Guest(server.url), Guest(server.url)
    clock = {"clock": "game", "time": 3600}
    opened = ann.open_table("skippity", ["me", "invited"], name="Ann", policy=clock)
    bob.join(opened["codes"]["1"], name="Bob")
    asyncio.run(play(opened["table"], [ann, bob], MOVES))
    return str(opened["table"]), ann, bob


async def play(table: str, guests: list[Guest], moves: int) -> None:
    """Let whoever is on turn move at random."""
    chance = random.Random(3)
    for _ in range(moves):
        for guest in guests:
            shown = await asyncio.to_thread(seen, guest, table)
            paths = shown["scene"]["paths"] if shown["scene"] else []
            if paths:
                action = chance.choice(paths)["action"]
                move = {"type": "move", "seq": shown["seq"], "action": action}
                body = move | {"command": f"m{shown['seq']}"}
                answer = await asyncio.to_thread(guest.post, f"/api/tables/{table}/commands", body)
                assert answer.status_code == 200, answer.text
                break


def seen(guest: Guest, table: str) -> dict[str, Any]:
    response = guest.get(f"/api/tables/{table}")
    assert response.status_code == 200, response.text
    facts: dict[str, Any] = response.json()
    return facts


def page(guest: Guest, path: str, language: str) -> str:
    response = guest.get(path, params={"lang": language})
    assert response.status_code == 200, response.text
    return response.text


def again_at(server: ServerThread, *guests: Guest) -> None:
    """The same people at the restarted server."""
    for guest in guests:
        guest.url = server.url


# Going on -----------------------------------------------------------------------------------------
def test_a_running_table_of_older_rules_goes_on(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as before:
        table, ann, bob = two_people(before)
        last = seen(ann, table)
    age(tmp_path, table)
    with running_server(tmp_path) as after:
        again_at(after, ann, bob)
        shown = seen(ann, table)
        assert shown["scene"]["zones"] == last["scene"]["zones"]
        assert shown["table"]["phase"] == "playing"
        asyncio.run(play(table, [ann, bob], 4))
        assert seen(ann, table)["seq"] >= last["seq"] + 4
        for language in LANGUAGES:
            assert SENTENCE[language] not in page(ann, f"/t/{table}", language)
        assert ann.post(f"/api/tables/{table}/again", {}).status_code == 409


# Adjourned ----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The folder of a stopped server, its table, whose log today's rules do not accept, its people,
    and the first such row."""
    folder = tmp_path_factory.mktemp("played")
    with running_server(folder) as before:
        table, ann, bob = two_people(before)
    age(folder, table)
    seq = repeat_move(folder, table, 5)
    return folder, table, ann, bob, seq


@pytest.fixture
def old(played: Any, tmp_path: pathlib.Path) -> Any:
    """A copy of that table for one test."""
    folder, table, ann, bob, seq = played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return table, copy.copy(ann), copy.copy(bob), seq


def test_an_adjourned_table_says_so_and_can_be_read(old: Any, tmp_path: pathlib.Path) -> None:
    table, ann, bob, seq = old
    with running_server(tmp_path) as server:
        again_at(server, ann, bob)
        for language in LANGUAGES:
            told = page(ann, f"/t/{table}", language)
            assert SENTENCE[language] in told
            assert 'id="again"' in told
            assert "Ann" in told
            assert 'id="again"' not in page(Guest(server.url), f"/t/{table}", language)
            assert 'class="notice"' in page(ann, f"/g/{table}", language)
        told = page(ann, f"/g/{table}", "en")
        assert told.count("a move by earlier rules") >= MOVES - 5
        assert page(ann, f"/g/{table}.svg", "en").startswith("<svg")
        content = verify.read(ann.get(f"/api/tables/{table}/record").content).content
        assert content["as"] == 0
        assert len(content["entries"]) == seen(ann, table)["seq"]
        assert ann.get(f"/api/tables/{table}/at/{seq}").status_code == 200
        assert seen(ann, table)["table"]["phase"] == "adjourned"
        assert seen(ann, table)["scene"]["paths"] == []
        assert [each["phase"] for each in ann.get("/api/tables").json()["mine"]] == ["adjourned"]


def test_nothing_can_be_done_at_an_adjourned_table(old: Any, tmp_path: pathlib.Path) -> None:
    table, ann, _, _ = old
    with running_server(tmp_path) as server:
        again_at(server, ann)
        seq = seen(ann, table)["seq"]
        body = {"type": "resign", "seq": seq, "command": "r"}
        refused = ann.post(f"/api/tables/{table}/commands", body)
        assert refused.status_code == 409
        assert "cannot go on" in refused.json()["sentence"]
        assert seen(ann, table)["seq"] == seq


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_was_left_open_is_told(old: Any, tmp_path: pathlib.Path, language: str) -> None:
    table, ann, _, _ = old
    ann.language = language

    async def look() -> None:
        async with ann.connect(table) as line:
            goodbye = await line.until("goodbye")
            assert SENTENCE[language] in goodbye["why"]
            with pytest.raises(ConnectionClosed) as closed:
                await line.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NO_TABLE

    with running_server(tmp_path) as server:
        again_at(server, ann)
        asyncio.run(look())


def test_the_same_seats_have_a_new_game(old: Any, tmp_path: pathlib.Path) -> None:
    table, ann, bob, _ = old
    with running_server(tmp_path) as server:
        again_at(server, ann, bob)
        stranger = Guest(server.url).post(f"/api/tables/{table}/again", {})
        assert stranger.status_code == 403
        opened = ann.post(f"/api/tables/{table}/again", {})
        assert opened.status_code == 201
        new = opened.json()["table"]
        assert bob.post(f"/api/tables/{table}/again", {}).json() == {"table": new}
        for seat, (guest, name) in enumerate([(ann, "Ann"), (bob, "Bob")]):
            shown = seen(guest, new)
            assert shown["viewer"] == seat
            assert shown["table"]["chairs"][seat]["name"] == name
            assert shown["table"]["clock"]["kind"] == "game"
            assert f'href="/t/{new}"' in page(guest, f"/t/{table}", "en")
        asyncio.run(play(new, [ann, bob], 4))
        assert seen(ann, new)["table"]["phase"] == "playing"
    with sqlite3.connect(tmp_path / "tables.db") as database:
        rows = database.execute("SELECT rules, before FROM tables WHERE id = ?", (new,))
        assert rows.fetchone() == (game("skippity").rules.VERSION, table)


def test_the_button_works_without_a_script(old: Any, tmp_path: pathlib.Path) -> None:
    table, ann, _, _ = old
    with running_server(tmp_path) as server:
        again_at(server, ann)
        told = ann.get(f"/t/{table}")
        assert told.headers["referrer-policy"] == "same-origin"  # so that its form has an Origin
        headers = ann.headers() | HTML | {"content-type": "application/x-www-form-urlencoded"}
        address = f"{server.url}/api/tables/{table}/again"
        elsewhere = send_request(
            "POST", address, headers=headers | {"origin": "http://elsewhere.test"}
        )
        assert elsewhere.status_code == 403
        opened = send_request("POST", address, headers=headers | {"origin": server.url})
        assert opened.status_code == 303
        assert ann.get(opened.headers["location"]).status_code == 200


def test_an_adjourned_table_stays_due(old: Any, tmp_path: pathlib.Path) -> None:
    table, ann, _, _ = old
    due = due_of(tmp_path, table)
    assert due
    with running_server(tmp_path) as server:
        again_at(server, ann)
        page(ann, f"/t/{table}", "en")
        ann.post(f"/api/tables/{table}/again", {})
    assert due_of(tmp_path, table) == due
    with sqlite3.connect(tmp_path / "tables.db") as database:
        rows = database.execute("SELECT COUNT(*) FROM log WHERE table_id = ?", (table,))
        assert rows.fetchone()[0] == seq_of(tmp_path, table)


def seq_of(folder: pathlib.Path, table: str) -> int:
    with sqlite3.connect(folder / "tables.db") as database:
        rows = database.execute("SELECT last FROM tables WHERE id = ?", (table,))
        return int(rows.fetchone()[0])


# Sweeping -----------------------------------------------------------------------------------------
def test_an_overdue_table_that_is_adjourned_is_left_alone(old: Any, tmp_path: pathlib.Path) -> None:
    table, _, _, _ = old
    change(tmp_path, ("UPDATE tables SET due = 5 WHERE id = ?", (table,)))

    async def scenario(cluster: Cluster) -> None:
        tables = await cluster.tables()
        await cluster.sweepers[tables].sweep()
        await wait_until(lambda: cluster.sweepers[tables].stuck == {table})
        await cluster.sweepers[tables].sweep()
        assert await tables.writer.ask(lambda store: store.due(9, 10)) == [table]

    run_scenario(Cluster(tmp_path), scenario)
    assert due_of(tmp_path, table) == 5


# Finished -----------------------------------------------------------------------------------------
def test_a_finished_table_of_older_rules_is_shown_reviewed_and_exported(
    tmp_path: pathlib.Path,
) -> None:
    with running_server(tmp_path) as before:
        table, ann = finished_table(before, "skippity")
        result = seen(ann, table)["table"]["result"]
    age(tmp_path, table)
    with running_server(tmp_path) as after:
        again_at(after, ann)
        assert seen(ann, table)["table"]["result"] == result
        for language in LANGUAGES:
            assert page(ann, f"/t/{table}", language)
            assert page(ann, f"/g/{table}", language)
        proof = ann.get(f"/api/tables/{table}/verify").json()
        assert proof["wrong"] == ""
        assert proof["right"][-1].startswith("Note: ")
        content = verify.read(ann.get(f"/api/tables/{table}/record").content).content
        assert content["result"]["winners"] == result["winners"]


def test_a_finished_table_that_does_not_follow_is_shown_reviewed_and_exported(
    tmp_path: pathlib.Path,
) -> None:
    with running_server(tmp_path) as before:
        table, ann = finished_table(before, "skippity")
    age(tmp_path, table)
    repeat_move(tmp_path, table, -1)
    with running_server(tmp_path) as after:
        again_at(after, ann)
        shown = seen(ann, table)
        assert shown["table"]["phase"] == "over"
        assert shown["table"]["result"]["how"] == "unknown"
        for language in LANGUAGES:
            assert SENTENCE[language] not in page(ann, f"/t/{table}", language)
            assert 'class="notice"' in page(ann, f"/g/{table}", language)
        assert ann.get(f"/g/{table}?as=1").status_code == 200  # all sides are open now
        proof = ann.get(f"/api/tables/{table}/verify").json()
        assert "Skipyard of that time" in proof["wrong"]
        content = verify.read(ann.get(f"/api/tables/{table}/record").content).content
        assert content["as"] == "all"
        assert len(content["entries"]) == shown["seq"]
        offer = {"type": "offer", "what": "rematch", "seq": shown["seq"], "command": "o"}
        assert ann.post(f"/api/tables/{table}/commands", offer).status_code == 200
        new = ""
        while not new:
            new = seen(ann, table)["table"]["rematch"]
        assert seen(ann, new)["table"]["phase"] in ("revealing", "playing")
        assert seen(ann, new)["viewer"] == 0
