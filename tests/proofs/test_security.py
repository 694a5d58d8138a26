"""Short runs of `skipyard prove security`, and checks that it notices failures."""

from __future__ import annotations

import asyncio
import pathlib
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.options import Refused
from skipyard.proofs.security import attacks, crowds, endless, fuzz
from skipyard.proofs.security.attacked_table import AttackedTable
from skipyard.server.live.open_table import OpenTable
from skipyard.server.net import names, uvicorn_protocols

QUICK = [attack for attack in attacks.ATTACKS if attack is not attacks.slow_readers]
RECORDS = pathlib.Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """A server with its usual rate limits."""
    usual = {"rate": 20.0, "address_rate": 50.0, "tables_rate": 1.0}
    with running_server(tmp_path_factory.mktemp("attacks"), **usual) as running:
        yield running


@pytest.fixture(scope="module")
def target(server: ServerThread) -> AttackedTable:
    return AttackedTable(server.url)


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(attack, marks=[pytest.mark.full] if attack is attacks.floods else [])
        for attack in QUICK
    ],
    ids=lambda attack: attack.__name__,
)
def test_an_attack_is_refused_and_the_table_plays_on(
    target: AttackedTable, attack: attacks.Attack, caplog: pytest.LogCaptureFixture
) -> None:
    target.problems = []
    asyncio.run(attack(target))
    assert target.problems == []
    assert asyncio.run(target.plays_on())
    for secret in target.secrets:
        assert secret not in caplog.text


@pytest.mark.full
def test_a_reader_that_does_not_read_is_cut_off(
    target: AttackedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "WRITE_TIMEOUT", 0.5)
    monkeypatch.setattr(attacks, "SLOW_READERS", 2)
    target.problems = []
    asyncio.run(attacks.slow_readers(target))
    assert target.problems == []
    assert asyncio.run(target.plays_on())


def test_secrets_and_internals_in_an_answer_are_noticed(target: AttackedTable) -> None:
    target.problems = []
    target.check_answer(f"your neighbour is {target.bob.token}")
    target.check_answer("Traceback (most recent call last)")
    assert len(target.problems) == 2


def test_an_answer_to_a_failure_has_the_headers_too(
    target: AttackedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise LookupError("the secret is 42")

    monkeypatch.setattr(OpenTable, "shown", fail)
    target.problems = []
    response = target.request("GET", f"/api/tables/{target.table}")
    assert response.status_code == 500
    assert "42" not in response.text
    assert target.problems == []


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn Văn A", "山田", "محمد", "O’Neil-3"])
def test_names_of_people_are_accepted(name: str) -> None:
    assert names.clean(name) == name


# Seats that were given up -------------------------------------------------------------------------
def test_whoever_stood_up_sees_nothing_of_the_seat_any_more(server: ServerThread) -> None:
    ann, bob, eve = Guest(server.url), Guest(server.url), Guest(server.url)
    table = ann.open_table("skippity", ["me", "open", "open"], name="Ann")["table"]

    def sit(guest: Guest, seat: int) -> None:
        body = {"seat": seat, "bearer": True}
        guest.token = guest.post(f"/api/tables/{table}/sit", body).json()["token"]

    sit(eve, 1)
    code = eve.post(f"/api/tables/{table}/device", {}).json()["code"]

    async def stand_and_stay() -> None:
        async with eve.connect(table) as line:
            await line.until("shown")
            assert line.shown["viewer"] == 1
            assert (await line.command("stand"))["type"] == "done"
            sit(bob, 1)
            sit(Guest(server.url), 2)
            await line.until(lambda m: m["type"] == "shown" and m["scene"])
            assert line.shown["viewer"] == -1
            assert (await line.command("resign"))["type"] == "refused"

    asyncio.run(stand_and_stay())
    assert eve.post("/api/join", {"code": code, "bearer": True}).status_code == 410
    assert eve.get(f"/api/tables/{table}").json()["viewer"] == -1
    assert bob.get(f"/api/tables/{table}").json()["viewer"] == 1


# Fuzz ---------------------------------------------------------------------------------------------
def test_nonsense_instead_of_messages_is_misread() -> None:
    assert fuzz.fuzz_messages(5000, random.Random(1)) == []


def test_nonsense_instead_of_records_is_refused() -> None:
    records = [(RECORDS / name).read_bytes() for name in ("skippity-undo.json", "skipbo.json")]
    assert fuzz.fuzz_records(150, random.Random(1), records) == []


def test_a_surprise_is_noticed() -> None:
    def stumble() -> None:
        raise KeyError("x")

    def mumble() -> None:
        raise Refused("")

    assert fuzz.unexpected(stumble, Refused, b"") != []
    assert fuzz.unexpected(mumble, Refused, b"") != []


# Crowds -------------------------------------------------------------------------------------------
# This server has no chances; tests/server/test_dear_queues.py asks for real ones.
CROWDS = [attack for attack in crowds.ATTACKS if attack is not crowds.dear_questions]
FEW = {"HALF_OPEN": 130, "SOCKETS": 300, "SLOW_BODIES": 6, "TRICKLE": 0.1, "ASKERS": 12}
FEW |= {"BOT_TABLES": 4, "BOT_MOVES": 2, "READY_REQUESTS": 200, "LENIENCE": 30.0}
FEW |= {"MOST_ANALYSED": 2}


@pytest.mark.full
@pytest.mark.parametrize("attack", [*endless.ATTACKS, *CROWDS], ids=lambda attack: attack.__name__)
def test_a_crowd_keeps_nobody_out(
    target: AttackedTable, attack: attacks.Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "BODY_TIMEOUT", 1.0)
    for name, value in FEW.items():
        monkeypatch.setattr(crowds, name, value)
    target.problems, target.figures = [], []
    asyncio.run(attack(target))
    assert target.problems == []
    assert asyncio.run(target.plays_on())


@pytest.mark.full
@pytest.mark.parametrize(("lenience", "late"), [(30.0, 0), (0.0, 2)])
def test_pages_that_wait_for_dear_questions_are_noticed(
    server: ServerThread,
    target: AttackedTable,
    monkeypatch: pytest.MonkeyPatch,
    lenience: float,
    late: int,
) -> None:
    """Chances take until all pages were answered."""
    go_on, asked, true = threading.Event(), 0, crowds.seconds_for

    def chances(*_: object) -> list[object]:
        go_on.wait(300)
        return []

    async def counted(*given: Any) -> float:
        nonlocal asked
        seconds = await true(*given)
        asked += 1
        if asked == 2 * crowds.PAGES:
            go_on.set()
        return seconds

    for name, value in (FEW | {"LENIENCE": lenience, "seconds_for": counted}).items():
        monkeypatch.setattr(crowds, name, value)
    server.app.state.chances = chances
    target.problems, target.figures = [], []
    try:
        asyncio.run(crowds.dear_questions(target))
    finally:
        server.app.state.chances = None
    assert len(target.problems) == late


@pytest.mark.parametrize("attack", [crowds.crowds_of_bots, crowds.crowds_with_bots])
def test_a_bot_that_others_delay_is_noticed(
    target: AttackedTable, attack: attacks.Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = iter([[0.1, 0.2], [0.2, 1.2]])

    async def measured(_: AttackedTable) -> list[float]:
        return next(waits)

    monkeypatch.setattr(crowds, "bot_waits", measured)
    monkeypatch.setattr(crowds, "BOT_TABLES", 0)
    target.problems, target.figures = [], []
    asyncio.run(attack(target))
    assert "late" in target.problems[-1]
