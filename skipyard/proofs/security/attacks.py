"""Every attack that is tried against a server; problems go to the attacked table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

from skipyard.proofs.security.attacked_table import AttackedTable, stranger
from skipyard.proofs.shared.clients import ANSWER_TIMEOUT, Guest, TableSocket
from skipyard.proofs.shared.games import HIDING, OPEN
from skipyard.server.access.seating import TABLES_BURST
from skipyard.server.api import sockets
from skipyard.server.api.address_limit import EXPENSIVE_COST
from skipyard.server.net.messages import LARGEST_FRAME
from skipyard.server.net.tokens import COOKIE
from skipyard.server.settings import Settings

FORGED = ("http://evil.example", "null", "http://[", "http://evil@", "file://", "")
NAMES = (
    "Ann\x00",
    "\x1b[31mred",
    "\u202egnp.exe",
    "a\u200bb",
    "A" + "\u0301" * 12,
    "<script>alert(1)</script>",
    "' OR 1=1 --; DROP TABLE",
    "{{7*7}}",
    "x" * 10_000,
    "\u3164",
    "\u115f\ufe0f",
    "...",
    "🙂",
)
MALFORMED: tuple[bytes | str, ...] = (
    "",
    "{",
    "[]",
    "null",
    "NaN",
    '"move"',
    "{}",
    '{"type":"dance"}',
    '{"type":5}',
    '{"type":"move"}',
    '{"type":"move","seq":-1,"command":"a","action":1}',
    '{"type":"move","seq":1e99,"command":"a","action":1}',
    '{"type":"move","seq":' + "9" * 5000 + ',"command":"a","action":1}',
    '{"type":"move","seq":1,"command":"a","action":1,"seat":1}',
    '{"type":"move","seq":1,"command":"a:b","action":1}',
    '{"type":"move","seq":1,"command":"' + "a" * 500 + '","action":1}',
    '{"type":"move","seq":1,"command":"a","action":true}',
    '{"type":"say","phrase":"free text"}',
    '{"type":"\\ud800"}',
    '{"a":' + "[" * 8000,
    '{"a":' + "[" * 4000 + "]" * 4000 + ',"type":"ping"}',
    b"\x00\xff\xfe",
    b'{"type":"\xff"}',
)
PATHS = (
    "/static/../../../../etc/passwd",
    "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/static/..%2f..%2flive%2ftables.py",
    "/static/..%5c..%5clive%5ctables.py",
    "/rules/../tables",
    "/rules/__init__",
    f"/rules/{HIDING}%00",
    "/api/games/..%2f",
    "/api/tables/%00",
    "/api/tables/%ff%fe",
    "/api/tables/" + "a" * 5000,
    "/api/tables/%27%20OR%201=1",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/api/tables/{table}/at/" + "9" * 5000,
    "/api/tables/{table}/at/-1",
    "/api/tables/{table}/at/1?as=1",
    "/api/tables/{table}/at/1?as=all",
    "/api/tables/{table}?seat=1",
    "/api/tables/{table}?seat=%00",
)
HEADERS = (
    "Accept-Language: " + "x," * 3000,
    "Cookie: " + COOKIE + "=" + "é" * 40,
    "Cookie: =;=;;;==",
    "Authorization: Bearer " + "A" * 5000,
    "Authorization: Basic ====",
    "X-Forwarded-For: not an address, \x01",
    "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "X-Large: " + "x" * 100_000,
)
FLOOD = 300  # messages at once
WAVES = 20  # floods, one after the other, until we conclude that nothing stops them
TOO_MANY_REQUESTS = 429
SLOW_READERS = 8
MEMORY_LIMIT = 64 * 1024  # KiB that all slow readers may cost the server
Attack = Callable[[AttackedTable], Coroutine[Any, Any, None]]


async def forged_origins(target: AttackedTable) -> None:
    """Requests that another site makes a browser send."""
    for origin in FORGED:
        try:
            async with websockets.connect(target.socket, additional_headers={"origin": origin}):
                target.expect(False, f"a socket from {origin!r} was accepted")
        except websockets.InvalidStatus as refusal:
            body = target.check_answer((refusal.response.body or b"").decode())
            good = refusal.response.status_code == 403 and "sentence" in body
            target.expect(good, f"socket from {origin!r}: {refusal}")
        response = target.request("POST", "/api/tables", headers={"origin": origin}, json={})
        target.expect_refusal(f"POST from {origin!r}", response, 403)
    cookie = {"cookie": f"{COOKIE}={target.ann.token}"}
    target.expect_refusal(
        "a cookie without an Origin",
        target.request("POST", f"/api/tables/{target.table}/device", headers=cookie, json={}),
        403,
    )


async def stolen_seats(target: AttackedTable) -> None:
    """Codes already used, other people's seats, invented tokens."""
    replay = target.request("POST", "/api/join", json={"code": target.code})
    target.expect_refusal("a code used again", replay, 410)
    forged = Guest(target.url, token=secrets.token_urlsafe(32))
    path = f"/api/tables/{target.table}"
    move = {"type": "move", "seq": 0, "command": "x", "action": 0}
    for name, guest in (("no token", Guest(target.url)), ("a forged token", forged)):
        headers = guest.headers()
        response = target.request("POST", f"{path}/commands", headers=headers, json=move)
        target.expect_refusal(f"a command with {name}", response)
        for route in ("device", "invite", "release", "fill", "remove", "host"):
            body = {} if route == "device" else {"seat": 1}
            response = target.request("POST", f"{path}/{route}", headers=headers, json=body)
            target.expect_refusal(f"{route} with {name}", response, 403)
        shown = target.request("GET", path, headers=headers).json()
        target.expect(shown["viewer"] == -1, f"{name} sees a seat")
    theirs = target.ann.headers()
    other = target.request("POST", f"{path}/commands?seat=1", headers=theirs, json=move)
    target.expect_refusal("a command for another's seat", other)
    target.expect_refusal("another's view", target.request("GET", f"{path}?seat=1", headers=theirs))
    target.expect_refusal(
        "another's past", target.request("GET", f"{path}/at/3?as=1", headers=theirs), 403
    )
    async with target.open_socket(target.ann, "?seat=1") as line:
        target.expect(await target.close_code(line) == sockets.NOT_YOURS, "another's socket")
    async with target.open_socket() as line:
        await line.until("shown")
        answer = await line.command("move", action=0)
        target.expect(answer["type"] == "refused", "a watcher moved")
        await line.send(type="say", phrase="hello")
        target.expect((await line.until("refused"))["sentence"] != "", "a watcher spoke")


