"""The socket on which `skipyard admin` asks this process to do something.

One request and one answer a connection, each a line of JSON. The file can be used by the server's
own account and by root; who asked is in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import pwd
import socket
import struct
from typing import Any

from skipyard.options import Refused
from skipyard.server.access.administration import Administration
from skipyard.server.logs import problem
from skipyard.server.net import admin_sockets
from skipyard.server.sentences import say
from skipyard.table.database.store import Trouble

LONGEST_REQUEST = 64 * 1024  # bytes
REQUEST_TIMEOUT = 10.0  # seconds until the whole request must be there
OWNER_ALONE = 0o600


class AdminServer:
    """Listens from `__aenter__` to `__aexit__`; a server that cannot goes on without."""

    def __init__(self, administration: Administration, db: str, folder: str) -> None:
        self.administration, self.db, self.folder = administration, db, folder
        self.path: pathlib.Path | None = None
        self.server: asyncio.Server | None = None
        self.conversations: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> AdminServer:
        try:
            process = self.administration.tables.process
            path = admin_sockets.new_path(self.db, self.folder, process)
            self.server = await asyncio.start_unix_server(
                self.serve, sock=listen(path), limit=LONGEST_REQUEST
            )
            self.path = path
        except OSError as why:
            problem("no socket for operators", why=why.strerror or str(why))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.server is not None:
            self.server.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)
        for conversation in self.conversations:
            conversation.cancel()
        await asyncio.gather(*self.conversations, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        task = asyncio.current_task()
        assert task is not None
        self.conversations.add(task)
        try:
            uid = user_of(writer.get_extra_info("socket"))
            if uid in (os.getuid(), 0):
                async with asyncio.timeout(REQUEST_TIMEOUT):
                    request = await read_line(reader)
                if request:  # else somebody wanted to know whether we are here
                    answer = await self.answer(request, name_of(uid))
                    writer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass  # they have gone, or we stop
        finally:
            self.conversations.discard(task)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def answer(self, line: bytes, operator: str) -> dict[str, Any]:
        """What came of a request: a result, or a sentence why there is none."""
        language = "en"
        try:
            request = json.loads(line)
            language = str(request.get("language", language))
            act, args = str(request["act"]), dict(request.get("args", {}))
            return {"result": await self.administration.perform(act, args, operator, language)}
        except (Refused, Trouble) as refusal:
            return {"refused": str(refusal)}
        except (ValueError, LookupError, TypeError, AttributeError):
            problem("an operator's request failed")
            return {"refused": say(language, "admin.failed")}


async def read_line(reader: asyncio.StreamReader) -> bytes:
    """A request, cut off where it is longer than any of ours."""
    try:
        return await reader.readline()
    except ValueError:
        return b"too long"


def listen(path: pathlib.Path) -> socket.socket:
    """A socket at this path that nobody else can use, not even in the moment it is made."""
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with contextlib.suppress(OSError):  # Linux makes the file with it, others cannot
            os.fchmod(sock.fileno(), OWNER_ALONE)
        sock.bind(str(path))
        path.chmod(OWNER_ALONE)
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock


def user_of(sock: Any) -> int:
    """Who is at the other end; where the system does not say, the file's owner."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return os.getuid()
    _, uid, _ = struct.unpack("3i", sock.getsockopt(socket.SOL_SOCKET, option, 12))
    return int(uid)


def name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
