"""Everything that is tried against a server; each attack leaves what went wrong with the siege."""

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

from skipyard.proofs.security.attack_report import Siege, stranger
from skipyard.proofs.shared.clients import WITHIN, Guest, Line
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
    "/static/..%2f..%2fkeeper.py",
    "/static/..%5c..%5ckeeper.py",
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
WAVES = 20  # floods, one after the other, before it is believed that nothing stops them
HELD_BACK = 429  # too many requests
READERS = 8  # that do not read
MEMORY = 64 * 1024  # KiB that they may cost the server in all
Attack = Callable[[Siege], Coroutine[Any, Any, None]]


async def forged_origins(siege: Siege) -> None:
    """Requests that another site makes a browser send."""
    for origin in FORGED:
        try:
            async with websockets.connect(siege.socket, additional_headers={"origin": origin}):
                siege.expect(False, f"a socket from {origin!r} was accepted")
        except websockets.InvalidStatus as refusal:
            body = siege.heard((refusal.response.body or b"").decode())
            good = refusal.response.status_code == 403 and "sentence" in body
            siege.expect(good, f"socket from {origin!r}: {refusal}")
        response = siege.request("POST", "/api/tables", headers={"origin": origin}, json={})
        siege.refused(f"POST from {origin!r}", response, 403)
    cookie = {"cookie": f"{COOKIE}={siege.ann.token}"}
    siege.refused(
        "a cookie without an Origin",
        siege.request("POST", f"/api/tables/{siege.table}/device", headers=cookie, json={}),
        403,
    )


async def stolen_seats(siege: Siege) -> None:
    """Codes that are used up, seats of others, tokens that nobody was given."""
    replay = siege.request("POST", "/api/join", json={"code": siege.code})
    siege.refused("a code used again", replay, 409)
    forged = Guest(siege.url, token=secrets.token_urlsafe(32))
    path = f"/api/tables/{siege.table}"
    move = {"type": "move", "seq": 0, "command": "x", "action": 0}
    for name, guest in (("no token", Guest(siege.url)), ("a forged token", forged)):
        headers = guest.headers()
        response = siege.request("POST", f"{path}/commands", headers=headers, json=move)
        siege.refused(f"a command with {name}", response)
        for deed in ("device", "invite", "fill"):
            body = {"seat": 1} if deed == "fill" else {}
            response = siege.request("POST", f"{path}/{deed}", headers=headers, json=body)
            siege.refused(f"{deed} with {name}", response, 403)
        shown = siege.request("GET", path, headers=headers).json()
        siege.expect(shown["viewer"] == -1, f"{name} sees a seat")
    theirs = siege.ann.headers()
    other = siege.request("POST", f"{path}/commands?seat=1", headers=theirs, json=move)
    siege.refused("a command for another's seat", other)
    siege.refused("another's view", siege.request("GET", f"{path}?seat=1", headers=theirs))
    siege.refused("another's past", siege.request("GET", f"{path}/at/3?as=1", headers=theirs), 403)
    async with siege.line(siege.ann, "?seat=1") as line:
        siege.expect(await siege.closed(line) == sockets.NOT_YOURS, "another's socket")
    async with siege.line() as line:
        await line.until("shown")
        answer = await line.command("move", action=0)
        siege.expect(answer["type"] == "refused", "a watcher moved")
        await line.send(type="say", phrase="hello")
        siege.expect((await line.until("refused"))["sentence"] != "", "a watcher spoke")


async def malformed_frames(siege: Siege) -> None:
    """Frames that are no messages: a sentence each, and the socket goes on."""
    for frame in MALFORMED:
        async with siege.line() as line:
            await line.until("shown")
            await line.ws.send(frame)
            refused = await line.until("refused")
            siege.heard(json.dumps(refused))
            siege.expect(bool(refused["sentence"]), f"no sentence for {frame[:40]!r}")
            await line.send(type="ping")
            await line.until("pong")
        async with websockets.connect(siege.socket) as ws:
            await ws.send(frame)
            code = await siege.closed(Line(ws))
            siege.expect(code == sockets.BAD, f"{frame[:40]!r} instead of hello: {code}")
    for message in (json.loads(frame) for frame in ('{"seat": 99}', '{"seat": "x"}', '{"no": 1}')):
        response = siege.request("POST", f"/api/tables/{siege.table}/sit", json=message)
        siege.refused(f"a body {message}", response)
    deep = siege.request("POST", "/api/tables", content=b'{"a":' + b"[" * 4000)
    siege.refused("a deep body", deep, 400)


async def oversized_frames(siege: Siege) -> None:
    """More than 8 KiB, whole, in pieces and as a body; text that is none."""
    large = json.dumps({"type": "ping", "x": "x" * LARGEST_FRAME})
    for frame in (large, [large[:5000], large[5000:]]):
        async with siege.line() as line:
            await line.until("shown")
            await line.ws.send(frame)
            code = await siege.closed(line)
            siege.expect(code == 1009, f"an oversized frame: {code}")
    async with siege.line() as line:
        await line.until("shown")
        await line.ws.send(b"\xff\xfe{}", text=True)
        code = await siege.closed(line)
        siege.expect(code == 1007, f"text that is none: {code}")
    body = siege.request("POST", "/api/tables", content=b" " * (LARGEST_FRAME + 1))
    siege.refused("an oversized body", body, 413)


