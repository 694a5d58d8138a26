"""Bots that an operator has listed: hosts seat them by name, and nobody names a program."""

from __future__ import annotations

import asyncio
import json
import logging
import pathlib
import re
import subprocess
import sys
import time
from typing import Any

import pytest
from helpers import small_network
from helpers.server_thread import ANSWER_TIMEOUT, Guest, ServerThread, running_server

import skipyard as sy
from skipyard.__main__ import build_parser, main
from skipyard.bots.forfeit import Forfeit
from skipyard.options import Refused
from skipyard.server import listing, logs, setting_table
from skipyard.server.workers import listed_bots
from skipyard.server.workers.fair_queue import Asker
from skipyard.server.workers.listed_bots import ListedBots
from skipyard.table.files import verify
from skipyard.table.host import Host

GAME, SIZE = "skippity", ["size=6"]
EXAMPLE = pathlib.Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
PLAYS = f"Maia=exec:{sys.executable} {EXAMPLE}"
PLAYED_ON = "the default bot plays on for another"
LOOK = "message = json.loads(line)"


def program(folder: pathlib.Path, code: str) -> str:
    file = folder / "program.py"
    file.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    {LOOK}; {code}\n")
    return f"exec:{sys.executable} {file}"


def open_table(server: ServerThread, *chairs: str) -> str:
    return str(Guest(server.url).open_table(GAME, list(chairs), settings=SIZE)["table"])


def wait_for_end(server: ServerThread, table: str) -> dict[str, Any]:
    """The record of a table at which only bots sit, once it is over."""
    deadline = time.monotonic() + ANSWER_TIMEOUT
    while not shown(server, table)["table"]["result"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    record: dict[str, Any] = Guest(server.url).get(f"/api/tables/{table}/record").json()
    return record


def shown(server: ServerThread, table: str) -> dict[str, Any]:
    facts: dict[str, Any] = Guest(server.url).get(f"/api/tables/{table}").json()
    return facts


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger=logs.NAME)
    return caplog


def replaced(log: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """What the log says about bots that the default bot played on for."""
    return [vars(line)["facts"] for line in log.records if line.msg == PLAYED_ON]


@pytest.mark.full
def test_a_listed_bot_plays_a_whole_game_under_its_name(
    tmp_path: pathlib.Path, log: pytest.LogCaptureFixture
) -> None:
    with running_server(tmp_path, bots=PLAYS) as server:
        page = Guest(server.url).get("/").text
        table = open_table(server, "bot:Maia", "bot:Maia")
        record = wait_for_end(server, table)
        chairs = shown(server, table)["table"]["chairs"]
        stored = (tmp_path / "tables.db").read_bytes()
    assert '<option value="Maia"' in page
    assert '<option value="bot:Maia"' in page
    assert [chair["name"] for chair in chairs] == ["Maia", "Maia 2"]
    assert [seat["kind"] for seat in record["seats"]] == ["bot:Maia", "bot:Maia"]
    assert replaced(log) == []
    for text in (page, json.dumps(record), json.dumps(chairs), stored.decode("latin-1")):
        assert "exec:" not in text
        assert EXAMPLE.name not in text
    read = verify.read(json.dumps(record).encode())  # anywhere, without the listing
    assert list(read.checks())
    assert Host(read.header(), read.rows()).result is not None


def test_a_request_names_only_what_is_listed(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path, bots=PLAYS) as server:
        guest = Guest(server.url)
        opened = guest.open_table(GAME, ["me", "invited"])
        path = f"/api/tables/{opened['table']}/fill"
        for bot in ("exec:true", "os:abort", "policy:x.npz", "search:2000", "Nemo", "bot:Maia"):
            wanted = {"game": GAME, "chairs": ["me", f"bot:{bot}"], "bearer": True}
            for where, body in (("/api/tables", wanted), (path, {"seat": 1, "bot": bot})):
                refused = guest.post(where, body)
                assert refused.status_code == 409
                assert "Maia" in refused.json()["sentence"]  # it says who may sit there
        assert guest.post(path, {"seat": 1, "bot": "Maia"}).status_code == 200
        assert shown(server, opened["table"])["table"]["chairs"][1]["name"] == "Maia"


@pytest.mark.full
@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit(3)", "ended (status 3)"),
        ("print('hm', flush=True)", "answered “hm”"),
        (
            "sys.exit(4) if message['seq'] > 8 else print(json.dumps("
            "message['scene']['paths'][0]), flush=True)",
            "ended (status 4)",
        ),
    ],
)
def test_the_default_bot_plays_on_after_a_crash(
    tmp_path: pathlib.Path, log: pytest.LogCaptureFixture, code: str, why: str
) -> None:
    with running_server(tmp_path, bots=f"Maia={program(tmp_path, code)}") as server:
        table = open_table(server, "bot:Maia", "bot:greedy")
        record = wait_for_end(server, table)
    assert record["seats"][0]["kind"] == "bot:Maia"
    (told,) = replaced(log)  # once, however many moves follow
    assert (told["table"], told["bot"]) == (table, "Maia")
    assert why in told["why"]


