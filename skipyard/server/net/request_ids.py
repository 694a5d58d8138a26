"""An id for each request, in its answer and in every line of the log; the access log."""

from __future__ import annotations

import re
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skipyard.server import logs, metrics
from skipyard.server.net.addresses import address_of

HEADER = "x-request-id"
ID = re.compile("[A-Za-z0-9._-]{8,64}")  # of a proxy; others are replaced


async def identified(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, access_log: bool
) -> None:
    """Answer a request under an id, the proxy's where it sends one."""
    connection = HTTPConnection(scope)
    given = connection.headers.get(HEADER, "")
    request_id = given if ID.fullmatch(given) else secrets.token_hex(8)
    status, began = 0, time.perf_counter()

    async def send_with_id(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            metrics.ANSWERS_BY_CLASS[status // 100].inc()
            MutableHeaders(scope=message)[HEADER] = request_id
        await send(message)

    before = logs.REQUEST.set(request_id)
    try:
        await app(scope, receive, send_with_id)
    finally:
        if access_log:  # without the query
            logs.note(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((time.perf_counter() - began) * 1000, 1),
                address=address_of(connection),
            )
        logs.REQUEST.reset(before)
