"""One's own games by the API: lists, statistics, recovery codes, the file, erasing."""

from __future__ import annotations

import asyncio
import json
import pathlib
import time
from typing import Any

import httpx
import pytest
from helpers.guest_tables import finished_table, table_for_two, wait_for_deal
from helpers.server_thread import ANSWER_TIMEOUT, Guest, ServerThread, running_server

from skipyard.games.figures import Figure
from skipyard.proofs.shared.postgres import Postgres
from skipyard.server.access import own_tables
from skipyard.server.net import tokens
from skipyard.table.files import verify


def games_of(guest: Guest, **query: Any) -> dict[str, Any]:
    asked = {"running": 12, "finished": 12} | query
    facts: dict[str, Any] = guest.get(f"/api/me/games?{httpx.QueryParams(asked)}").json()
    return facts


def recover(guest: Guest, code: str) -> httpx.Response:
    return guest.post("/api/me/recover", {"code": code, "bearer": True})


def second_device(guest: Guest, server: ServerThread) -> Guest:
    """Another device of the same person, by a recovery code."""
    code = guest.post("/api/me/recovery", {}).json()["code"]
    phone = Guest(server.url)
    phone.token = recover(phone, code).json()["token"]
    return phone


def resign(guest: Guest, table: str) -> None:
    body = {"type": "resign", "seq": 0, "command": "give-up"}
    assert guest.post(f"/api/tables/{table}/commands", body).status_code == 200


async def dealt(ann: Guest, bob: Guest, table: str) -> dict[str, Any]:
    async with ann.connect(table) as a, bob.connect(table) as b:
        await wait_for_deal(a, b)
        shown: dict[str, Any] = a.shown
        return shown


# Lists --------------------------------------------------------------------------------------------
def test_running_tables_say_whose_turn_it_is(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)
    mover = asyncio.run(dealt(ann, bob, table))["scene"]["turn"]
    for seat, guest in enumerate((ann, bob)):
        (ticket,) = games_of(guest)["running"]
        assert ticket["table"] == table
        assert ticket["my_turn"] == (seat == mover)
        name = ("Ann", "Bob")[mover]
        assert ticket["status"] == ("Your turn" if seat == mover else f"{name} is playing")
        assert [each["mine"] for each in ticket["players"]] == [seat == 0, seat == 1]
    bob.language = "fr"
    assert games_of(bob)["running"][0]["status"] in ("À vous", "Ann joue")


def test_a_table_that_waits_for_players_says_so(ann: Guest) -> None:
    ann.open_table("skipbo", ["me", "invited"], name="Ann")
    (ticket,) = games_of(ann)["running"]
    assert ticket["status"] == "Seats free"
    assert [each["name"] for each in ticket["players"]] == ["Ann"]


