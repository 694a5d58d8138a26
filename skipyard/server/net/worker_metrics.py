"""Metrics of all worker processes, whichever of them is asked.

Each worker listens on a local socket in a folder that they share, and tells its own figures. The
one that is asked for /metrics asks the others, and says of each sample which worker it is of.
The first worker that can listen on the port for metrics does so; another follows when it has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
from collections.abc import Iterator
from typing import IO

from prometheus_client import Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from skipyard.server import logs, metrics

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

METRICS_HOST = "127.0.0.1"
ANSWER_TIMEOUT = 2.0  # seconds that another worker has to answer
REQUEST_TIMEOUT = 5.0  # seconds for a request on the metrics port
TRY_AGAIN = 1.0  # seconds until a worker tries again to take the metrics port
MOST_WORKERS = 1024
LARGEST_HEAD = 8 * 1024  # bytes
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class WorkerMetrics:
    """This process's figures together with those of its fellow workers."""

    def __init__(self, folder: str, port: int) -> None:
        self.folder = pathlib.Path(folder) if folder and fcntl is not None else None
        self.port = port
        self.number = 0  # 1 or more among several
        self.lock: IO[str] | None = None
        self.servers: list[asyncio.Server] = []
        self.trying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self.folder is not None:
            self.number = self.take_number(self.folder)
            path = self.socket_of(self.number)
            path.unlink(missing_ok=True)  # of a worker that was killed
            self.servers.append(await asyncio.start_unix_server(self.tell_worker, path))
        if self.port:
            self.trying = asyncio.create_task(self.take_port())

    async def stop(self) -> None:
        if self.trying is not None:
            self.trying.cancel()
            await asyncio.gather(self.trying, return_exceptions=True)
        for server in self.servers:
            server.close()
        if self.lock is not None:
            self.socket_of(self.number).unlink(missing_ok=True)
            self.lock.close()

    def socket_of(self, number: int) -> pathlib.Path:
        assert self.folder is not None
        return self.folder / f"{number}.socket"

    def take_number(self, folder: pathlib.Path) -> int:
        """The lowest number that no living worker has."""
        for number in range(1, MOST_WORKERS):
            lock = open(folder / f"{number}.lock", "w")  # noqa: SIM115  held while we live
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                continue
            self.lock = lock
            return number
        raise AssertionError("more workers than settings allow")

    async def take_port(self) -> None:
        """Serve the metrics port as soon as no other worker does."""
        while True:
            with contextlib.suppress(OSError):
                server = await asyncio.start_server(
                    self.answer, METRICS_HOST, self.port, limit=LARGEST_HEAD
                )
                self.servers.append(server)
                logs.note("metrics", address=f"http://{METRICS_HOST}:{self.port}/metrics")
                return
            await asyncio.sleep(TRY_AGAIN)

    # Answers --------------------------------------------------------------------------------------
    async def tell_worker(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Tell a fellow worker our own figures."""
        await send(writer, await own_figures())

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one HTTP request on the metrics port."""
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            writer.close()
            return
        asked = head.split(b" ", 2)[:2] in ([b"GET", b"/metrics"], [b"GET", b"/"])
        body = await self.exposition() if asked else b""
        status = "200 OK" if asked else "404 Not Found"
        lines = (f"HTTP/1.1 {status}", f"content-type: {CONTENT_TYPE}", "connection: close")
        head = "\r\n".join((*lines, f"content-length: {len(body)}", "", "")).encode()
        await send(writer, head + body)

    async def exposition(self) -> bytes:
        """The figures of all workers; of this process alone where it has no fellows."""
        if self.folder is None:
            return await own_figures()
        others = [
            path for path in self.folder.glob("*.socket") if path != self.socket_of(self.number)
        ]
        asked = [self.ask(path) for path in others]
        texts = {str(self.number): (await own_figures()).decode()}
        for path, text in zip(others, await asyncio.gather(*asked), strict=True):
            if text:
                texts[path.stem] = text
        return await asyncio.to_thread(generate_latest, Together(texts))

    async def ask(self, path: pathlib.Path) -> str:
        """The figures of another worker; empty if it has gone or does not answer."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                reader, writer = await asyncio.open_unix_connection(path)
                with contextlib.closing(writer):
                    return (await reader.read()).decode()
        except (OSError, TimeoutError):
            return ""


async def own_figures() -> bytes:
    """This process's own figures, written in a thread so that moves need not wait."""
    return await asyncio.to_thread(metrics.exposition)


async def send(writer: asyncio.StreamWriter, content: bytes) -> None:
    """Write and, when it is written, close."""
    with contextlib.suppress(OSError):
        writer.write(content)
        await writer.drain()
    writer.close()


class Together:
    """The samples of several workers, each with the label `worker`, family by family."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for worker, text in sorted(self.texts.items()):
            for family in text_string_to_metric_families(text):
                known = families.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    labels = {**sample.labels, "worker": worker}
                    known.add_sample(sample.name, labels, sample.value)
        yield from families.values()
