"""Connections: caps by address and in all, room for people who hold a chair, proxies' addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import pathlib
import socket
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import websockets
from helpers.server_thread import Guest, ServerThread, TableSocket, running_server, send_request
from helpers.systems import on_linux
from starlette.requests import HTTPConnection

from skipyard.options import Refused
from skipyard.server import logs
from skipyard.server.net import connections as module
from skipyard.server.net import uvicorn_protocols
from skipyard.server.net.addresses import Proxies, address_of, counted, is_local
from skipyard.server.net.connections import Connections
from skipyard.server.settings import Settings

STRANGER = "127.0.0.2"  # like any address that is not this machine's own; only Linux has it
NEIGHBOUR = "127.0.0.3"
PATIENCE = 20.0  # seconds
FEW = {"address_strangers": 3, "address_seated": 2, "address_waiting": 4}


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """A server that grants an address few connections."""
    with running_server(tmp_path_factory.mktemp("few"), **FEW) as running:
        yield running


def knock(server: ServerThread, source: str = STRANGER) -> socket.socket:
    address = ("127.0.0.1", server.port)
    connection = socket.create_connection(address, PATIENCE, (source, 0))
    connection.settimeout(PATIENCE)
    return connection


def ask(server: ServerThread, source: str, path: str = "/api/games", head: str = "") -> bytes:
    """The whole answer to a request from an address."""
    with knock(server, source) as connection:
        request = f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{head}\r\n"
        connection.sendall(request.encode())
        return rest_of(connection)


def rest_of(connection: socket.socket) -> bytes:
    answer = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            answer += part
    return answer


def wait_until(condition: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


@contextlib.asynccontextmanager
async def sit_down(
    server: ServerThread, table: str, token: str = "", source: str = STRANGER
) -> AsyncIterator[TableSocket]:
    """A socket at a table from another address."""
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with websockets.connect(
        address, additional_headers=headers, local_addr=(source, 0)
    ) as ws:
        await ws.send(json.dumps({"type": "hello"}))
        line = TableSocket(ws)
        await line.until("shown")
        yield line


async def refusal_of(server: ServerThread, table: str, token: str = "") -> tuple[int, str]:
    try:
        async with sit_down(server, table, token):
            return 0, ""
    except websockets.InvalidStatus as refused:
        return refused.response.status_code, json.loads(refused.response.body or b"{}")["sentence"]


# By address ---------------------------------------------------------------------------------------
@on_linux
def test_strangers_of_an_address_share_a_cap_and_players_do_not(few: ServerThread) -> None:
    guest = Guest(few.url)
    table = guest.open_table("skippity", ["me", "open"])["table"]

    async def scenario() -> None:
        async with contextlib.AsyncExitStack() as open_sockets:
            for _ in range(3):
                await open_sockets.enter_async_context(sit_down(few, table))
            status, sentence = await refusal_of(few, table)
            assert status == 429
            assert "connections" in sentence
            assert b" 429 " in await asyncio.to_thread(ask, few, STRANGER)
            assert b" 200 " in await asyncio.to_thread(ask, few, NEIGHBOUR)
            mine = f"authorization: Bearer {guest.token}\r\n"
            assert b" 200 " in await asyncio.to_thread(ask, few, STRANGER, "/api/tables", mine)
            invented = f"authorization: Bearer {'x' * 43}\r\n"
            assert b" 429 " in await asyncio.to_thread(ask, few, STRANGER, "/api/tables", invented)
            for _ in range(2):  # people at the table have places of their own, so many of them
                line = await open_sockets.enter_async_context(sit_down(few, table, guest.token))
                assert line.shown["viewer"] == 0
            assert (await refusal_of(few, table, guest.token))[0] == 429
        connections: Connections = few.app.state.connections
        await asyncio.to_thread(wait_until, lambda: not connections.taken)
        assert (await refusal_of(few, table))[0] == 0

    asyncio.run(scenario())


@on_linux
def test_a_player_gives_the_place_of_a_stranger_back(few: ServerThread) -> None:
    guest = Guest(few.url)
    table = guest.open_table("skippity", ["me", "open"])["table"]

    async def scenario() -> None:
        async with contextlib.AsyncExitStack() as open_sockets:
            for token in (guest.token, guest.token, "", "", ""):
                await open_sockets.enter_async_context(sit_down(few, table, token))

    asyncio.run(scenario())


@on_linux
def test_of_requests_that_are_not_complete_the_oldest_leave(few: ServerThread) -> None:
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(knock(few)) for _ in range(4)]
        for connection in slow[1:]:
            connection.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n")
        slow[3].sendall(b"\r\n{")
        assert b" 200 " in ask(few, STRANGER), "whoever asks at once is answered"
        assert b" 503 " in rest_of(slow[0])
        stack.enter_context(knock(few))
        stack.enter_context(knock(few))
        assert b" 503 " in rest_of(slow[1])
        other = stack.enter_context(knock(few, NEIGHBOUR))
        other.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b" 200 " in other.recv(65536)


def test_a_body_that_does_not_end_is_closed(
    few: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "BODY_TIMEOUT", 0.3)
    with knock(few, "127.0.0.1") as nobody_reads, knock(few, "127.0.0.1") as somebody_reads:
        head = (
            b" HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"
        )
        nobody_reads.sendall(b"GET /healthz" + head + b"{")
        somebody_reads.sendall(b"POST /api/tables" + head + b"{")
        assert rest_of(nobody_reads).startswith(b"HTTP/1.1 200 ")
        assert rest_of(somebody_reads).startswith(b"HTTP/1.1 408 ")


# In all -------------------------------------------------------------------------------------------
@on_linux
def test_when_nearly_all_is_used_up_strangers_are_refused_and_players_stay(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[logging.LogRecord] = []
    monkeypatch.setattr(logging.getLogger(logs.NAME), "handle", lines.append)
    with running_server(tmp_path, connections=10) as server:
        guest = Guest(server.url)
        table = guest.open_table("skippity", ["me", "open"])["table"]

        async def scenario() -> None:
            async with contextlib.AsyncExitStack() as open_sockets:
                first = await open_sockets.enter_async_context(sit_down(server, table, guest.token))
                for _ in range(8):
                    await open_sockets.enter_async_context(sit_down(server, table))
                status, sentence = await refusal_of(server, table)
                assert status == 503
                assert "full" in sentence
                answer = await asyncio.to_thread(ask, server, STRANGER)
                assert b" 503 " in answer
                assert b"retry-after: " in answer
                assert b" 200 " in await asyncio.to_thread(ask, server, STRANGER, "/healthz")
                await open_sockets.enter_async_context(sit_down(server, table, guest.token))
                with knock(server) as late:  # not even for people
                    assert b" 503 " in rest_of(late)
                await first.send(type="ping")
                await first.until("pong")

        asyncio.run(scenario())
        wait_until(lambda: server.app.state.connections.open == 0)
    noted = [line for line in lines if "strangers are refused" in line.getMessage()]
    assert len(noted) == 1, "one line for many"
    assert noted[0].levelname == "WARNING"


def test_there_is_room_for_our_own_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = [256, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.__setitem__(0, wanted[0]))
    assert Connections(Settings()).most == 128
    module.raise_file_limit()
    assert limits == [4096, 4096]
    assert Connections(Settings()).most == 4096 - module.OWN_FILES
    assert Connections(Settings(connections=50)).most == 50


# Proxies ------------------------------------------------------------------------------------------
def connection(host: str, **headers: str) -> HTTPConnection:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": sent})


def test_an_address_of_ipv6_is_its_network() -> None:
    assert counted("2001:db8:1:2:aaaa::1") == counted("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert counted("2001:db8:1:3::1") != counted("2001:db8:1:2::1")
    assert counted("::ffff:192.0.2.1") == "192.0.2.1" != counted("::ffff:192.0.2.2")
    assert counted("fe80::1%eth0") == "fe80::/64"
    assert counted("made up") == counted("made up too")


def test_no_header_exempts_from_limits() -> None:
    assert is_local(connection("127.0.0.1"))
    assert is_local(connection("::1"))
    assert not is_local(connection("192.0.2.1"))
    for header in ("x_forwarded_for", "forwarded", "x_real_ip", "via"):
        assert not is_local(connection("127.0.0.1", **{header: "127.0.0.1"}))
    assert address_of(connection("127.0.0.1", via="x")) == "127.0.0.1"


def test_a_list_of_proxies() -> None:
    proxies = Proxies("10.0.0.0/8, 192.0.2.1,2001:db8::/32,")
    assert proxies.trusts("10.1.2.3")
    assert proxies.trusts("192.0.2.1")
    assert proxies.trusts("2001:db8:1::1")
    assert not proxies.trusts("127.0.0.1")
    assert not proxies.trusts("nonsense")
    assert proxies.holds_back("192.0.2.1") == proxies.holds_back("127.0.0.1") == ""
    assert proxies.holds_back("192.0.2.2") == "192.0.2.2"
    for wrong in ("*", "proxy.example", "10.0.0.1/8"):
        with pytest.raises(Refused, match="--trusted-proxies"):
            Proxies(wrong)


@on_linux
def test_only_a_trusted_proxy_names_the_address(tmp_path: pathlib.Path) -> None:
    """Each address may ask twice here; who can choose the address may ask for ever."""
    with running_server(tmp_path, address_rate=0.01, trusted_proxies=NEIGHBOUR) as server:
        server.app.state.seating.address_limit.burst = 2

        def granted(source: str, addresses: list[str]) -> int:
            heads = [f"x-forwarded-for: {address}\r\n" for address in addresses]
            return sum(b" 200 " in ask(server, source, head=head) for head in heads)

        four = [f"198.51.100.{number}" for number in range(4)]
        assert granted(STRANGER, four) == 2, "a stranger's header does not count"
        assert granted(NEIGHBOUR, four) == 4, "a proxy's does"
        assert granted(NEIGHBOUR, ["203.0.113.1"] * 4) == 2
        assert granted(NEIGHBOUR, ["127.0.0.1"] * 4) == 2, "and exempts nobody"
        assert granted("127.0.0.1", ["127.0.0.1"] * 4) == 0, "that address has had its two"
        assert all(send_request("GET", server.url).status_code == 200 for _ in range(4))
        same = [f"2001:db8:1:2::{number}" for number in range(4)]
        assert granted(NEIGHBOUR, same) == 2