def test_a_list_is_read_from_the_cache_until_the_table_changes(
    ann: Guest, server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.open_table("skipbo", ["me", "invited"], name="Ann")
    seating = server.app.state.seating
    server.app.state.own_tables.cache.clear()
    monkeypatch.setattr(seating.tables, "open", {})
    folds = []
    host_of = own_tables.host_of

    def counted(*log: Any) -> Any:
        folds.append(log)
        return host_of(*log)

    monkeypatch.setattr(own_tables, "host_of", counted)
    assert games_of(ann)["running"] == games_of(ann)["running"]
    assert len(folds) == 1


def test_lists_come_page_by_page(ann: Guest) -> None:
    ann.open_table("skipbo", ["me", "invited"])
    code = ann.post("/api/me/recovery", {}).json()["code"]
    for _ in range(2):  # a program gets a token for each table: recovery makes them one person
        other = Guest(ann.url)
        other.open_table("skipbo", ["me", "invited"])
        assert recover(other, code).status_code == 200
        code = ann.post("/api/me/recovery", {}).json()["code"]
    first = games_of(ann, running=2)
    assert len(first["running"]) == 2
    assert first["more_running"]
    rest = games_of(ann, running=2, skip=2)
    assert not rest["more_running"]
    assert len({each["table"] for each in first["running"] + rest["running"]}) == 3


def test_nobody_in_particular_has_no_games(server: ServerThread) -> None:
    stranger = Guest(server.url)
    assert games_of(stranger)["running"] == games_of(stranger)["finished"] == []
    assert stranger.get("/api/me/statistics").json()["games"] == 0
    assert not stranger.get("/api/me/data").json()["known"]
    assert stranger.get("/api/me/file").json()["tables"] == []
    assert games_of(stranger, running="x", before="²", skip="-1")["running"] == []


def test_finished_games_and_statistics(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    resign(ann, table)
    facts = games_of(bob)
    assert facts["running"] == []
    (ticket,) = facts["finished"]
    assert (ticket["outcome"], ticket["status"]) == ("won", "You won")
    assert [each["name"] for each in ticket["players"]] == ["Ann", "Bob"]
    assert games_of(ann)["finished"][0]["outcome"] == "lost"
    statistics = bob.get("/api/me/statistics").json()
    assert (statistics["games"], statistics["won"], statistics["streak"]) == (1, 1, 1)
    assert statistics["latest"] == ["won"]
    assert [each["label"] for each in statistics["by_opponent"]] == ["People"]
    assert games_of(bob, before=ticket["at"], last=table)["finished"] == []


def test_the_best_of_each_figure_is_told_to_whose_it_is(
    ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_tables, "of_table", lambda table: [Figure("longest", 1, 7)])
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    resign(ann, table)
    (best,) = bob.get("/api/me/statistics").json()["best"]
    assert (best["value"], best["label"], best["table"]) == (7, "cards in one turn", table)
    assert ann.get("/api/me/statistics").json()["best"] == []


def test_tables_that_ended_before_results_were_stored_get_theirs(
    ann: Guest, bob: Guest, server: ServerThread
) -> None:
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    resign(ann, table)
    writer = server.app.state.seating.tables.writer
    delete = "DELETE FROM results WHERE table_id = ?"
    writer.call(lambda store: store.ask(delete, (table,))).result()
    assert games_of(bob)["finished"][0]["outcome"] == "won"


def test_a_finished_table_that_cannot_be_read_is_listed_all_the_same(
    ann: Guest, bob: Guest, server: ServerThread
) -> None:
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    resign(ann, table)

    def spoil(store: Any) -> None:
        store.ask("DELETE FROM results WHERE table_id = ?", (table,))
        store.ask("UPDATE tables SET game = 'gone' WHERE id = ?", (table,))

    server.app.state.seating.tables.writer.call(spoil).result()
    ticket = games_of(bob)["finished"][0]
    assert (ticket["outcome"], ticket["title"]) == ("unknown", "gone")
    assert bob.get("/api/me/statistics").json()["games"] == 0
    assert bob.get("/api/me/file").json()["tables"][0]["record"] is None


# Another device -----------------------------------------------------------------------------------
def test_a_code_carries_games_to_another_device_both_ways(
    ann: Guest, bob: Guest, server: ServerThread
) -> None:
    table = table_for_two(ann, bob)
    phone = Guest(server.url)
    own = phone.open_table("skipbo", ["me", "invited"])["table"]
    code = ann.post("/api/me/recovery", {}).json()["code"]
    assert recover(phone, f" {code.lower()[:8]}-{code[8:]} ").json()["tables"] == 2
    for device in (ann, phone):
        assert {each["table"] for each in games_of(device)["running"]} == {table, own}
    shown = asyncio.run(dealt(phone, bob, table))
    assert shown["viewer"] == 0  # Ann's seat


def test_a_code_that_is_no_good_says_why(ann: Guest, bob: Guest, server: ServerThread) -> None:
    ann.open_table("skipbo", ["me", "invited"])
    bob.open_table("skipbo", ["me", "invited"])
    code = ann.post("/api/me/recovery", {}).json()["code"]
    for guest, used, status, about in (
        (bob, "2345", 404, "unknown"),
        (ann, code, 409, "own"),
    ):
        answer = recover(guest, used)
        assert (answer.status_code, answer.json()["about"]) == (status, about)
    phone = Guest(server.url)
    phone.token = recover(phone, code).json()["token"]
    assert recover(phone, code).json()["became"] == "done"
    answer = recover(bob, code)
    assert (answer.status_code, answer.json()["about"]) == (409, "used")
    assert len(games_of(bob)["running"]) == 1
    late = tokens.hashed_code("LATELATE")
    holder = tokens.hashed(ann.token)
    writer = server.app.state.seating.tables.writer
    writer.call(lambda store: store.add_recovery(late, holder, 5)).result()
    assert recover(bob, "LATELATE").json()["about"] == "expired"


def test_a_browser_gets_a_cookie_and_scripts_cannot_read_it(server: ServerThread) -> None:
    origin = {"origin": server.url}
    with httpx.Client(base_url=server.url, headers=origin) as browser:
        made = browser.post("/api/me/recovery", json={})
        assert "httponly" in made.headers["set-cookie"].lower()
        assert "token" not in made.json()
        elsewhere = browser.post("/api/me/forget", json={}, headers={"origin": "http://else.where"})
        assert elsewhere.status_code == 403


# What is stored -----------------------------------------------------------------------------------
def test_the_file_has_everything_and_its_records_verify(server: ServerThread) -> None:
    table, ann = finished_table(server)
    second_device(ann, server)
    answer = ann.get("/api/me/file")
    assert "attachment" in answer.headers["content-disposition"]
    content = answer.json()
    (entry,) = content["tables"]
    assert (entry["table"], entry["names"], entry["over"]) == (table, {"0": "Ann"}, True)
    assert len(content["devices"]) == 2
    assert list(verify.read(json.dumps(entry["record"]).encode()).checks())
    assert ann.token not in answer.text


def test_the_file_of_a_running_game_has_what_one_may_know(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    (entry,) = ann.get("/api/me/file").json()["tables"]
    assert entry["record"]["as"] == 0
    assert "server_key" not in entry["record"]


def test_erasing_takes_the_name_and_the_record_still_verifies(server: ServerThread) -> None:
    table, ann = finished_table(server)
    phone = second_device(ann, server)
    before = ann.get(f"/api/tables/{table}/record").json()
    assert ann.post("/api/me/forget", {}).status_code == 400
    assert games_of(ann)["finished"]
    assert ann.post("/api/me/forget", {"sure": True}).json()["tables"] == 1
    for device in (ann, phone):
        assert games_of(device)["finished"] == []
        assert device.get("/api/me/statistics").json()["games"] == 0
        assert not device.get("/api/me/data").json()["known"]
    after = ann.get(f"/api/tables/{table}/record")
    assert "Ann" not in after.text
    assert after.json()["digest"] == before["digest"]
    assert [each["name"] for each in after.json()["seats"]] == ["", ""]
    verified = ann.get(f"/api/tables/{table}/verify").json()
    assert not verified["wrong"]
    assert len(verified["right"]) >= 8
    assert "Ann" not in ann.get(f"/g/{table}").text


def test_erasing_leaves_running_games_and_others_play_on(
    ann: Guest, bob: Guest, server: ServerThread
) -> None:
    table = table_for_two(ann, bob)
    asyncio.run(dealt(ann, bob, table))
    phone = second_device(ann, server)
    gathering = phone.open_table("skipbo", ["me", "invited"], name="Annie")["table"]
    code = ann.post("/api/me/recovery", {}).json()["code"]
    recover(phone, code)  # a program has a token for each table
    assert ann.post("/api/me/forget", {"sure": True}).status_code == 200
    ticket = games_of(bob)["finished"][0]
    assert ticket["outcome"] == "won"
    assert [each["name"] for each in ticket["players"]] == ["Player 1", "Bob"]
    shown = bob.get(f"/api/tables/{gathering}").json()
    assert [chair["kind"] for chair in shown["table"]["chairs"]] == ["free", "free"]
    rows = server.app.state.seating.tables.writer.call(lambda store: store.rows(gathering)).result()
    assert not any("Annie" in row.data for row in rows)


@pytest.mark.full
def test_other_processes_list_the_same_and_forget_the_name_too(
    postgres: Postgres, tmp_path: pathlib.Path
) -> None:
    url = postgres.create("forgetting")
    with running_server(tmp_path, db=url) as one, running_server(tmp_path, db=url) as two:
        ann, bob = Guest(one.url), Guest(two.url)
        table = table_for_two(ann, bob)
        mover = asyncio.run(dealt(ann, bob, table))["scene"]["turn"]
        for server in (one, two):
            (ticket,) = games_of(Guest(server.url, ann.token))["running"]
            assert ticket["my_turn"] == (mover == 0)
        assert table in two.app.state.seating.tables.open
        ann.post("/api/me/forget", {"sure": True})
        deadline = time.monotonic() + ANSWER_TIMEOUT
        while "Ann" in bob.get(f"/api/tables/{table}").text:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert games_of(bob)["finished"][0]["outcome"] == "won"
