"""Another game of the same people."""

from __future__ import annotations

import base64
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import ID_BYTES, OpenTable, own
from skipyard.server.live.pipeline import Pipeline
from skipyard.table import fair_dice
from skipyard.table.chairs import FREE, PERSON
from skipyard.table.command import Command
from skipyard.table.store import Header, Invitation, Store
from skipyard.table.writer import Writer

Find = Callable[[str], Awaitable[OpenTable]]
Create = Callable[[Header, Sequence[tuple[bytes, Invitation]]], Awaitable[OpenTable]]


class Rematches:
    """Opens the next table of people who have agreed on another game."""

    def __init__(
        self,
        writer: Writer,
        now: Callable[[], int],
        pipeline: Pipeline,
        find: Find,
        create: Create,
    ) -> None:
        self.writer, self.now, self.pipeline = writer, now, pipeline
        self.find, self.create = find, create

    async def open_rematch(self, table: OpenTable) -> None:
        """Open a table with the same people, chairs and options, with dice of its own.

        The new table's id follows from the old one's secret, so that processes that race for it
        make one table; whoever comes second finds it there.
        """
        old = table.host.header
        secret = hashlib.sha256(b"skipyard rematch " + old.key).digest()
        name = base64.urlsafe_b64encode(secret[:ID_BYTES]).decode()
        opened = self.now()
        header = old._replace(table=name, key=fair_dice.new_key(), opened=opened, before=old.table)
        if await self.writer.ask(lambda store: store.header(name)) is None:
            await self.create(header, [])
        again = await self.find(name)
        for seat, chair in enumerate(table.host.chairs):
            if chair.kind == PERSON and again.host.chairs[seat].kind == FREE:
                await self.seat_again(table, again, seat)
        await self.pipeline.perform(table, NOBODY, own("rematch", table.host.seq, table=name))

    async def seat_again(self, table: OpenTable, again: OpenTable, seat: int) -> None:
        """Give somebody of the old table the same seat at the new one."""
        name = table.host.chairs[seat].name
        command = Command("sit", again.host.seq, f"sit:{seat}", data={"name": name}, own=True)
        holders = await self.writer.ask(lambda store: store.holders_of(table.id, seat))
        with contextlib.suppress(Refused):
            holder = holders[0] if holders else b""
            await self.pipeline.perform(again, seat, command, holder=holder)
        for holder in holders[1:]:
            await self.writer.ask(partial(hold, holder, again.id, seat, self.now()))


def hold(holder: bytes, table: str, seat: int, now: int, store: Store) -> None:
    store.hold(holder, table, seat, now)
