"""Tournaments as their clients see them: one link, sealed deals, records, refusals in sentences."""

from __future__ import annotations

import asyncio
import json
import pathlib
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from helpers.server_thread import Guest, ServerThread, running_server, send_request
from helpers.tournaments import Played

from skipyard.__main__ import main
from skipyard.server.access import tournament_facts
from skipyard.table.files import verify
from skipyard.tournament import record

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("tournaments")) as running:
        yield running


class Event:
    """A tournament, its organiser and the people who joined by its link."""

    def __init__(self, server: ServerThread, names: tuple[str, ...] = NAMES, **agreed: Any) -> None:
        self.guests = [Guest(server.url) for _ in names]
        self.ann = self.guests[0]
        body = {"title": "Sunday", "game": "skippity", "settings": ["size=6"], "bearer": True}
        body |= {"name": names[0], "agreed": {"pause": 0} | agreed}
        opened = self.ann.post("/api/tournaments", body)
        assert opened.status_code == 201, opened.text
        self.id, self.ann.token = opened.json()["tournament"], opened.json()["token"]
        self.path = f"/api/tournaments/{self.id}"
        for guest, name in zip(self.guests[1:], names[1:], strict=True):
            joined = guest.post(f"{self.path}/join", {"name": name, "bearer": True})
            assert joined.status_code == 200, joined.text
            guest.token = joined.json()["token"]

    def shown(self, guest: Guest | None = None) -> dict[str, Any]:
        facts: dict[str, Any] = (guest or self.ann).get(self.path).json()
        return facts

    def until(self, phase: str, number: int = 0) -> dict[str, Any]:
        for _ in range(600):
            shown = self.shown()
            if shown["phase"] == phase and shown["round"] >= number:
                return shown
            time.sleep(0.05)
        raise AssertionError(shown)

    def begin(self) -> dict[str, Any]:
        begun = self.ann.post(f"{self.path}/begin", {})
        assert begun.status_code == 200, begun.text
        return self.until("playing")

    def table_of(self, guest: Guest) -> str:
        return str(self.shown(guest)["mine"]["table"])

    def resign(self, guest: Guest) -> str:
        """Give up the guest's running game; its table."""
        table = self.table_of(guest)

        async def give_up() -> None:
            async with guest.connect(table) as line:
                await line.until(lambda m: m["type"] == "shown" and m["scene"])
                assert (await line.command("resign"))["type"] == "done"

        asyncio.run(give_up())
        self.wait_for_result(table)
        return table

    def wait_for_result(self, name: str) -> None:
        for _ in range(600):
            tables = [table for one in self.shown()["played"] for table in one["tables"]]
            if next(table for table in tables if table["table"] == name)["over"]:
                return
            time.sleep(0.02)
        raise AssertionError(name)

    def end_round(self) -> list[str]:
        """Let everybody but the first of each table give up; the tables."""
        shown = self.shown()
        tables = []
        for table in shown["played"][0]["tables"]:
            if not table["over"]:
                loser = max(player["player"] for player in table["players"])
                tables.append(self.resign(self.guests[loser]))
        return tables


def refusals_of(guest: Guest, table: str) -> list[httpx.Response]:
    """Try every way to learn something about a table."""
    headers = guest.headers() | {"accept": "text/html"}
    paths = ["record", "verify", "chances", "at/3", "at/3?as=all", "figures"]
    answers = [guest.get(f"/api/tables/{table}/{path}") for path in paths]
    answers += [
        send_request("GET", f"{guest.url}/g/{table}{path}", headers=headers)
        for path in ("", "?as=all", ".svg", ".png", "/embed", "?verify=1", "/result.svg")
    ]
    return answers


def test_a_duplicate_deal_is_sealed_until_its_last_table_has_ended(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state, "chances", lambda header, rows: [])
    event = Event(server)
    shown = event.begin()
    first, second = (table["players"] for table in shown["played"][0]["tables"])
    loser, other = (event.guests[one["player"]] for one in first)
    table = event.resign(loser)
    running = event.table_of(event.guests[second[0]["player"]])
    for guest in (loser, event.guests[second[0]["player"]], Guest(server.url)):
        for closed in (table, running):
            for answer in refusals_of(guest, closed):
                if closed == running and answer.status_code in (403, 404):
                    continue  # refused as at every running table: others' seats, chances
                assert answer.status_code == 409, answer.request.url
                assert "still being played" in answer.text
    watcher = Guest(server.url)
    for path in ("", "/stream"):
        assert watcher.get(f"/api/tables/{running}{path}").status_code == 409

    async def watch() -> None:
        async with watcher.connect(running) as line:
            assert "still being played" in (await line.receive())["why"]

    asyncio.run(watch())
    taken_along = {
        one["table"]: one["record"] for one in other.get("/api/me/file").json()["tables"]
    }
    assert not taken_along[table].get("key"), "the key would give the deal away"
    over = other.get(f"/api/tables/{table}").json()["table"]
    assert over["result"]
    assert not over["key"], "the key would give the deal away"
    hint = event.guests[second[0]["player"]].post(f"/api/tables/{running}/hint", {})
    assert hint.status_code == 409
    assert "tournament" in hint.json()["sentence"]
    event.end_round()
    event.until("playing", 2)
    for answer in refusals_of(watcher, table):
        assert answer.status_code == 200, answer.request.url


