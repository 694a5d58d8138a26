"""`skipyard admin` with a running server and without one, on both databases."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import pathlib
import re
import socket
import stat
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets
from helpers.databases import numbers
from helpers.guest_tables import table_for_two, wait_for_deal
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard.__main__ import main
from skipyard.proofs.shared.postgres import Postgres
from skipyard.server import logs
from skipyard.server.net import admin_sockets, tokens
from skipyard.table.database.stores import open_store
from skipyard.table.files import verify

ID = re.compile("[A-Za-z0-9_-]{12}(:[12])?")  # it may begin with a dash: written as an address
pytestmark = pytest.mark.full
NOT_YOURS, STOP = 4403, 1012  # close codes


class Operator:
    """Runs `skipyard admin` on one database."""

    def __init__(self, db: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.db, self.capsys = db, capsys

    def run(self, act: str, *args: str, status: int = 0) -> str:
        self.capsys.readouterr()
        args = tuple(f"/t/{arg}" if ID.fullmatch(arg) else arg for arg in args)
        assert main(["--lang", "en", "admin", act, *args, "--db", self.db]) == status
        captured = self.capsys.readouterr()
        return captured.err if status else captured.out

    def __call__(self, act: str, *args: str) -> Any:
        return json.loads(self.run(act, *args, "--json"))


@pytest.fixture
def operator(url: str, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(url, capsys)


@pytest.fixture
def server(url: str, tmp_path: pathlib.Path) -> Iterator[ServerThread]:
    with running_server(tmp_path, db=url) as running:
        yield running


@pytest.fixture
def people(server: ServerThread) -> tuple[Guest, Guest]:
    return Guest(server.url), Guest(server.url)


def dealt_table(people: tuple[Guest, Guest], game: str = "skippity") -> str:
    """A table of Ann and Bob after the deal."""
    table = table_for_two(*people, game)

    async def deal() -> None:
        async with people[0].connect(table) as a, people[1].connect(table) as b:
            await wait_for_deal(a, b)

    asyncio.run(deal())
    return table


@contextlib.contextmanager
def logged() -> Iterator[list[dict[str, Any]]]:
    """The lines of the server's log."""
    logger, lines = logging.getLogger(logs.NAME), list[dict[str, Any]]()

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(logs.JsonFormatter().format(record)))

    handler, level = Collect(), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


async def close_code(guest: Guest, table: str, meanwhile: Any) -> int | None:
    """How the socket of a guest ends while something is done."""
    async with guest.connect(table) as line:
        await line.until("shown")
        await asyncio.to_thread(meanwhile)
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await line.receive()
        code: int | None = line.ws.close_code
        return code


# Tables -------------------------------------------------------------------------------------------
def test_tables_of_a_running_server(people: tuple[Guest, Guest], operator: Operator) -> None:
    ann, bob = people
    running, waiting = dealt_table(people), Guest(ann.url).open_table("skipbo", ["open", "open"])
    listed = {each["table"]: each for each in operator("list")["tables"]}
    assert listed[running]["kind"] == "running"
    assert listed[running]["held"] == 2
    assert listed[waiting["table"]]["kind"] == "waiting"
    assert [t["table"] for t in operator("list", "--kind", "running")["tables"]] == [running]
    first = operator("list", "--limit", "1")
    assert first["more"]
    after = first["tables"][0]["table"]
    assert [t["table"] for t in operator("list", f"--after={after}")["tables"]] == [max(listed)]
    shown = operator("show", running)
    assert [player["name"] for player in shown["players"]] == ["Ann", "Bob"]
    assert shown["players"][1]["people"] == [tokens.hashed(bob.token).hex()]
    assert not {"key", "scene", "state"} & set(shown)
    text = operator.run("show", running)
    assert ann.token not in text
    assert "Ann" in text


def test_a_closed_game_ends_without_a_winner(
    people: tuple[Guest, Guest], operator: Operator
) -> None:
    table = dealt_table(people)

    async def scenario() -> dict[str, Any]:
        async with people[0].connect(table) as line:
            await line.until("shown")
            await asyncio.to_thread(operator, "close", table)
            shown = await line.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            return dict(shown["table"]["result"])

    result = asyncio.run(scenario())
    assert (result["how"], result["winners"]) == ("closed", [])
    assert "ended by those who run this server" in result["text"]
    assert [t["table"] for t in operator("list", "--kind", "finished")["tables"]] == [table]
    answer = people[0].get(f"/api/tables/{table}/record")
    assert answer.json()["result"]["how"] == "closed"
    assert "Nothing" in operator.run("close", table, status=2)  # there is nothing left to end


