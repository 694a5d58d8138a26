"""A place for each request and socket, by address; who holds a chair has another share."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from skipyard.server.access.seating import Seating
from skipyard.server.net.addresses import address_of, is_local
from skipyard.server.net.connections import Connections, Place
from skipyard.server.net.language import language_of
from skipyard.server.net.requests import refusal
from skipyard.server.sentences import say

PLACE = "skipyard.place"  # in the scope of a request


async def admit(connection: HTTPConnection) -> Place | Response:
    """A place for a request, or the refusal; this machine needs none."""
    connections: Connections = connection.app.state.connections
    seating: Seating = connection.app.state.seating
    if is_local(connection):
        return Place(None, "", False)
    address = address_of(connection)
    place = connections.enter(address, seated=False)
    if place is None and await seating.holds_any(connection):
        place = connections.enter(address, seated=True)
    if place is not None:
        return place
    status, key = (503, "ask.crowded") if connections.is_crowded else (429, "ask.connections")
    response = refusal(status, say(language_of(connection), key))
    response.headers["connection"] = "close"
    return response
