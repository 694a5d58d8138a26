"""Heads of requests that are too long or too slow are refused before they are kept."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any

import pytest
import websockets
from helpers.server_thread import Guest, ServerThread

from skipyard.proofs.security.endless import (
    send_empty_continuations,
    send_pings,
    send_pongs,
)
from skipyard.server.net import uvicorn_protocols
from skipyard.server.net.uvicorn_protocols import LARGEST_HEAD, LONGEST_LINE

GET = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"


def connect(server: ServerThread) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    connection.settimeout(20)
    return connection


def answer_to(server: ServerThread, request: bytes) -> bytes:
    """What the server sends until it closes."""
    with connect(server) as connection:
        try:
            connection.sendall(request)
            return everything(connection)
        except (ConnectionResetError, BrokenPipeError):
            return everything(connection)


def everything(connection: socket.socket) -> bytes:
    got = b""
    try:
        while part := connection.recv(65536):
            got += part
    except ConnectionResetError:
        pass
    return got


def test_many_headers_are_refused(server: ServerThread) -> None:
    many = b"".join(b"x-%d: %s\r\n" % (n, b"a" * 1000) for n in range(LARGEST_HEAD // 1000 + 1))
    assert answer_to(server, GET + many + b"\r\n").startswith(b"HTTP/1.1 431 ")


def test_a_long_header_and_a_long_address_are_refused(server: ServerThread) -> None:
    long = b"x-long: " + b"a" * LONGEST_LINE + b"\r\n\r\n"
    assert answer_to(server, GET + long).startswith(b"HTTP/1.1 431 ")
    address = b"GET /?" + b"a" * LONGEST_LINE + b" HTTP/1.1\r\nhost: x\r\n\r\n"
    assert answer_to(server, address).startswith(b"HTTP/1.1 414 ")


def test_a_header_without_an_end_is_not_kept(server: ServerThread) -> None:
    with connect(server) as connection:
        connection.sendall(GET + b"x-endless: ")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            connection.sendall(b"a" * (128 << 20))


def test_a_slow_head_is_closed_and_a_slow_reader_of_answers_is_not(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_protocols, "HEAD_TIMEOUT", 0.3)
    with connect(server) as idle, connect(server) as slow:
        slow.sendall(GET)
        assert everything(slow).startswith(b"HTTP/1.1 408 ")
        assert everything(idle).startswith(b"HTTP/1.1 408 ")
    with connect(server) as quick:
        quick.sendall(GET + b"\r\n")
        assert quick.recv(65536).startswith(b"HTTP/1.1 200 ")
        time.sleep(0.5)  # longer than a head may take: the connection waits for the next request
        quick.sendall(GET + b"x-usual: " + b"a" * 6000 + b"\r\n\r\n")
        assert quick.recv(65536).startswith(b"HTTP/1.1 200 ")


POST = b"POST /api/join HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("wrapping", [b"2;", b"0\r\nx-trailer: "], ids=["extension", "trailer"])
def test_what_a_body_is_wrapped_in_is_not_kept(server: ServerThread, wrapping: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(POST + wrapping)
        time.sleep(0.1)  # so that the head comes by itself
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            connection.sendall(b"a" * (128 << 20))


def test_a_body_in_small_chunks_is_read(server: ServerThread) -> None:
    body = b'{"code": "none"}'
    chunks = b"".join(b"1;x=y\r\n%c\r\n" % one for one in body)
    end = b"0\r\nx-trailer: a\r\n\r\n"
    request = POST.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n") + chunks + end
    assert answer_to(server, request).startswith(b"HTTP/1.1 404 ")


def test_requests_that_are_sent_ahead_are_limited(server: ServerThread) -> None:
    with connect(server) as connection:
        connection.sendall((GET + b"\r\n") * 10)
        got = b""
        while got.count(b"HTTP/1.1 200 ") < 10:
            got += connection.recv(65536)
    assert b"HTTP/1.1 429 " in answer_to(server, (GET + b"\r\n") * 5_000)


@pytest.mark.parametrize("send", [send_pings, send_pongs, send_empty_continuations])
def test_control_frames_are_metered_like_messages(server: ServerThread, send: Any) -> None:
    guest = Guest(server.url)
    table = guest.open_table("skippity", ["me", "open"])["table"]

    async def is_closed_after(frames: int) -> bool:
        async with guest.connect(table) as line:
            try:
                await send(line, frames)
                async with asyncio.timeout(2):
                    while True:
                        await line.ws.recv()
            except TimeoutError:
                return False
            except websockets.ConnectionClosed:
                return True

    assert not asyncio.run(is_closed_after(10))
    assert asyncio.run(is_closed_after(500))


def test_ready_says_whether_the_database_can_be_written_to(server: ServerThread) -> None:
    assert b"ready" in answer_to(
        server, GET.replace(b"healthz", b"readyz") + b"connection: close\r\n\r\n"
    )
