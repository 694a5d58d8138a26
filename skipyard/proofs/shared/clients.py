"""Clients of a server as anybody could write them: a guest with a token and its sockets."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import ssl
from collections.abc import AsyncIterator
from typing import Any

import httpx
import websockets

COMMANDS = itertools.count()
ANSWER_TIMEOUT = 300.0  # seconds; rules may have to be compiled
PING_EVERY = 10.0  # seconds; a server takes a client that sends nothing for dead


@functools.cache
def tls() -> ssl.SSLContext:
    """The TLS settings of all requests; making them anew for each would take 20 ms."""
    return httpx.create_ssl_context()


def send_request(method: str, url: str, **more: Any) -> httpx.Response:
    """Send one request on a connection of its own."""
    return httpx.request(method, url, verify=tls(), **{"timeout": ANSWER_TIMEOUT} | more)


class Guest:
    """A client with a bearer token."""

    def __init__(self, url: str, token: str = "", language: str = "en") -> None:
        self.url, self.token, self.language = url, token, language

    def headers(self) -> dict[str, str]:
        headers = {"accept-language": self.language}
        return headers | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    def get(self, path: str, **more: Any) -> httpx.Response:
        return send_request("GET", self.url + path, headers=self.headers(), **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = self.headers() | more.pop("headers", {})
        return send_request("POST", self.url + path, json=body, headers=headers, **more)

    def open_table(self, game: str, chairs: list[str], **more: Any) -> dict[str, Any]:
        """Open a table and keep the token of the seat called me."""
        body = {"game": game, "chairs": chairs, "bearer": True, **more}
        response = self.post("/api/tables", body)
        assert response.status_code == 201, response.text
        facts: dict[str, Any] = response.json()
        self.token = facts.get("token", "")
        return facts

    def join(self, code: str, **more: Any) -> dict[str, Any]:
        response = self.post("/api/join", {"code": code, "bearer": True, **more})
        assert response.status_code == 200, response.text
        facts: dict[str, Any] = response.json()
        self.token = facts["token"]
        return facts

    @contextlib.asynccontextmanager
    async def connect(self, table: str, seat: int | None = None) -> AsyncIterator[TableSocket]:
        """Open the socket of a table and say hello."""
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket"
        address += "" if seat is None else f"?seat={seat}"
        async with websockets.connect(address, additional_headers=self.headers()) as ws:
            socket = TableSocket(ws)
            await socket.send(type="hello", language=self.language)
            pings = asyncio.create_task(socket.ping())
            try:
                yield socket
            finally:
                pings.cancel()


class TableSocket:
    """The socket of a table, read message by message."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.shown: dict[str, Any] = {}

    async def send(self, **message: Any) -> None:
        await self.ws.send(json.dumps(message))

    async def ping(self) -> None:
        """Stay alive, as the browser's client does, until the socket is closed."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await asyncio.sleep(PING_EVERY)
                await self.send(type="ping")

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            message: dict[str, Any] = json.loads(await self.ws.recv())
        if message["type"] == "shown":
            self.shown = message
        return message

    async def until(self, wanted: Any) -> dict[str, Any]:
        """Wait for the next message of a type, or the next that fits a predicate."""
        while True:
            message = await self.receive()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    async def command(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a command that names the last row shown; the answer, `done` or `refused`."""
        command = more.pop("command", f"c{next(COMMANDS)}")
        seq = more.pop("seq", self.shown.get("seq", 0))
        await self.send(type=kind, seq=seq, command=command, **more)
        return await self.until(
            lambda m: m["type"] in ("done", "refused") and m["command"] == command
        )

    @property
    def paths(self) -> list[dict[str, Any]]:
        scene = self.shown.get("scene")
        return scene["paths"] if scene else []