@pytest.mark.full
def test_the_default_bot_plays_on_where_the_bot_is_no_longer_listed(
    tmp_path: pathlib.Path, log: pytest.LogCaptureFixture
) -> None:
    with running_server(tmp_path, bots=PLAYS) as server:
        ann = Guest(server.url)
        opened = ann.open_table(GAME, ["invited", "bot:Maia"], settings=SIZE)
    with running_server(tmp_path) as server:
        ann = Guest(server.url)
        ann.join(opened["codes"]["0"], name="Ann")

        async def play() -> None:
            async with ann.connect(opened["table"]) as line:
                await line.until(lambda m: m["type"] == "shown" and m["scene"])
                while not line.shown["table"]["result"]:
                    if line.paths:
                        await line.command("move", action=line.paths[0]["action"])
                    else:
                        await line.until("shown")

        asyncio.run(play())
        chairs = shown(server, opened["table"])["table"]["chairs"]
        page = ann.get("/").text
    assert chairs[1]["name"] == "Maia"
    assert "Maia" not in page
    assert [told["why"] for told in replaced(log)] == ["it is not listed"]


# Their processes ----------------------------------------------------------------------------------
BOTS = """
import os, signal, time

class First:
    def choose(self, view):
        return view.legal[0]

class Sleeps:
    def choose(self, view):
        try:
            time.sleep(3600)
        except Exception:
            pass
        time.sleep(3600)

class Blocks:
    def choose(self, view):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(3600)

class Ends:
    def choose(self, view):
        os._exit(7)

class Exits:
    def choose(self, view):
        raise SystemExit("enough")
"""


class Asked:
    """One listed bot, asked for the first move of a game in a process of its own."""

    def __init__(self, spec: str) -> None:
        self.workers, self.view = ListedBots(listing.read(f"Nemo={spec}"), 1), sy.Table(GAME).view()

    def move(self) -> int:
        question = (("t", 1), self.view.record.tobytes(), [int(move) for move in self.view.legal])

        async def ask() -> int:
            try:
                return await self.workers.choose("Nemo", GAME, *question, asker=Asker("t"))
            finally:
                self.workers.stop()

        return asyncio.run(ask())