def test_the_record_of_a_closed_game_verifies(
    people: tuple[Guest, Guest],
    operator: Operator,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = dealt_table(people)
    operator("close", table)
    file = tmp_path / "record.json"
    file.write_bytes(people[0].get(f"/api/tables/{table}/record").content)
    assert main(["verify", str(file)]) == 0


def test_deleting_asks_for_yes_and_is_seen_by_those_who_are_there(
    people: tuple[Guest, Guest], operator: Operator
) -> None:
    table = dealt_table(people)
    assert "--yes" in operator.run("delete", table, status=2)
    assert people[0].get(f"/api/tables/{table}").status_code == 200
    code = asyncio.run(close_code(people[0], table, lambda: operator("delete", table, "--yes")))
    assert code == STOP
    assert people[0].get(f"/api/tables/{table}").status_code == 404
    assert operator("list")["tables"] == []
    assert "no table" in operator.run("delete", table, "--yes", status=2).lower()


def test_without_a_server_the_database_itself_is_opened(
    url: str, tmp_path: pathlib.Path, operator: Operator
) -> None:
    with running_server(tmp_path, db=url) as server:
        people = Guest(server.url), Guest(server.url)
        table = dealt_table(people)
        gone = people[0].open_table("skipbo", ["open", "open"])["table"]
    assert {t["table"] for t in operator("list")["tables"]} == {table, gone}
    assert operator.run("close", gone).strip() == f"{gone} is deleted."
    operator("close", table)
    assert operator("show", table)["result"] == "closed"
    operator("forget", f"{table}:2", "--yes")
    acts = operator("log")["acts"]
    assert [act["act"] for act in acts] == ["forget", "close", "close"]
    assert acts[0]["about"] == ""
    assert all(act["operator"] for act in acts)
    with running_server(tmp_path, db=url) as server:
        shown = Guest(server.url).get(f"/api/tables/{table}").json()
        assert shown["table"]["result"]["how"] == "closed"
        assert [chair["name"] for chair in shown["table"]["chairs"]] == ["Ann", ""]


def test_a_table_of_a_running_tournament_is_not_deleted_alone(
    server: ServerThread, operator: Operator
) -> None:
    organiser, other = Guest(server.url), Guest(server.url)
    body = {"game": "skippity", "title": "Cup", "plays": True, "name": "Ann", "bearer": True}
    opened = organiser.post("/api/tournaments", body | {"agreed": {"form": "round_robin"}})
    assert opened.status_code == 201, opened.text
    organiser.token, cup = opened.json()["token"], opened.json()["tournament"]
    joined = other.post(f"/api/tournaments/{cup}/join", {"name": "Bob", "bearer": True})
    other.token = joined.json()["token"]
    third = Guest(server.url)
    third.token = third.post(f"/api/tournaments/{cup}/join", {"name": "Cy", "bearer": True}).json()[
        "token"
    ]
    assert organiser.post(f"/api/tournaments/{cup}/begin", {}).status_code == 200
    deadline_tables: list[dict[str, Any]] = []
    while not deadline_tables:
        organiser.get(f"/api/tournaments/{cup}")
        deadline_tables = [t for t in operator("list")["tables"] if t["tournament"] == cup]
    table = deadline_tables[0]["table"]
    assert cup in operator.run("delete", table, "--yes", status=2)
    operator("delete", cup, "--yes")
    assert operator("list")["tables"] == []
    assert organiser.get(f"/api/tournaments/{cup}").status_code == 404


@pytest.mark.parametrize("alone", [False, True], ids=["server", "alone"])
def test_pruning_goes_by_the_settings(
    url: str,
    alone: bool,
    tmp_path: pathlib.Path,
    operator: Operator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    soon = 1e-8  # days: a millisecond
    if alone:
        monkeypatch.setenv("SKIPYARD_KEEP_WAITING", str(soon))
    with contextlib.ExitStack() as stack:
        keep = {} if alone else {"keep_waiting": soon}
        server = stack.enter_context(running_server(tmp_path, db=url, **keep))
        people = Guest(server.url), Guest(server.url)
        running = dealt_table(people)
        for _ in range(3):
            people[0].open_table("skipbo", ["open", "open"])
        if alone:
            stack.close()
        time.sleep(0.01)
        expected = {"dry_run": True, "deleted": {"waiting": 3}}
        assert operator("prune", "--dry-run") == expected
        assert operator("prune") == expected | {"dry_run": False}
        assert [table["table"] for table in operator("list")["tables"]] == [running]
        assert operator.run("prune").strip() == "Deleted: nothing."


# People -------------------------------------------------------------------------------------------
def test_forgetting_somebody_is_what_their_own_page_does(
    people: tuple[Guest, Guest], operator: Operator, url: str
) -> None:
    table = dealt_table(people)
    assert "--yes" in operator.run("forget", f"{table}:1", status=2)
    told = operator("forget", f"{table}:1", "--yes")
    assert told == {"tables": 1, "devices": 1}
    shown = people[1].get(f"/api/tables/{table}").json()
    assert [chair["name"] for chair in shown["table"]["chairs"]] == ["", "Bob"]
    assert shown["table"]["result"]["winners"] == [1]  # their running game was given up
    assert people[0].get("/api/me/data").json()["tables"] == 0
    assert "Nobody" in operator.run("forget", f"{table}:1", "--yes", status=2)


def test_a_banned_person_is_disconnected_and_refused_after_a_restart_too(
    url: str, tmp_path: pathlib.Path, operator: Operator
) -> None:
    with running_server(tmp_path, db=url) as server:
        ann, bob = people = Guest(server.url), Guest(server.url)
        table = dealt_table(people)
        code = asyncio.run(
            close_code(bob, table, lambda: operator("ban", f"{table}:2", "--reason", "spam"))
        )
        assert code == NOT_YOURS
        assert bob.get(f"/api/tables/{table}").status_code == 403
        assert ann.get(f"/api/tables/{table}").status_code == 200
        assert Guest(server.url).get("/").status_code == 200
    with running_server(tmp_path, db=url) as server:
        ann.url = bob.url = server.url
        headers = bob.headers() | {"accept": "text/html", "accept-language": "fr"}
        page = send_request("GET", f"{server.url}/", headers=headers)
        assert page.status_code == 403
        assert "responsables de ce serveur" in page.text
        assert "default-src" in page.headers["content-security-policy"]
        styles = send_request("GET", f"{server.url}/static/style.css", headers=bob.headers())
        assert styles.status_code == 200
        with pytest.raises(websockets.InvalidStatus, match="403"):
            asyncio.run(close_code(bob, table, lambda: None))
        (ban,) = operator("bans")["bans"]
        assert (ban["value"], ban["reason"]) == (tokens.hashed(bob.token).hex(), "spam")
        operator("unban", ban["value"])
        assert bob.get(f"/api/tables/{table}").status_code == 200
        assert "not banned" in operator.run("unban", ban["value"], status=2)


def test_a_ban_holds_in_other_processes_soon(
    postgres: Postgres, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = postgres.create(f"bans{next(numbers)}")
    operator = Operator(db, capsys)
    headers = {"x-forwarded-for": "192.0.2.7"}
    with running_server(tmp_path, db=db) as one, running_server(tmp_path, db=db) as two:
        assert len(operator("processes")["processes"]) == 2
        assert "Several processes" in operator.run("drain", status=2)
        operator("ban", "192.0.2.7")
        for server in (one, two):
            deadline = time.monotonic() + 60
            while (
                send_request("GET", f"{server.url}/api/games", headers=headers).status_code != 403
            ):
                assert time.monotonic() < deadline
                time.sleep(0.1)


def test_addresses_and_networks_are_banned_for_a_while(
    server: ServerThread, operator: Operator
) -> None:
    def status(address: str) -> int:
        headers = {"x-forwarded-for": address}  # from a proxy on this machine
        return send_request("GET", f"{server.url}/api/games", headers=headers).status_code

    operator("ban", "192.0.2.7")
    operator("ban", "198.51.100.0/24", "--days", "1")
    operator("ban", "2001:db8:0:7::1")
    refused = ["192.0.2.7", "198.51.100.200", "2001:db8:0:7::2"]
    assert [status(address) for address in refused] == [403] * 3
    served = ["192.0.2.8", "198.51.101.1", "2001:db8:0:8::2"]
    assert [status(address) for address in served] == [200] * 3
    assert send_request("GET", f"{server.url}/readyz").status_code == 200
    assert status("127.0.0.1") == 200
    told = send_request(
        "GET", f"{server.url}/api/games", headers={"x-forwarded-for": "198.51.100.3"}
    )
    assert "until" in told.json()["sentence"]
    for who in ("127.0.0.1", "::1", "0.0.0.0/0", "10.0.0.0/7", "nobody"):
        operator.run("ban", who, status=2)
    operator("unban", "198.51.100.0/24")
    assert status("198.51.100.200") == 200


# The process --------------------------------------------------------------------------------------
def test_a_drained_process_sends_people_elsewhere_and_can_be_taken_back(
    server: ServerThread, people: tuple[Guest, Guest], operator: Operator
) -> None:
    table = dealt_table(people)
    (status,) = operator("processes")["processes"]
    code = asyncio.run(close_code(people[0], table, lambda: operator("drain", "--seconds", "0.1")))
    assert code == STOP
    ready = send_request("GET", f"{server.url}/readyz")
    assert (ready.status_code, "drained" in ready.text) == (503, True)
    assert send_request("GET", f"{server.url}/healthz").status_code == 200
    with pytest.raises(websockets.InvalidStatus, match="503"):
        asyncio.run(close_code(people[0], table, lambda: None))
    assert operator("processes")["processes"][0]["draining"]
    assert "nothing" not in operator.run("drain", "nothing", status=2).split(";")[1]
    operator("drain", status["process"], "--off")
    assert send_request("GET", f"{server.url}/readyz").status_code == 200
    assert asyncio.run(close_code(people[0], table, lambda: operator("delete", table, "--yes")))


def test_the_socket_is_its_owners_alone_and_one_left_behind_does_no_harm(
    server: ServerThread, operator: Operator, url: str
) -> None:
    (path,) = admin_sockets.paths(url, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    dead = path.with_name(admin_sockets.prefix_of(url) + "dead.sock")
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as sock:
        sock.bind(str(dead))
    assert len(operator("processes")["processes"]) == 1
    assert not dead.exists()
    server.stop()
    assert admin_sockets.paths(url, "") == []


def test_every_act_is_in_the_log_of_the_server_and_in_the_database(
    people: tuple[Guest, Guest], operator: Operator
) -> None:
    table = dealt_table(people)
    with logged() as lines:
        operator("ban", "192.0.2.7")
        operator("unban", "192.0.2.7")
        operator("prune")
        operator("close", table)
        operator("forget", f"{table}:1", "--yes")
        operator("list")
    acts = [line["act"] for line in lines if line["event"] == "admin"]
    assert acts == ["ban", "unban", "prune", "close", "forget"]
    stored = operator("log")["acts"]
    assert [act["act"] for act in reversed(stored)] == acts
    assert "192.0.2.7" in operator.run("log")
    assert people[0].token not in json.dumps(lines)


def test_nonsense_on_the_socket_gets_a_sentence(
    server: ServerThread, url: str, operator: Operator
) -> None:
    (path,) = admin_sockets.paths(url, "")

    def answer(raw: bytes) -> Any:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(str(path))
            sock.sendall(raw + b"\n")
            return json.loads(sock.makefile().readline())

    assert "no act" in answer(b'{"act": "explode"}')["refused"]
    assert "close" in answer(b'{"act": "close", "args": {"tables": 1}}')["refused"]
    for raw in (b"[]", b"{", b'{"act": 1, "args": 2}', b"x" * 100_000):
        assert "refused" in answer(raw)
    assert operator("list") == {"tables": [], "more": False}


@pytest.mark.parametrize("act", ["list", "bans", "log", "processes"])
def test_what_people_read_has_no_holes(
    act: str, people: tuple[Guest, Guest], operator: Operator
) -> None:
    table = dealt_table(people)
    operator("ban", "192.0.2.7", "--days", "2")
    text = operator.run(act)
    assert {"list": table, "bans": "192.0.2.7", "log": "ban", "processes": "False"}[act] in text


def test_a_missing_file_is_not_made(tmp_path: pathlib.Path) -> None:
    assert main(["admin", "list", "--db", str(tmp_path / "none.db")]) == 2
    assert not (tmp_path / "none.db").exists()


# Backups ------------------------------------------------------------------------------------------
def test_a_backup_of_a_running_server_plays_on_elsewhere(
    server: ServerThread,
    people: tuple[Guest, Guest],
    operator: Operator,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, file = dealt_table(people), tmp_path / "backup.gz"
    finished = [dealt_table(people) for _ in range(2)]
    operator("close", finished[0])
    resign = {"type": "resign", "seq": 0, "command": "r"}
    assert people[0].post(f"/api/tables/{finished[1]}/commands", resign).status_code == 200
    rows = operator("backup", str(file))["rows"]
    assert rows["tables"] == 3
    assert operator("log")["acts"][0]["act"] == "backup"
    fresh = Operator(str(tmp_path / "fresh.db"), capsys)
    assert fresh("restore", str(file))["rows"] == rows
    fresh.run("restore", str(file), status=2)  # it is no longer empty
    (tmp_path / "other").mkdir()
    with running_server(tmp_path / "other", db=fresh.db) as other:
        ann = Guest(other.url, people[0].token)
        shown, before = (each.get(f"/api/tables/{table}").json() for each in (ann, people[0]))
        assert shown["scene"] == before["scene"]
        for each in finished:
            record = httpx.get(f"{other.url}/api/tables/{each}/record").content
            assert record == people[0].get(f"/api/tables/{each}/record").content
            assert list(verify.read(record).checks())


def test_a_backup_does_not_replace_its_database(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "tables.db")
    open_store(db).close()
    assert "itself" in Operator(db, capsys).run("backup", db, status=2)
    open_store(db).close()
