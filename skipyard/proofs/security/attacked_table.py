"""The table that is attacked: its two players, and every answer that attackers got."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

from skipyard.proofs.shared.clients import ANSWER_TIMEOUT, Guest, TableSocket, send_request
from skipyard.proofs.shared.games import HIDING
from skipyard.server.net.headers import HEADERS

LEAKS = ("Traceback", 'File "', "site-packages", "sqlite3", "psycopg", "msgspec.")
REFUSED = range(400, 500)


class AttackedTable:
    """A table of Ann and Bob with its secrets, and the answers that attackers got."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.ann, self.bob = Guest(url), Guest(url)
        opened = self.ann.open_table(HIDING, ["me", "invited"], name="Ann")
        self.table: str = opened["table"]
        self.code: str = opened["codes"]["1"]
        self.bob.join(self.code, name="Bob")
        self.answers: list[str] = []
        self.problems: list[str] = []
        self.figures: list[str] = []  # what the attack under way has measured

    @property
    def secrets(self) -> list[str]:
        return [self.ann.token, self.bob.token, self.code]

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def socket(self) -> str:
        return f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/socket"

    # Checks -------------------------------------------------------------------------------------
    def expect(self, good: bool, what: str) -> None:
        if not good:
            self.problems.append(what)

    def figure(self, measured: str) -> None:
        """Keep a measurement for the report."""
        self.figures.append(measured)

    def check_answer(self, text: str) -> str:
        """Check that an answer contains no secret and no internals; return it."""
        self.answers.append(text)
        for leak in (*LEAKS, *self.secrets):
            self.expect(leak not in text, f"“{leak[:12]}” in the answer {text[:80]!r}")
        return text

    async def plays_on(self) -> bool:
        """Whether Ann and Bob can go on: a legal move is acknowledged and both see it."""
        async with self.ann.connect(self.table) as a, self.bob.connect(self.table) as b:
            for line in (a, b):
                await line.until(lambda m: m["type"] == "shown" and m["scene"])
            mover = a if a.paths else b
            done = await mover.command("move", action=mover.paths[0]["action"])
            if done["type"] != "done":
                return False
            for line in (a, b):
                await line.until(lambda m: m["type"] == "shown" and m["seq"] >= done["seq"])
        return True

    # Requests -----------------------------------------------------------------------------------
    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a normal request and check its headers and text."""
        response = send_request(method, self.url + path, **more)
        self.check_answer(response.text)
        for name, value in HEADERS.items():
            self.expect(response.headers.get(name) == value, f"no {name} on {method} {path[:40]}")
        return response

    def expect_refusal(self, what: str, response: httpx.Response, *statuses: int) -> None:
        """Expect a refusal with a sentence."""
        sentence = ""
        with contextlib.suppress(ValueError, AttributeError):
            sentence = response.json().get("sentence", "")
        good = response.status_code in (statuses or REFUSED) and bool(sentence)
        self.expect(self.host not in response.text, f"{what}: the refusal names our address")
        self.expect(good, f"{what}: {response.status_code} {response.text[:80]!r}")

    async def send_raw(self, request: bytes) -> bytes:
        """Send bytes that no client would send; the answer."""
        address = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        answer = b""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                writer.write(request)
                await writer.drain()
                answer = await reader.read(65536)
        except ConnectionError:
            pass  # the server hung up
        finally:
            writer.close()
        self.check_answer(answer.decode("latin-1"))
        return answer

    @contextlib.asynccontextmanager
    async def open_socket(
        self, guest: Guest | None = None, query: str = ""
    ) -> AsyncIterator[TableSocket]:
        """Open the socket of a guest or of a watcher, and say hello."""
        headers = guest.headers() if guest else {"x-forwarded-for": stranger()}
        async with websockets.connect(self.socket + query, additional_headers=headers) as ws:
            await ws.send(json.dumps({"type": "hello"}))
            yield TableSocket(ws)

    async def close_code(self, line: TableSocket) -> int:
        """Read until the server closes; the close code."""
        try:
            while True:
                message = await line.receive()
                if message["type"] != "shown":
                    self.check_answer(json.dumps(message))
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


def stranger() -> str:
    """A random client address, for the X-Forwarded-For header."""
    return "203.0.113." + str(secrets.randbelow(250) + 1)
