"""An operator's act without a server: the same code on the database itself."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any

from skipyard.server import setting_table
from skipyard.server.access.administration import Administration
from skipyard.server.live.bans import Bans
from skipyard.server.live.retention import Keep, Retention
from skipyard.server.live.steady_clock import SteadyClock
from skipyard.server.live.tables import LiveTables
from skipyard.server.workers.bot_workers import BotWorkers
from skipyard.server.workers.compiling import Compiling
from skipyard.table.database.stores import open_store
from skipyard.table.database.writer import Writer


async def perform(
    db: str, act: str, facts: dict[str, Any], operator: str, language: str
) -> dict[str, Any]:
    """Open the database, do one act, close it again; no table acts by itself meanwhile."""
    writer = Writer(open_store(db, language), language=language)
    tables = LiveTables(writer, BotWorkers(1), Compiling(), SteadyClock())
    tables.timers.stopping = True
    try:
        administration = Administration(tables, Retention(tables, keep(language)), Bans(tables))
        return await administration.perform(act, facts, operator, language)
    finally:
        await tables.stop()
        await asyncio.to_thread(writer.stop)


def keep(language: str) -> Keep:
    """How long tables are kept, as a server would read it from the environment."""
    values = setting_table.read(argparse.Namespace(), os.environ, language)
    names = {"running": "keep_idle"}  # the others are called as their kind
    return Keep(*(float(values[names.get(kind, f"keep_{kind}")]) for kind in Keep._fields))
