"""Attacks by number: connections, half requests, dear questions, tables of searching bots."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
import statistics
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

from skipyard.proofs.security.attacked_table import AttackedTable
from skipyard.proofs.shared.clients import ANSWER_TIMEOUT, Guest, TableSocket
from skipyard.proofs.shared.games import HIDING, OPEN, short
from skipyard.server.app import MOST_ANALYSED
from skipyard.server.live import readiness
from skipyard.server.net import uvicorn_protocols
from skipyard.server.settings import Settings

STRANGER = "127.0.0.2"  # this machine to Linux, any other address to the server
HALF_OPEN = 300
SOCKETS = 2000
CHUNK = 50  # of sockets, opened together: fewer than may wait for a request
SLOW_BODIES = 20
TRICKLE = 2.0  # seconds between two bytes
FORGED = 300  # requests, each from another address if one believes them
ASKERS = 40
BOT_TABLES = 80
BOT_MOVES = 8  # of the table that others delay
SLACK = 20.0  # seconds that a loaded machine may be late
HEALTH_LIMIT, REVIEW_LIMIT = 0.1, 1.0  # seconds, while a crowd asks for winning chances
BOT_DELAY = 1.0  # seconds by which a stranger may delay another table's bot
LENIENCE = 1.0  # times these limits; short runs on busy machines allow more
STILL_WAITING = 0.5  # of those who ask for chances, after all that
PAGES = 3  # of each kind, asked for while a crowd waits
READY_REQUESTS = 2000
AT_ONCE = 50  # of them
usual = Settings()


def has_addresses() -> bool:
    """Whether a client on this machine can have another address of it."""
    return sys.platform == "linux"


async def half_requests(target: AttackedTable) -> None:
    """Hundreds of requests of one address that never end: few stay, and nobody is kept out."""
    if not has_addresses():
        return
    waiting = [await connect(target, b"GET / HTTP/1.1\r\n") for _ in range(HALF_OPEN)]
    try:
        async with httpx.AsyncClient(transport=stranger_transport()) as client:
            answer = await client.get(f"{target.url}/api/games", timeout=ANSWER_TIMEOUT)
        target.expect(answer.status_code == 200, "half requests kept an honest one out")
        stay = await still_open(waiting)
        target.figure(f"{stay} of {HALF_OPEN} half requests stayed")
        target.expect(stay <= usual.address_waiting, f"{stay} half requests stayed")
    finally:
        for _, writer in waiting:
            writer.close()


async def slow_bodies(target: AttackedTable) -> None:
    """Requests whose bodies trickle for ever, to where a body is read and to where none is."""
    head = f"HTTP/1.1\r\nhost: {target.host}\r\ncontent-length: 4000\r\n\r\n{{"
    paths = ("POST /api/tables", "GET /healthz", f"POST /api/tables/{target.table}/hint")
    lines = [
        await connect(target, f"{paths[n % len(paths)]} {head}".encode(), "127.0.0.1")
        for n in range(SLOW_BODIES)
    ]
    began, trickling = time.monotonic(), asyncio.create_task(trickle([w for _, w in lines]))
    try:
        async with asyncio.timeout(uvicorn_protocols.BODY_TIMEOUT + SLACK):
            for reader, writer in lines:
                with contextlib.suppress(ConnectionError):
                    while part := await reader.read(65536):
                        target.check_answer(part.decode("latin-1"))
                writer.close()
        target.figure(f"closed after {time.monotonic() - began:.0f} s")
    except TimeoutError:
        target.expect(False, "requests whose bodies never end stayed")
    finally:
        trickling.cancel()


async def trickle(writers: list[asyncio.StreamWriter]) -> None:
    """Send a byte on each connection now and then, as long as it is open."""
    while True:
        await asyncio.sleep(TRICKLE)
        for writer in writers:
            if not writer.is_closing():
                writer.write(b" ")


async def many_sockets(target: AttackedTable) -> None:
    """Thousands of sockets of one address; its players still get theirs."""
    if not has_addresses():
        return
    async with contextlib.AsyncExitStack() as stack:
        opened = refused = 0
        for _ in range(0, SOCKETS, CHUNK):
            tried = await asyncio.gather(
                *(open_from(target, STRANGER) for _ in range(CHUNK)), return_exceptions=True
            )
            for one in tried:
                if isinstance(one, websockets.InvalidStatus):
                    refused += 1
                    body = target.check_answer((one.response.body or b"").decode())
                    target.expect("sentence" in body, f"a socket was refused without one: {body}")
                elif isinstance(one, BaseException):
                    target.expect(False, f"a socket failed: {one!r}")
                else:
                    opened += 1
                    stack.push_async_callback(one.close)
        target.figure(f"{opened} of {SOCKETS} sockets opened")
        target.expect(opened <= usual.address_strangers, f"{opened} sockets stayed")
        player = await open_from(target, STRANGER, target.ann.token)
        stack.push_async_callback(player.close)
        shown = await TableSocket(player).until("shown")
        target.expect(shown["viewer"] == 0, "a player was kept out by strangers")


async def forged_addresses(target: AttackedTable) -> None:
    """X-Forwarded-For from those who are no proxy, and as this machine from one who is."""
    local = {"x-forwarded-for": "127.0.0.1"}
    most = 3 * usual.address_rate  # the burst, and what comes back meanwhile
    async with httpx.AsyncClient(timeout=ANSWER_TIMEOUT) as client:
        url = f"{target.url}/api/tables/{target.table}/at/1"  # which counts ten times
        granted = await answered(target, lambda _: client.get(url, headers=local))
        target.expect(granted < most, f"as 127.0.0.1, {granted} of {FORGED} were answered")
    if has_addresses():
        async with httpx.AsyncClient(
            transport=stranger_transport(), timeout=ANSWER_TIMEOUT
        ) as client:

            def ask(number: int) -> Any:
                header = {"x-forwarded-for": f"198.51.{number // 250}.{number % 250}"}
                return client.get(url, headers=header)

            granted = await answered(target, ask)
        target.expect(granted < most, f"a stranger chose addresses: {granted} were answered")


async def answered(target: AttackedTable, ask: Callable[[int], Any]) -> int:
    """How many of many requests were answered."""
    answers = await asyncio.gather(*(ask(number) for number in range(FORGED)))
    for answer in answers:
        target.check_answer(answer.text)
    return sum(answer.status_code not in (429, 503) for answer in answers)


async def dear_questions(target: AttackedTable) -> None:
    """Forty ask for winning chances at once; what others ask for does not wait for them."""
    tables = [await finished(target) for _ in range(MOST_ANALYSED)]
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(
        base_url=target.url, timeout=ANSWER_TIMEOUT, limits=limits
    ) as client:
        ended: list[int] = []

        async def ask(table: str) -> None:
            answer = await client.get(f"/api/tables/{table}/chances")
            target.check_answer(answer.text[:200])
            ended.append(answer.status_code)

        crowd = [asyncio.create_task(ask(tables[n % len(tables)])) for n in range(ASKERS)]
        await asyncio.sleep(0.5)
        for path, limit in (("/healthz", HEALTH_LIMIT), (f"/g/{tables[0]}", REVIEW_LIMIT)):
            name = path.replace(tables[0], "…")
            seconds = [await seconds_for(target, client, path) for _ in range(PAGES)]
            target.figure(f"{name} in {1000 * max(seconds):.0f} ms at most")
            late = f"{name} took {max(seconds):.2f} s, and {limit} s are allowed"
            target.expect(max(seconds) < limit * LENIENCE, late)
        waiting = ASKERS - len(ended)
        target.figure(f"while {waiting} waited")
        target.expect(waiting > STILL_WAITING * ASKERS, f"only {waiting} of {ASKERS} still waited")
        await asyncio.gather(*crowd)
        target.expect(set(ended) <= {200, 503}, f"chances: {sorted(set(ended))}")


async def seconds_for(target: AttackedTable, client: httpx.AsyncClient, path: str) -> float:
    began = time.monotonic()
    answer = await client.get(path)
    target.expect(answer.status_code == 200, f"{path}: {answer.status_code}")
    return time.monotonic() - began


async def ready_requests(target: AttackedTable) -> None:
    """Thousands ask whether the server is ready; its database is checked once a second at most."""
    began, before = time.monotonic(), await checks_of(target)
    async with httpx.AsyncClient(base_url=target.url, timeout=ANSWER_TIMEOUT) as client:
        for _ in range(0, READY_REQUESTS, AT_ONCE):
            answers = await asyncio.gather(*(client.get("/readyz") for _ in range(AT_ONCE)))
            wrong = [answer.text[:80] for answer in answers if answer.status_code != 200]
            target.expect(not wrong, f"/readyz: {wrong[:1]}")
    taken, checks = time.monotonic() - began, await checks_of(target) - before
    target.figure(f"{READY_REQUESTS} requests, {checks} checks in {taken:.1f} s")
    target.expect(checks <= taken / readiness.KEPT + 1, f"{checks} checks in {taken:.1f} s")


async def checks_of(target: AttackedTable) -> int:
    """How often the database was checked so far."""
    for line in target.request("GET", "/metrics").text.splitlines():
        if line.startswith("skipyard_ready_checks_total"):
            return int(float(line.split()[1]))
    raise AssertionError("the server does not count its checks")


async def crowds_of_bots(target: AttackedTable) -> None:
    """Eighty tables of searching bots, opened by one address, beside a greedy bot of another."""
    alone = await bot_waits(target)
    stranger = Guest(target.url)
    for _ in range(BOT_TABLES):
        stranger.open_table(OPEN, ["bot:search", "bot:search"])
    check_delay(target, "among bots alone", alone, await bot_waits(target))


async def crowds_with_bots(target: AttackedTable) -> None:
    """The same where the stranger sits at each of the tables and moves at once."""
    alone = await bot_waits(target)
    strangers = [Guest(target.url) for _ in range(BOT_TABLES)]
    tables = [each.open_table(OPEN, ["me", "bot:search"])["table"] for each in strangers]
    playing = [
        asyncio.create_task(play(each, table))
        for each, table in zip(strangers, tables, strict=True)
    ]
    try:
        among = await bot_waits(target)
        still = sum(not one.done() for one in playing)
        target.expect(still > BOT_TABLES // 2, f"only {still} of {BOT_TABLES} games went on")
        check_delay(target, "among people with bots", alone, among)
    finally:
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def check_delay(target: AttackedTable, where: str, alone: list[float], among: list[float]) -> None:
    """Report how long somebody waits for a bot, and expect that others delay it only so long."""
    for when, waits in (("alone", alone), (where, among)):
        middle, longest = statistics.median(waits) * 1000, max(waits) * 1000
        target.figure(f"a bot moves {when} in {middle:.0f} ms ({longest:.0f} at most)")
    delay = max(among) - statistics.median(alone)
    target.expect(delay < BOT_DELAY * LENIENCE, f"{where}, a bot was {delay:.2f} s late")


async def play(guest: Guest, table: str) -> None:
    """Answer every move of the other at once, until the game is over."""
    async with guest.connect(table) as line:
        await line.until("shown")
        while not line.shown["table"]["result"]:
            if line.paths:
                await line.command("move", action=line.paths[0]["action"])
                await line.send(type="hello")  # shows the table, whatever became of the move
            await line.until("shown")


async def bot_waits(target: AttackedTable) -> list[float]:
    """The seconds that a person waits for each move of a greedy bot."""
    address = f"203.0.113.{secrets.randbelow(250) + 1}"
    headers = {"x-forwarded-for": address}
    body = {"game": OPEN, "chairs": ["me", "bot:greedy"], "bearer": True}
    facts = target.request("POST", "/api/tables", headers=headers, json=body).json()
    url = f"{target.url.replace('http', 'ws')}/api/tables/{facts['table']}/socket"
    headers["authorization"] = f"Bearer {facts['token']}"
    waits: list[float] = []
    async with websockets.connect(url, additional_headers=headers) as ws:
        await ws.send(json.dumps({"type": "hello"}))
        line = TableSocket(ws)
        pings = asyncio.create_task(line.ping())
        while len(waits) <= BOT_MOVES:
            await line.until("shown")
            if line.shown["table"]["result"]:
                break
            if line.paths:
                await line.command("move", action=line.paths[0]["action"])
                began = time.monotonic()
                await line.until(lambda m: m["type"] == "shown" and m["scene"]["paths"] != [])
                waits.append(time.monotonic() - began)
                await line.send(type="hello")  # shows the table again
        pings.cancel()
    return waits[1:] or waits  # the first one may start a worker


# Help ---------------------------------------------------------------------------------------------
async def finished(target: AttackedTable) -> str:
    """A finished table of bots."""
    opener = Guest(target.url)
    chairs = ["bot:random", "bot:random"]
    table = str(opener.open_table(HIDING, chairs, settings=short(HIDING))["table"])
    async with asyncio.timeout(ANSWER_TIMEOUT):
        while opener.get(f"/api/tables/{table}").json()["table"]["phase"] != "over":
            await asyncio.sleep(0.2)
    return table


def stranger_transport() -> httpx.AsyncHTTPTransport:
    return httpx.AsyncHTTPTransport(local_address=STRANGER)


async def connect(
    target: AttackedTable, sent: bytes, source: str = STRANGER
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which something was sent."""
    address = urlsplit(target.url)
    local = None if source == "127.0.0.1" else (source, 0)
    reader, writer = await asyncio.open_connection(
        address.hostname, address.port, local_addr=local, family=socket.AF_INET
    )
    writer.write(sent)
    await writer.drain()
    return reader, writer


async def still_open(lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> int:
    """How many connections the server has not closed, shortly after."""
    count = 0
    await asyncio.sleep(0.5)
    for reader, _ in lines:
        try:
            async with asyncio.timeout(0.01):
                await reader.read()
        except TimeoutError:
            count += 1
        except ConnectionError:
            pass
    return count


async def open_from(target: AttackedTable, source: str, token: str = "") -> Any:
    """An open socket at the table, from another address of this machine."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    ws = await websockets.connect(
        target.socket, additional_headers=headers, local_addr=(source, 0), open_timeout=None
    )
    await ws.send(json.dumps({"type": "hello"}))
    return ws


Attack = Callable[[AttackedTable], Coroutine[Any, Any, None]]
ATTACKS: tuple[Attack, ...] = (
    half_requests,
    slow_bodies,
    many_sockets,
    forged_addresses,
    dear_questions,
    ready_requests,
    crowds_of_bots,
    crowds_with_bots,
)
