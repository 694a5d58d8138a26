"""A server that starts interpreted becomes a compiled one, and nobody loses a move."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from helpers.server_thread import Guest

from skipyard.cachedir import cache_root
from skipyard.compiling import ready
from skipyard.proofs.shared.postgres import Postgres
from skipyard.proofs.shared.processes import free_port

GAME = "skipbo"  # its loops are no copies, so their code is found in a copied cache
TIMEOUT = 120.0  # seconds
COMPILED_TABLE, COMPILED_SEARCH = ready.PARTS


class Server:
    """`skipyard serve` in a process of its own; its log tells what it does."""

    def __init__(self, folder: pathlib.Path, cache: pathlib.Path, *options: str) -> None:
        self.port, self.log = free_port(), folder / "log"
        self.url = f"http://127.0.0.1:{self.port}"
        words = ["serve", "--db", str(folder / "tables.db"), "--port", str(self.port)]
        self.command = [sys.executable, "-m", "skipyard", *words, "--bot-pace", "0", *options]
        self.environment = {"SKIPYARD_CACHE_DIR": str(cache)}

    @contextlib.contextmanager
    def running(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
        for name, value in self.environment.items():
            monkeypatch.setenv(name, value)
        with self.log.open("w") as log:
            child = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True, process_group=0
            )
        try:
            self.wait_for("serving")
            yield child
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(TIMEOUT)

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.log.read_text("utf-8").splitlines()]

    def wait_for(self, event: str, times: int = 1) -> None:
        deadline = time.monotonic() + TIMEOUT
        while self.events().count(event) < times:
            assert time.monotonic() < deadline, self.log.read_text("utf-8")
            time.sleep(0.02)


@pytest.fixture
def nearly_compiled(tmp_path: pathlib.Path) -> pathlib.Path:
    """A cache in which one part is not known to be compiled; making sure takes seconds."""
    missing = ready.missing()
    if missing:
        pytest.skip("the games are not compiled here: `skipyard compile` does it")
    cache = tmp_path / "cache"
    shutil.copytree(cache_root(), cache)
    stamp = cache / "ready" / ready.stamp(GAME, COMPILED_TABLE).name
    stamp.unlink()
    return cache


def play_on(ann: Guest, table: str, moves: list[int]) -> bool:
    """Play a move if it is our turn; whether the game goes on. A lost connection is retried."""
    try:
        shown = ann.get(f"/api/tables/{table}").json()
        if shown["table"]["phase"] == "over":
            return False
        if shown["scene"] and shown["scene"]["paths"]:
            action = shown["scene"]["paths"][0]["action"]
            command = f"move-{shown['seq']}"
            move = {"type": "move", "seq": shown["seq"], "command": command, "action": action}
            answer = ann.post(f"/api/tables/{table}/commands", move).json()
            assert answer["type"] == "done", answer
            if answer["seq"] not in moves:
                moves.append(answer["seq"])
    except httpx.TransportError:
        time.sleep(0.05)
    return True


@pytest.mark.full
def test_the_change_to_compiled_rules_costs_nobody_a_move(
    tmp_path: pathlib.Path, nearly_compiled: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path, nearly_compiled)
    with server.running(monkeypatch) as child:
        ann = Guest(server.url)
        tables = [
            ann.open_table(GAME, ["me", bot])["table"] for bot in ("bot:greedy", "bot:level5")
        ]
        acknowledged: dict[str, list[int]] = {table: [] for table in tables}
        deadline = time.monotonic() + TIMEOUT
        before = after = 0
        while time.monotonic() < deadline and after < 8:
            for table in tables:
                if not play_on(ann, table, acknowledged[table]):
                    table = ann.open_table(GAME, ["me", "bot:greedy"])["table"]
                    tables.append(table)
                    acknowledged[table] = []
            time.sleep(0.05)  # the compiling has a lower priority than we
            if server.events().count("serving") == 1:
                before += 1
            else:
                after += 1
        assert before > 0, "it served while it compiled"
        assert after == 8, "it went on as a compiled process"
        assert child.poll() is None, "the process keeps its number"
        for table, seqs in acknowledged.items():
            record = ann.get(f"/api/tables/{table}").json()
            assert not seqs or record["seq"] >= max(seqs)
            assert seqs == sorted(set(seqs))
    events = server.events()
    assert events.count("all compiled") == 2
    assert events.count("stopped") == 2, "both left in good order"


async def warming_up(ann: Guest, table: str, moves: list[int]) -> dict[str, Any]:
    """What the searching bot says when it is to move; then it is our turn."""
    async with ann.connect(table) as socket:
        said: dict[str, Any] = {}
        while True:
            message = await socket.receive()
            if message["type"] == "said":
                said = message
            paths = (message.get("scene") or {}).get("paths")
            if said and paths:
                return said
            if paths:
                await asyncio.to_thread(play_on, ann, table, moves)


def test_a_searching_bot_and_a_hint_say_that_they_are_warming_up(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a cache without anything compiled, which the server begins to fill."""
    server = Server(tmp_path, tmp_path / "empty")
    with server.running(monkeypatch):
        ann = Guest(server.url)
        table = ann.open_table(GAME, ["me", "bot:level5"])["table"]
        moves: list[int] = []
        deadline = time.monotonic() + TIMEOUT
        while not moves and time.monotonic() < deadline:
            play_on(ann, table, moves)
        assert moves, "nobody waits for the compiler"
        said = asyncio.run(warming_up(ann, table, moves))
        assert said["seat"] == 1
        assert "warming up" in said["text"]
        hint = ann.post(f"/api/tables/{table}/hint", {"seat": 0}).json()
        assert "bot" not in hint
        assert hint["chance"] is None
        assert "still being prepared" in hint["note"]
    assert "all compiled" not in server.events()