@pytest.fixture
def module(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "listed_here.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("module")
@pytest.mark.full
def test_a_class_is_listed_like_a_program() -> None:
    asked = Asked("listed_here:First")
    assert asked.move() == int(asked.view.legal[0])


@pytest.mark.usefixtures("module")
@pytest.mark.full
@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("Sleeps", "no answer within 0.05 s"),
        ("Blocks", "no answer within 0.05 s"),
        ("Ends", "ended"),
        ("Exits", "SystemExit: enough"),
        ("Missing", "cannot be seated"),
    ],
)
def test_a_bot_that_breaks_down_is_a_forfeit(
    part: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it does, the server gets a sentence, and no process is left behind."""
    monkeypatch.setattr(listed_bots, "DEFAULT_MS", 50)
    if part == "Blocks":
        monkeypatch.setattr(listed_bots, "LOADING", 1.0)
    asked = Asked(f"listed_here:{part}")
    with pytest.raises(Forfeit, match=re.escape(why)):
        asked.move()
    assert asked.workers.pools == {}


@pytest.mark.full
def test_a_program_that_falls_silent_is_a_forfeit(tmp_path: pathlib.Path) -> None:
    code = "print(json.dumps(message['scene']['paths'][0]), flush=True); time.sleep(3600)"
    asked = Asked(program(tmp_path, code).replace("exec:", "exec:50ms:"))
    workers, view = asked.workers, asked.view
    question = (view.record.tobytes(), [int(move) for move in view.legal])

    async def ask() -> None:
        try:
            first = await workers.choose("Nemo", GAME, ("t", 1), *question, asker=Asker("t"))
            assert first in view.legal
            with pytest.raises(Forfeit, match=r"no answer within 0\.05 s"):
                await workers.choose("Nemo", GAME, ("t", 3), *question, asker=Asker("t"))
        finally:
            workers.stop()

    asyncio.run(ask())


def test_a_program_is_told_which_table_it_is_asked_about(tmp_path: pathlib.Path) -> None:
    told = tmp_path / "told"
    code = (
        f"print(message['table']['id'], message['seq'], file=open({str(told)!r}, 'a'));"
        "print(json.dumps(message['scene']['paths'][0]), flush=True)"
    )
    view, spec = sy.Table(GAME).view(), program(tmp_path, code)
    question = (view.record.tobytes(), [int(move) for move in view.legal])
    for place in (("one", 4), ("two", 9), ("one", 6)):
        assert listed_bots.choose(GAME, spec, 10_000, place, *question) in view.legal
    assert told.read_text().splitlines() == ["one 4", "two 9", "one 6"]


# The setting --------------------------------------------------------------------------------------
def test_several_bots_are_listed(tmp_path: pathlib.Path) -> None:
    network = small_network.write(
        tmp_path / "net.npz", small_network.meta_for(GAME), small_network.weights_for(GAME)
    )
    specs = {"Maia": "exec:sh -c 'a; b=1; c'", "Zoé": "search:50", "Net": f"policy:{network}"}
    lines = [f"{name}={spec}" for name, spec in specs.items()]
    for between in ("\n", ";", "; "):
        found = listing.read(between.join(lines))
        assert {name: each.spec for name, each in found.items()} == specs
        assert [each.outside for each in found.values()] == [True, False, True]
    assert [each.game for each in found.values()] == ["", "", GAME]
    listing.check(found)
    args = build_parser().parse_args(["serve", *(f"--bots={line}" for line in lines)])
    assert setting_table.read(args, {}, "en")["bots"] == "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Maia", "NAME=SPEC"),
        ("Maia=", "NAME=SPEC"),
        ("=exec:true", "NAME=SPEC"),
        ("a:b=exec:true", "NAME=SPEC"),
        ("greedy=exec:true", "one of ours has that name"),
        ("A=exec:true;A=rules", "lists “A” twice"),
        ("A=exec:", "exec:COMMAND"),
        ("A=nobody", "no bot “nobody”"),
        ("A=policy:/no/such.npz", "/no/such.npz"),
        ("A=exec:no-such-program-anywhere x", "no program “no-such-program-anywhere”"),
        ("A=no_such_module:Bot", "no Python module “no_such_module”"),
    ],
)
def test_a_wrong_listing_gets_a_sentence_before_anything_is_served(
    text: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    words = ["--lang", "en", "serve", "--db", str(tmp_path / "tables.db"), "--bots", text]
    assert main(words) == 2
    assert told in capsys.readouterr().err
    with pytest.raises(Refused):
        listing.check(listing.read(text, "fr"), "fr")


def test_reading_the_listing_leaves_the_compiler_alone(tmp_path: pathlib.Path) -> None:
    """A server decides afterwards whether it runs the rules interpreted."""
    file = small_network.write(
        tmp_path / "net.npz", small_network.meta_for(GAME), small_network.weights_for(GAME)
    )
    code = (
        "import sys, skipyard.server.commands.serve\n"
        "from skipyard.server import listing\n"
        "listing.check(listing.read(sys.argv[1]))\n"
        "assert 'skipyard.compiler' not in sys.modules"
    )
    bots = f"A={PLAYS.partition('=')[2]};B=search:50;C=rules;D=policy:{file};E=json:loads"
    subprocess.run([sys.executable, "-c", code, bots], check=True)


@pytest.mark.full
def test_a_network_is_offered_where_it_can_play(tmp_path: pathlib.Path) -> None:
    file = small_network.write(
        tmp_path / "net.npz", small_network.meta_for(GAME), small_network.weights_for(GAME)
    )
    with running_server(tmp_path, bots=f"Net=policy:{file}") as server:
        guest = Guest(server.url)
        page = guest.get("/").text
        assert page.count('<option value="Net"') == 1
        wrong = {"game": "flip_and_skip", "chairs": ["me", "bot:Net"]}
        refused = guest.post("/api/tables", wrong)
        assert refused.status_code == 409
        assert "“Net” plays Skippity only" in refused.json()["sentence"]
        record = wait_for_end(server, open_table(server, "bot:Net", "bot:Net"))
    assert record["seats"][0]["kind"] == "bot:Net"
