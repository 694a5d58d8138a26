"""What strangers are told of trouble names no path, no host and no port; the log does."""

from __future__ import annotations

import asyncio
import logging
import pathlib
from typing import Any

import pytest
import websockets
from helpers.guest_tables import table_for_two
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard.server import logs
from skipyard.server.net import public_sentences
from skipyard.server.net.public_sentences import not_stored, reason_of
from skipyard.table.database.store import Trouble

KINDS = ("full", "read_only", "locked", "damaged", "away", "denied", "failed", "open")


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is logged, as an operator reads it."""
    lines: list[str] = []

    def keep(record: logging.LogRecord) -> None:
        lines.append(logs.JsonFormatter().format(record))

    monkeypatch.setattr(logging.getLogger(logs.NAME), "handle", keep)
    monkeypatch.setattr(public_sentences, "logged_at", {})
    return lines


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_trouble_of_a_kind_is_told_without_its_place(
    kind: str, language: str, log: list[str]
) -> None:
    own = Trouble("PostgreSQL “games” (db.internal:5433) is at /srv/games.db", kind)
    for told in (reason_of(own, language), not_stored(own, language)):
        for place in ("internal", "5433", "games", "/"):
            assert place not in told
    assert len(log) == 1, "the operator is told once, not for each stranger"
    assert "db.internal:5433" in log[0]


def test_trouble_without_a_place_is_told_as_it_is() -> None:
    assert reason_of(Trouble("The queue is full."), "en") == "The queue is full."


@pytest.mark.parametrize("kind", ["full", "failed"])
def test_no_answer_of_a_server_in_trouble_names_a_place(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, log: list[str], kind: str
) -> None:
    with running_server(tmp_path) as server:
        ann, bob = Guest(server.url), Guest(server.url)
        table = table_for_two(ann, bob, "skippity")
        path, told = f"/api/tables/{table}", []
        writer = server.app.state.seating.tables.writer

        async def talk() -> None:
            async with ann.connect(table) as line:
                await line.until("shown")
                fail(writer.store, monkeypatch, kind)
                await line.send(type="resign", seq=line.shown["seq"], command="r")
                told.append((await line.until("refused"))["sentence"])

        asyncio.run(talk())
        asyncio.run(knock(server, table, told))
        for method, asked in (
            ("GET", f"{path}/at/1"),
            ("GET", f"/g/{table}"),
            ("GET", "/api/tables"),
            ("GET", "/readyz"),
            ("POST", f"{path}/commands"),
            ("POST", "/api/tables"),
        ):
            for accept in ("text/html", "application/json"):
                headers = ann.headers() | {"accept": accept}
                body = {"type": "resign", "seq": 1, "command": "again"}
                if asked == "/api/tables":
                    body = {"game": "skippity", "chairs": ["open", "open"]}
                more: dict[str, Any] = {"json": body} if method == "POST" else {}
                answer = send_request(method, server.url + asked, headers=headers, **more)
                assert answer.status_code == 503, asked
                told.append(answer.text)
        monkeypatch.undo()
    assert len(told) == 14
    for sentence in told:
        links = f"http://127.0.0.1:{server.port}/g/"  # of a page, to itself: what was asked for
        for place in (str(tmp_path), "tables.db", "127.0.0.1", str(server.port)):
            assert place not in sentence.replace(links, ""), sentence
    assert any(str(tmp_path) in line for line in log)


def fail(store: Any, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Let a store fail at everything that it is asked, as it does when its disk does."""

    def failing(*_: Any, **__: Any) -> Any:
        raise store.trouble(kind, why="SQLITE_IOERR")

    for name in ("ask", "change", "transaction"):
        monkeypatch.setattr(store, name, failing)


async def knock(server: ServerThread, table: str, told: list[str]) -> None:
    """Open a socket, and keep what it says before it closes."""
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {'x' * 43}"}
    async with websockets.connect(address, additional_headers=headers) as ws:
        await ws.send('{"type":"hello"}')
        told.append(str(await ws.recv()))
