"""Draining a process before it is stopped: people are sent to others, a few at a time."""

from __future__ import annotations

import asyncio

from skipyard.server.live.tables import LiveTables

STEPS = 20  # groups in which sockets are closed
LEFT_CHECK = 0.05  # seconds


def begin(tables: LiveTables) -> None:
    """Accept no more sockets, take on no more tables; /readyz tells the proxy."""
    tables.draining = True


def end(tables: LiveTables) -> None:
    """Serve as before."""
    tables.draining = False


async def drain(tables: LiveTables, seconds: float) -> int:
    """Close all sockets within this time, then let go of every table; how many sockets.

    Clients reconnect by themselves, and other processes take on what is due at the tables.
    """
    begin(tables)
    listeners = [each for table in tables.open.values() for each in table.presence.listeners]
    for step in range(STEPS):
        for listener in listeners[step::STEPS]:
            listener.close("goodbye.stop")
        await asyncio.sleep(seconds / STEPS)
        if not tables.draining:
            return len(listeners)
    while any(table.presence.listeners for table in tables.open.values()) and tables.draining:
        for table in list(tables.open.values()):  # who was about to come
            for listener in list(table.presence.listeners):
                listener.close("goodbye.stop")
        await asyncio.sleep(LEFT_CHECK)
    if tables.draining:
        for table in list(tables.open.values()):
            tables.let_go(table)
    return len(listeners)
