"""Databases of November 2026 still open: tables go on; tokens, codes and links work.

They were made by the tree of that month (fixtures/make_2026_11.py). Sentences may have been
reworded since, so what is shown is compared without them (scene_facts.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import pathlib
import shutil
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest
from helpers.scene_facts import (
    WATCHER,
    actions_of,
    scene_facts,
    table_facts,
    without_additions,
)
from helpers.server_thread import ANSWER_TIMEOUT, Guest, running_server

from skipyard.__main__ import main

FOLDER = pathlib.Path(__file__).parents[1] / "fixtures" / "2026-11"
KINDS = ("sqlite", "postgres")
PARAMS = ("sqlite", pytest.param("postgres", marks=pytest.mark.full))
COOKIE = "skipyard_guest"
HOUR = 3_600_000  # milliseconds
GAMES = ("skipbo", "skipbo_mod", "skip_or_trip", "flip_and_skip", "skippity")


def facts_of(kind: str) -> dict[str, Any]:
    """The facts recorded when the database was made."""
    facts: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{kind}.json.gz").read_bytes()))
    return facts


FACTS = {kind: facts_of(kind) for kind in KINDS}
TABLES = FACTS["sqlite"]["tables"]
PLAYING = [role for role, table in TABLES.items() if table["phase"] == "playing"]
OVER = [role for role, table in TABLES.items() if table["phase"] == "over"]
OFFERED = [role for role in PLAYING if TABLES[role]["offers"]]
CLOCKED = [role for role in PLAYING if TABLES[role]["clock"][0] != "none"]


class Old:
    """Today's server on a copy of an old database, and its old guests."""

    def __init__(self, url: str, kind: str, db: str) -> None:
        self.url, self.db = url, db
        self.facts = FACTS[kind]
        self.client = httpx.Client(base_url=url, timeout=ANSWER_TIMEOUT)

    def send(
        self, holder: dict[str, str], method: str, path: str, body: Any = None, **headers: str
    ) -> httpx.Response:
        """A request with an old bearer token, an old cookie, or neither."""
        headers |= {"accept-language": "en", "origin": self.url}
        if "token" in holder:
            headers["authorization"] = f"Bearer {holder['token']}"
        elif "cookie" in holder:
            headers["cookie"] = f"{COOKIE}={holder['cookie']}"
        self.client.cookies.clear()
        return self.client.request(method, path, json=body, headers=headers)

    def holder(self, role: str, seat: int) -> dict[str, str]:
        holder_facts: dict[str, str] = self.facts["tables"][role]["holders"].get(str(seat), {})
        return holder_facts

    def shown(self, role: str, holder: dict[str, str]) -> dict[str, Any]:
        table = self.facts["tables"][role]["id"]
        answer = self.send(holder, "GET", f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        message: dict[str, Any] = answer.json()
        return message

    def command(self, role: str, holder: dict[str, str], kind: str, **more: Any) -> int:
        """Do something at a table; the row that it became."""
        table, seq = self.facts["tables"][role]["id"], self.shown(role, holder)["seq"]
        body = {"type": kind, "seq": seq, "command": f"new-{kind}-{seq}"} | more
        path = f"/api/tables/{table}/commands"
        answer = self.send(holder, "POST", path, body)
        assert answer.status_code == 200, answer.text
        again = self.send(holder, "POST", path, body)
        assert again.json() == answer.json()
        assert answer.json()["seq"] > seq
        return int(answer.json()["seq"])

    def move(self, role: str, holders: dict[int, dict[str, str]]) -> None:
        """Let whoever is on turn make a legal move."""
        turn = self.shown(role, {})["scene"]["turn"]
        scene = self.shown(role, holders[turn])["scene"]
        self.command(role, holders[turn], "move", action=actions_of(scene)[0])

    def wait(self, role: str, true: Any) -> dict[str, Any]:
        until = time.monotonic() + ANSWER_TIMEOUT
        while not true(shown := self.shown(role, {})):
            assert time.monotonic() < until
            time.sleep(0.02)
        return shown


def copied(kind: str, folder: pathlib.Path, request: pytest.FixtureRequest) -> str:
    """The URL of a copy of an old database, with codes that have not expired."""
    expires = (time.time_ns() // 1_000_000) + HOUR
    if kind == "sqlite":
        file = folder / "tables.db"
        shutil.copyfile(FOLDER / "tables.db", file)
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE invitations SET expires = ?", (expires,))
            connection.commit()
        return str(file)
    url: str = request.getfixturevalue("postgres").create(f"old{time.monotonic_ns()}")
    with psycopg.connect(url) as connection:
        connection.execute(gzip.decompress((FOLDER / "tables.sql.gz").read_bytes()))
        connection.execute("UPDATE skipyard.invitations SET expires = %s", (expires,))
    return url


def opened(request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> Iterator[Old]:
    kind, folder = request.param, factory.mktemp("old")
    db = copied(kind, folder, request)
    with running_server(folder, db=db) as server:
        old = Old(server.url, kind, db)
        yield old
        old.client.close()


@pytest.fixture(scope="module", params=PARAMS)
def untouched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Old]:
    """For tests that only read."""
    yield from opened(request, tmp_path_factory)


@pytest.fixture(scope="module", params=PARAMS)
def used(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    """For tests that play on; each has tables of its own."""
    yield from opened(request, tmp_path_factory)


def test_the_fixtures_have_every_game_and_every_kind_of_table() -> None:
    for facts in FACTS.values():
        tables = facts["tables"]
        for game in GAMES:
            phases = [tables[f"{game}-{which}"]["phase"] for which in ("finished", "running")]
            assert phases == ["over", "playing"]
            assert tables[f"{game}-waiting"]["codes"]
        assert tables.keys() == TABLES.keys()
        assert {table["result"][0] for table in tables.values() if table["result"]} == {
            *("played", "resigned", "time")
        }
        assert {offer[0] for table in tables.values() for offer in table["offers"]} == {
            *("draw", "undo")
        }
        assert tables["skipbo-match"]["round"] == 2
        assert tables["skippity-resigned"]["rematch"] == tables["skippity-rematch"]["id"]
        assert [role for role in PLAYING if tables[role]["phase"] != "playing"] == []


# Looking ------------------------------------------------------------------------------------------
@pytest.mark.full
def test_every_link_answers_as_it_did(untouched: Old) -> None:
    wrong, tables = [], untouched.facts["tables"]
    # Nothing is hidden in Skippity, so “all sides” is the board that everybody sees at any time.
    open_now = {f"/g/{tables[r]['id']}?as=all" for r in tables if r.startswith("skippity")}
    for link in untouched.facts["links"]:
        holder = untouched.holder(link["holder"], 0) if link["holder"] else {}
        answer = untouched.send(holder, "GET", link["path"], accept="text/html")
        kind = answer.headers["content-type"].partition(";")[0]
        status = 200 if link["path"] in open_now else link["status"]
        if (answer.status_code, kind) != (status, link["type"]):
            wrong.append((link, answer.status_code, kind))
    assert wrong == []


@pytest.mark.parametrize("role", TABLES)
def test_a_table_is_as_it_was_for_everybody(untouched: Old, role: str) -> None:
    was = untouched.facts["tables"][role]
    for viewer, scene in was["scenes"].items():
        shown = untouched.shown(role, was["holders"].get(viewer, {}))
        assert str(shown["viewer"]) == viewer
        facts = table_facts(shown)
        assert facts == {name: was[name] for name in facts}
        # A clock that ran gets the time back in which nobody served it, by a row of its own; a
        # loaded machine that stood still for a second adds more.
        paused = shown["seq"] - was["seq"]
        assert paused >= 1 if role in CLOCKED else paused == 0
        legal = sorted({action for action, _ in scene["paths"]}) if scene else []
        assert actions_of(shown["scene"]) == legal
        assert without_additions(scene_facts(shown["scene"]), scene) == scene


@pytest.mark.parametrize("role", CLOCKED)
def test_a_clock_has_not_run_meanwhile(untouched: Old, role: str) -> None:
    was = untouched.facts["tables"][role]
    left = untouched.shown(role, {})["table"]["clock"]["left"]
    running = was["clock"][1]
    assert 0 < was["left"][running] - HOUR < left[running] <= was["left"][running]
    assert left[1 - running] == was["left"][1 - running]


@pytest.mark.parametrize("role", TABLES)
def test_the_past_of_a_table_is_as_it_was(untouched: Old, role: str) -> None:
    was = untouched.facts["tables"][role]
    path = f"/api/tables/{was['id']}/at/{was['past']['seq']}?as={was['past']['as']}"
    answer = untouched.send(untouched.holder(role, 0), "GET", path)
    assert answer.status_code == 200
    scenes = [scene_facts(shown["scene"]) for shown in answer.json()["shown"]]
    before = was["past"]["scenes"]
    if was["past"]["as"] == "all" and role.startswith("skippity"):
        before = before[:1]  # nothing is hidden there, so all sides are one board now
    pairs = zip(scenes, before, strict=True)
    assert [without_additions(*pair) for pair in pairs] == before


@pytest.mark.parametrize("role", OVER)
def test_a_finished_table_is_exported_and_verifies(
    untouched: Old, role: str, tmp_path: pathlib.Path
) -> None:
    table = untouched.facts["tables"][role]["id"]
    answer = untouched.send({}, "GET", f"/api/tables/{table}/record")
    assert answer.status_code == 200
    assert answer.json()["table"] == table
    verified = untouched.send({}, "GET", f"/api/tables/{table}/verify").json()
    assert verified["wrong"] == ""
    checks = [line for line in verified["right"] if not line.startswith("Note: ")]  # older rules
    assert len(checks) == 8
    file = tmp_path / "record.json"
    assert main(["export", "--db", untouched.db, "--", table, str(file)]) == 0
    assert file.read_bytes() == answer.content
    assert main(["verify", str(file)]) == 0
    assert main(["import", str(file), "--db", str(tmp_path / "other.db")]) == 0


def test_the_lobby_and_the_browser_know_their_tables(untouched: Old) -> None:
    tables = untouched.facts["tables"]
    lobby = untouched.send(untouched.holder("skippity-browser", 0), "GET", "/api/tables").json()
    assert [table["table"] for table in lobby["open"]] == [tables["skippity-open"]["id"]]
    mine = {tables[role]["id"] for role in ("skippity-browser", "skip_or_trip-browser")}
    assert {table["table"] for table in lobby["mine"]} == mine


def test_language_and_theme_are_remembered_in_the_same_cookies(untouched: Old) -> None:
    answer = untouched.send({}, "GET", "/", cookie="lang=fr; theme=dark")
    assert '<html lang="fr"' in answer.text
    assert 'data-theme="dark"' in answer.text
    given = untouched.send({}, "GET", "/?lang=fr&theme=dark").cookies
    assert (given["lang"], given["theme"]) == ("fr", "dark")


# Playing on ---------------------------------------------------------------------------------------
def holders_of(table: dict[str, Any]) -> dict[int, dict[str, str]]:
    return {int(seat): holder for seat, holder in table["holders"].items()}


@pytest.mark.parametrize("role", [role for role in PLAYING if role not in OFFERED])
def test_a_running_table_goes_on(used: Old, role: str) -> None:
    holders = holders_of(used.facts["tables"][role])
    for _ in range(3):
        shown = used.wait(
            role,
            lambda shown: shown["table"]["phase"] != "playing" or shown["scene"]["turn"] in holders,
        )
        if shown["table"]["phase"] == "playing":
            used.move(role, holders)
    assert used.shown(role, {})["seq"] >= used.facts["tables"][role]["seq"] + 3


def test_an_offer_can_still_be_answered(used: Old) -> None:
    draw, undo = (f"{name}-offered" for name in ("flip_and_skip-draw", "skipbo-undo"))
    tables = used.facts["tables"]
    people = holders_of(tables[draw])
    used.command(draw, people[0], "agree", what="draw")
    result = used.shown(draw, {})["table"]["result"]
    assert (result["how"], result["winners"]) == ("agreed", [0, 1])
    people = holders_of(tables[undo])
    before = used.shown(undo, {})["scene"]
    used.command(undo, people[1], "agree", what="undo")
    after = used.shown(undo, {})
    assert after["table"]["offers"] == []
    assert scene_facts(after["scene"]) != scene_facts(before)
    used.move(undo, people)


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_is_good_once_and_the_game_begins(used: Old, game: str) -> None:
    role = f"{game}-waiting"
    was = used.facts["tables"][role]
    body = {"code": was["codes"]["1"], "name": "Ben", "bearer": True}
    told = used.send({}, "POST", "/api/invitation", {"code": body["code"]})
    assert told.status_code == 200, told.text
    answer = used.send({}, "POST", "/api/join", body)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["table"], answer.json()["seat"]) == (was["id"], 1)
    assert used.send({}, "POST", "/api/join", body).status_code == 410
    people = {0: used.holder(role, 0), 1: {"token": answer.json()["token"]}}
    used.command(role, people[0], "reveal", nonce=was["nonce"])
    used.wait(role, lambda shown: shown["scene"] is not None)
    used.move(role, people)


def test_a_code_for_another_device_is_good_once(used: Old) -> None:
    device = used.facts["device"]
    was = used.facts["tables"][device["table"]]
    body = {"code": device["code"], "bearer": True}
    answer = used.send({}, "POST", "/api/join", body)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["table"], answer.json()["seat"]) == (was["id"], device["seat"])
    new = {"token": answer.json()["token"]}
    assert used.shown(device["table"], new)["viewer"] == device["seat"]
    assert used.send({}, "POST", "/api/join", body).status_code == 410


def test_an_open_chair_can_be_taken(used: Old) -> None:
    table = used.facts["tables"]["skippity-open"]["id"]
    body = {"seat": 1, "name": "Dan", "bearer": True}
    answer = used.send({}, "POST", f"/api/tables/{table}/sit", body)
    assert answer.status_code == 200, answer.text
    names = [chair["name"] for chair in used.shown("skippity-open", {})["table"]["chairs"]]
    assert names[:2] == ["Ann", "Dan"]


def test_a_socket_takes_the_old_token(used: Old) -> None:
    role, seat = "flip_and_skip-running", TABLES["flip_and_skip-running"]["scenes"][WATCHER]["turn"]

    async def sit() -> dict[str, Any]:
        guest = Guest(used.url, used.holder(role, seat)["token"])
        async with guest.connect(used.facts["tables"][role]["id"]) as line:
            return await line.until("shown")

    assert asyncio.run(sit())["viewer"] == seat