async def floods(siege: Siege) -> None:
    """Too much from one socket, from one address, and of new tables."""
    await flood_of_messages(siege)
    usual, headers = Settings(), {"x-forwarded-for": "198.51.100.7"}
    dear = f"/api/tables/{siege.table}/at/1"  # a whole log is read for it, so it counts more
    body = {"game": HIDING, "chairs": ["open", "open"]}
    async with httpx.AsyncClient(base_url=siege.url, timeout=WITHIN) as client:
        ask = partial(client.get, dear, headers=headers)
        rate = usual.address_rate / EXPENSIVE_COST
        await flood(siege, f"GET {dear}", ask, rate, 2 * rate)
        ask = partial(client.post, "/api/tables", headers=headers, json=body)
        await flood(siege, "POST /api/tables", ask, usual.tables_rate, TABLES_BURST)
    other = siege.request("GET", "/api/games", headers={"x-forwarded-for": "198.51.100.8"})
    siege.expect(other.status_code == 200, "another address was held back as well")


async def flood_of_messages(siege: Siege) -> None:
    """Pings without a pause, until the server hangs up."""

    async def send(line: Line) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(FLOOD * WAVES):
                await line.send(type="ping")
                await asyncio.sleep(0)  # sending alone would leave no room to listen

    async with siege.line() as line:
        sending = asyncio.create_task(send(line))
        siege.expect(await siege.closed(line) == sockets.FLOOD, "a flood of messages went on")
        sending.cancel()


async def flood(siege: Siege, what: str, ask: Callable[[], Any], rate: float, burst: float) -> None:
    """Ask until somebody says no.

    What is right hangs on no machine's speed: however long it takes, not more is granted than the
    burst and what the time brought.
    """
    began, answers, late = time.monotonic(), 0, 0
    for _ in range(WAVES):
        for answer in await asyncio.gather(*(ask() for _ in range(FLOOD))):
            answers += 1
            siege.heard(answer.text)
            if answer.status_code == HELD_BACK:
                late += 1
                siege.refused("a flood", answer, HELD_BACK)
        if late:
            break
    most = burst + rate * (time.monotonic() - began)
    siege.expect(answers - late <= most + 1, f"a flood of {what} went on")


async def slow_readers(siege: Siege) -> None:
    """Readers that ask for much and read nothing are cut off, and cost little until then."""
    opener = Guest(siege.url)
    table = opener.open_table(OPEN, ["me", "bot:random"], name="Slow")["table"]
    path = f"/api/tables/{table}/socket"
    before = await memory_of(siege)
    await asyncio.gather(*(read_nothing(siege, path) for _ in range(READERS)))
    grown = await memory_of(siege) - before
    siege.expect(grown < MEMORY, f"slow readers cost {grown} KiB")


async def read_nothing(siege: Siege, path: str) -> None:
    """Greet again and again, until the server has had enough."""
    address = urlsplit(siege.url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, (address.hostname, address.port))
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    headers = f"Host: {siege.host}\r\nX-Forwarded-For: {stranger()}\r\n{key}"
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
        siege.expect(False, "a reader that does not read was kept")
    finally:
        connection.close()


async def memory_of(siege: Siege) -> int:
    """KiB that the server process occupies, as it says itself."""
    for line in siege.request("GET", "/metrics").text.splitlines():
        if line.startswith("process_resident_memory_bytes"):
            return int(float(line.split()[1])) // 1024
    raise AssertionError("the server does not say how large it is")


async def hostile_names(siege: Siege) -> None:
    """Names that play tricks on a screen, a page or a database."""
    for name in NAMES:
        body = {"game": HIDING, "chairs": ["me", "open"], "name": name}
        siege.refused(f"the name {name[:20]!r}", siege.request("POST", "/api/tables", json=body))


async def path_tricks(siege: Siege) -> None:
    """Addresses that climb, and numbers that no table has."""
    for path in PATHS:
        target = path.replace("{table}", siege.table)
        request = f"GET {target} HTTP/1.1\r\nHost: {siege.host}\r\nConnection: close\r\n\r\n"
        status = status_of(await siege.raw(request.encode("latin-1")))
        siege.expect(400 <= status < 500, f"{path[:40]}: {status}")


async def header_tricks(siege: Siege) -> None:
    """Headers that no client sends; the server answers or hangs up, and never stumbles."""
    for header in HEADERS:
        request = f"GET /api/games HTTP/1.1\r\nHost: {siege.host}\r\nConnection: close\r\n"
        status = status_of(await siege.raw(f"{request}{header}\r\n\r\n".encode("latin-1")))
        siege.expect(status < 500, f"{header[:40]}: {status}")
    for request in ("GET / HTTP/1.0\r\nOrigin: null\r\n\r\n", "\x00\x01\x02\r\n\r\n"):
        status = status_of(await siege.raw(request.encode("latin-1")))
        siege.expect(status < 500, f"{request[:20]!r}: {status}")


def status_of(answer: bytes) -> int:
    """The status of an answer; 0 where the server just hung up."""
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