def test_a_round_robin_ends_with_standings_and_a_record_that_verifies(
    server: ServerThread, tmp_path: pathlib.Path
) -> None:
    event = Event(server, legs=2)
    event.begin()
    tables = []
    for number in range(1, 7):
        event.until("playing", number)
        tables += event.end_round()
    shown = event.until("over")
    assert [(line["rank"], line["name"], line["points"]) for line in shown["standings"]] == [
        (1, "Ann", "6"),
        (2, "Bob", "4"),
        (3, "Cleo", "2"),
        (4, "Dan", "0"),
    ]
    assert shown["status"] == "Ann wins the tournament!"
    raw = event.ann.get(f"{event.path}/record").content
    content = json.loads(raw)
    assert len(list(record.checks(content))) == 4
    (tmp_path / "record.json").write_bytes(raw)
    assert main(["verify", str(tmp_path / "record.json")]) == 0
    keys = {deal["table"]: deal["server_key"] for one in content["deals"] for deal in one}
    assert set(keys) == set(tables)
    for table in tables[:2]:
        raw = event.ann.get(f"/api/tables/{table}/record").content
        of_table = verify.read(raw)
        assert list(of_table.checks())
        assert of_table.content["server_key"] == keys[table]
    assert keys[tables[0]] == keys[tables[1]], "both tables of a round got the same deal"
    changed = content | {"entries": content["entries"][:-1]}
    with pytest.raises(ValueError, match="id does not fit"):
        list(record.checks(changed))


def test_people_find_their_tournaments_again(server: ServerThread) -> None:
    event = Event(server, ("Ann", "Bob", "Cleo"), fill=False)
    cleo, stranger = event.guests[2], Guest(server.url)

    def listed(guest: Guest) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = guest.get("/api/me/games?tournaments=5").json()["tournaments"]
        return found

    (ticket,) = listed(cleo)
    assert (ticket["tournament"], ticket["name"], ticket["over"]) == (event.id, "Sunday", False)
    assert ticket["status"] == event.shown()["status"]
    assert listed(event.ann)[0]["organiser"]
    assert not ticket["organiser"]
    assert listed(stranger) == []
    event.begin()
    playing = [guest for guest in event.guests if event.shown(guest)["mine"]["table"]]
    assert len(playing) == 2
    for guest in event.guests:
        assert listed(guest)[0]["my_game"] == (guest in playing)
    while (shown := event.shown())["phase"] != "over":
        event.end_round()
        event.until("over" if shown["round"] == shown["rounds"] else "playing", shown["round"])
    assert [listed(guest)[0]["status"] for guest in event.guests] == [
        "You won",
        "Place 2 of 3",
        "Place 3 of 3",
    ]
    assert listed(cleo)[0]["over"]


def test_what_is_stored_of_a_player_is_listed_taken_along_and_erased(server: ServerThread) -> None:
    event = Event(server)
    dan = event.guests[3]
    facts = dan.get("/api/me/data").json()
    assert (facts["known"], facts["tournaments"], facts["names"]) == (True, 1, ["Dan"])
    (entry,) = dan.get("/api/me/file").json()["tournaments"]
    assert (entry["tournament"], entry["title"], entry["organised"]) == (event.id, "Sunday", False)
    assert entry["played"] == [{"player": 3, "name": "Dan", "rank": 0, "points": ""}]
    assert event.ann.get("/api/me/file").json()["tournaments"][0]["organised"]
    assert dan.post("/api/me/forget", {"sure": True}).status_code == 200
    assert dan.get("/api/me/data").json()["tournaments"] == 0
    assert "Dan" not in json.dumps(event.shown())


def test_a_running_record_shows_no_key(server: ServerThread) -> None:
    event = Event(server)
    event.begin()
    content = event.ann.get(f"{event.path}/record").json()
    assert content["server_key"] == ""
    assert content["deals"] == []