async def malformed_frames(target: AttackedTable) -> None:
    """Frames that are not messages: each gets a sentence, and the socket stays open."""
    for frame in MALFORMED:
        async with target.open_socket() as line:
            await line.until("shown")
            await line.ws.send(frame)
            refused = await line.until("refused")
            target.check_answer(json.dumps(refused))
            target.expect(bool(refused["sentence"]), f"no sentence for {frame[:40]!r}")
            await line.send(type="ping")
            await line.until("pong")
        async with websockets.connect(target.socket) as ws:
            await ws.send(frame)
            code = await target.close_code(TableSocket(ws))
            target.expect(code == sockets.BAD, f"{frame[:40]!r} instead of hello: {code}")
    for message in (json.loads(frame) for frame in ('{"seat": 99}', '{"seat": "x"}', '{"no": 1}')):
        response = target.request("POST", f"/api/tables/{target.table}/sit", json=message)
        target.expect_refusal(f"a body {message}", response)
    deep = target.request("POST", "/api/tables", content=b'{"a":' + b"[" * 4000)
    target.expect_refusal("a deep body", deep, 400)


async def oversized_frames(target: AttackedTable) -> None:
    """More than 8 KiB, whole, in pieces and as a body; text that is not UTF-8."""
    large = json.dumps({"type": "ping", "x": "x" * LARGEST_FRAME})
    for frame in (large, [large[:5000], large[5000:]]):
        async with target.open_socket() as line:
            await line.until("shown")
            await line.ws.send(frame)
            code = await target.close_code(line)
            target.expect(code == 1009, f"an oversized frame: {code}")
    async with target.open_socket() as line:
        await line.until("shown")
        await line.ws.send(b"\xff\xfe{}", text=True)
        code = await target.close_code(line)
        target.expect(code == 1007, f"text that is none: {code}")
    body = target.request("POST", "/api/tables", content=b" " * (LARGEST_FRAME + 1))
    target.expect_refusal("an oversized body", body, 413)


async def floods(target: AttackedTable) -> None:
    """Too much from one socket, from one address, and of new tables."""
    await flood_of_messages(target)
    usual, headers = Settings(), {"x-forwarded-for": "198.51.100.7"}
    costly = f"/api/tables/{target.table}/at/1"  # reads a whole log, so it counts more
    body = {"game": HIDING, "chairs": ["open", "open"]}
    async with httpx.AsyncClient(base_url=target.url, timeout=ANSWER_TIMEOUT) as client:
        ask = partial(client.get, costly, headers=headers)
        rate = usual.address_rate / EXPENSIVE_COST
        await flood(target, f"GET {costly}", ask, rate, 2 * rate)
        ask = partial(client.post, "/api/tables", headers=headers, json=body)
        await flood(target, "POST /api/tables", ask, usual.tables_rate, TABLES_BURST)
    other = target.request("GET", "/api/games", headers={"x-forwarded-for": "198.51.100.8"})
    target.expect(other.status_code == 200, "another address was held back as well")