def test_a_taken_port_is_a_sentence(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path, cache_root())
    with server.running(monkeypatch):
        done = subprocess.run(server.command, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 2
    assert "cannot be listened on" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_second_server_of_the_same_file_is_refused(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path, cache_root())
    with server.running(monkeypatch):
        elsewhere = [
            str(free_port()) if word == str(server.port) else word for word in server.command
        ]
        done = subprocess.run(elsewhere, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 2
    assert "Another server has" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_second_open_leads_to_the_one_that_runs(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    port = free_port()
    command = [sys.executable, "-m", "skipyard", "--lang", "en", "open", "--no-browser"]
    command += ["--db", str(tmp_path / "tables.db")]
    with subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, text=True
    ) as one:
        assert one.stdout is not None
        assert f"127.0.0.1:{port}" in one.stdout.readline()
        second = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        assert second.returncode == 0
        assert second.stdout == f"Skipyard is running already, at http://127.0.0.1:{port}/\n"
        one.send_signal(signal.SIGINT)
    assert not [*tmp_path.glob("*.address")]


@pytest.mark.full
def test_several_processes_are_replaced_one_after_the_other(
    tmp_path: pathlib.Path,
    nearly_compiled: pathlib.Path,
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`serve --workers 2` on PostgreSQL starts interpreted and becomes compiled while it serves."""
    server = Server(tmp_path, nearly_compiled, "--workers", "2")
    server.command[server.command.index("--db") + 1] = postgres.create("workers")
    with server.running(monkeypatch) as child:
        server.wait_for("serving", 2)
        ann = Guest(server.url)
        table = ann.open_table(GAME, ["me", "bot:greedy"])["table"]
        moves: list[int] = []
        deadline = time.monotonic() + TIMEOUT
        while server.events().count("serving") < 4:
            assert time.monotonic() < deadline, server.log.read_text("utf-8")
            if not play_on(ann, table, moves):
                table, moves = ann.open_table(GAME, ["me", "bot:greedy"])["table"], []
            time.sleep(0.05)
        played = len(moves)
        while len(moves) < played + 3:
            assert time.monotonic() < deadline, server.log.read_text("utf-8")
            if not play_on(ann, table, moves):
                table, moves, played = ann.open_table(GAME, ["me", "bot:greedy"])["table"], [], 0
        assert child.poll() is None
        assert moves == sorted(set(moves)), "no move was lost or made twice"