def test_everything_is_there_after_a_restart(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as server:
        event = Event(server)
        event.begin()
        event.resign(event.guests[0])
        port = server.port
    with running_server(tmp_path) as server:
        assert server.port != port
        for guest in event.guests:
            guest.url = server.url
        for number in (1, 2, 3):
            event.until("playing", number)
            event.end_round()
        shown = event.until("over")
        assert sum(line["played"] for line in shown["standings"]) == 12


def test_a_leaver_loses_and_later_rivals_have_a_bye(server: ServerThread) -> None:
    event = Event(server, fill=False)
    event.begin()
    dan = event.guests[3]
    table = event.table_of(dan)
    assert dan.post(f"{event.path}/leave", {}).status_code == 200
    assert event.shown(dan)["me"] == -1
    event.wait_for_result(table)
    event.end_round()
    event.until("playing", 2)
    assert len(event.shown()["played"][0]["tables"]) == 1
    assert len(event.shown()["played"][0]["byes"]) == 1


def test_only_the_organiser_begins_and_removes(server: ServerThread) -> None:
    event = Event(server)
    bob = event.guests[1]
    assert bob.post(f"{event.path}/begin", {}).status_code == 403
    assert bob.post(f"{event.path}/leave", {"player": 2}).status_code == 403
    assert event.ann.post(f"{event.path}/leave", {"player": 2}).status_code == 200
    assert [one["name"] for one in event.shown()["players"]] == ["Ann", "Bob", "Dan"]


def test_who_joins_twice_stays_one_person(server: ServerThread) -> None:
    event = Event(server)
    bob = event.guests[1]
    again = bob.post(f"{event.path}/join", {"name": "Robert"})
    assert again.json()["player"] == 1
    assert len(event.shown()["players"]) == 4


def test_an_unchanged_tournament_is_not_sent_again(server: ServerThread) -> None:
    event = Event(server)
    tag = event.ann.get(event.path).headers["etag"]
    headers = event.ann.headers() | {"if-none-match": tag}
    assert send_request("GET", server.url + event.path, headers=headers).status_code == 304
    event.ann.post(f"{event.path}/leave", {"player": 2})
    assert send_request("GET", server.url + event.path, headers=headers).status_code == 200


@pytest.mark.parametrize("language", ["en", "fr"])
def test_wrong_links_and_closed_tournaments_have_pages(server: ServerThread, language: str) -> None:
    headers = {"accept": "text/html", "accept-language": language}
    missing = send_request("GET", f"{server.url}/tournaments/nowhere", headers=headers)
    assert missing.status_code == 404
    assert "/tournaments/new" in missing.text
    event = Event(server, form="knockout")
    event.begin()
    page = send_request("GET", f"{server.url}/tournaments/{event.id}", headers=headers)
    assert page.status_code == 200
    assert ("too far" if language == "en" else "trop avancé") in page.text
    assert 'id="join"' not in page.text
    assert Guest(server.url).post(f"{event.path}/join", {"name": "Eve"}).status_code == 409
    assert send_request("GET", f"{server.url}/tournaments/new", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("body", "about"),
    [
        ({"title": ""}, "title"),
        ({"agreed": {"form": "ladder"}}, "form"),
        ({"agreed": {"rounds": 99}}, "rounds"),
        ({"agreed": {"name": "x"}, "title": " "}, "title"),
        ({"seats": 4, "agreed": {"form": "knockout"}}, "seats"),
        ({"settings": ["size=99"]}, "size"),
        ({"tables": {"clock": "move"}}, "time"),
        ({"tables": {"tournament": "x"}}, ""),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    server: ServerThread, body: dict[str, Any], about: str
) -> None:
    wanted = {"title": "Sunday", "game": "skippity"} | body
    refused = Guest(server.url).post("/api/tournaments", wanted)
    assert refused.status_code == 409, refused.text
    assert refused.json()["sentence"]
    assert refused.json()["about"] == about


def test_nobody_opens_a_table_in_a_tournaments_name(server: ServerThread) -> None:
    body = {"game": "skippity", "chairs": ["me", "invited"], "policy": {"tournament": "x"}}
    refused = Guest(server.url).post("/api/tables", body)
    assert refused.status_code == 409
    assert "tournament itself" in refused.json()["sentence"]


@pytest.mark.parametrize(("language", "names"), [("en", "N0, N1 and N2"), ("fr", "N0, N1 et N2")])
def test_those_who_share_the_first_place_are_named_as_one_says_it(
    language: str, names: str
) -> None:
    played = Played(3, seats=3, form="swiss", rounds=1, pause=0)
    played.begin()
    played.end(0, 1, 1, 1)
    assert played.t.phase == "over"
    assert names in tournament_facts.status(played.t, language)