async def flood_of_messages(target: AttackedTable) -> None:
    """Send pings without a pause until the server hangs up."""

    async def send(line: TableSocket) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(FLOOD * WAVES):
                await line.send(type="ping")
                await asyncio.sleep(0)  # let the other task read

    async with target.open_socket() as line:
        sending = asyncio.create_task(send(line))
        target.expect(await target.close_code(line) == sockets.FLOOD, "a flood of messages went on")
        sending.cancel()


async def flood(
    target: AttackedTable, what: str, ask: Callable[[], Any], rate: float, burst: float
) -> None:
    """Send requests until one is refused.

    The check does not depend on the machine's speed: however long it takes, no more requests are
    granted than the burst plus the rate times the time.
    """
    began, answers, late = time.monotonic(), 0, 0
    for _ in range(WAVES):
        for answer in await asyncio.gather(*(ask() for _ in range(FLOOD))):
            answers += 1
            target.check_answer(answer.text)
            if answer.status_code == TOO_MANY_REQUESTS:
                late += 1
                target.expect_refusal("a flood", answer, TOO_MANY_REQUESTS)
        if late:
            break
    most = burst + rate * (time.monotonic() - began)
    target.expect(answers - late <= most + 1, f"a flood of {what} went on")


async def slow_readers(target: AttackedTable) -> None:
    """Clients that request much and read nothing are cut off, and cost little until then."""
    opener = Guest(target.url)
    table = opener.open_table(OPEN, ["me", "bot:random"], name="Slow")["table"]
    path = f"/api/tables/{table}/socket"
    before = await memory_of(target)
    await asyncio.gather(*(read_nothing(target, path) for _ in range(SLOW_READERS)))
    grown = await memory_of(target) - before
    target.expect(grown < MEMORY_LIMIT, f"slow readers cost {grown} KiB")


async def read_nothing(target: AttackedTable, path: str) -> None:
    """Say hello again and again until the server hangs up."""
    address = urlsplit(target.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, (address.hostname, address.port))
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    headers = f"Host: {target.host}\r\nX-Forwarded-For: {stranger()}\r\n{key}"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade"
    await loop.sock_sendall(
        connection, f"GET {path} HTTP/1.1\r\n{headers}\r\n{upgrade}\r\n\r\n".encode()
    )
    hello = b'{"type":"hello"}'
    frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello  # masked with zeros
    try:
        async with asyncio.timeout(120):
            while True:
                await loop.sock_sendall(connection, frame)
                await asyncio.sleep(0.06)
    except ConnectionError:
        pass
    except TimeoutError:
        target.expect(False, "a reader that does not read was kept")
    finally:
        connection.close()


async def memory_of(target: AttackedTable) -> int:
    """KiB of memory that the server reports for itself."""
    for line in target.request("GET", "/metrics").text.splitlines():
        if line.startswith("process_resident_memory_bytes"):
            return int(float(line.split()[1])) // 1024
    raise AssertionError("the server does not say how large it is")


async def hostile_names(target: AttackedTable) -> None:
    """Names that attack a screen, a page or a database."""
    for name in NAMES:
        body = {"game": HIDING, "chairs": ["me", "open"], "name": name}
        target.expect_refusal(
            f"the name {name[:20]!r}", target.request("POST", "/api/tables", json=body)
        )


async def path_tricks(target: AttackedTable) -> None:
    """Paths that climb out of the folder, and numbers that no table has."""
    for path in PATHS:
        address = path.replace("{table}", target.table)
        request = f"GET {address} HTTP/1.1\r\nHost: {target.host}\r\nConnection: close\r\n\r\n"
        status = status_of(await target.send_raw(request.encode("latin-1")))
        target.expect(400 <= status < 500, f"{path[:40]}: {status}")


async def header_tricks(target: AttackedTable) -> None:
    """Headers that no client sends; the server answers or hangs up, and never fails."""
    for header in HEADERS:
        request = f"GET /api/games HTTP/1.1\r\nHost: {target.host}\r\nConnection: close\r\n"
        status = status_of(await target.send_raw(f"{request}{header}\r\n\r\n".encode("latin-1")))
        target.expect(status < 500, f"{header[:40]}: {status}")
    for request in ("GET / HTTP/1.0\r\nOrigin: null\r\n\r\n", "\x00\x01\x02\r\n\r\n"):
        status = status_of(await target.send_raw(request.encode("latin-1")))
        target.expect(status < 500, f"{request[:20]!r}: {status}")


def status_of(answer: bytes) -> int:
    """The status of an answer; 0 if the server just hung up."""
    parts = answer.split(b" ", 2)
    return int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0


ATTACKS: tuple[Attack, ...] = (
    forged_origins,
    stolen_seats,
    malformed_frames,
    oversized_frames,
    floods,
    slow_readers,
    hostile_names,
    path_tricks,
    header_tricks,
)
