"""Opens the next game of the same people: a rematch, or a new start of an adjourned table."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import ID_BYTES, OpenTable, id_of, own_command
from skipyard.server.live.pipeline import Pipeline
from skipyard.table import fair_dice
from skipyard.table import policy as policies
from skipyard.table.chair import FREE
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Invitation, Store, Trouble
from skipyard.table.database.writer import Writer

Find = Callable[[str], Awaitable[OpenTable]]
Create = Callable[[Header, Sequence[tuple[bytes, Invitation]]], Awaitable[OpenTable]]


class Rematches:
    """Opens the next table for the people of a table."""

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
        """Open the next table, and write its id into the old table's log."""
        again = await self.open_next(table)
        await self.pipeline.perform(
            table, NOBODY, own_command("rematch", table.host.seq, table=again.id)
        )

    async def open_next(self, table: OpenTable) -> OpenTable:
        """Open a table with the same people, chairs and options, by today's rules, with new dice.

        Its id follows from the old table, so processes that race for it open the same one.
        """
        old, name = table.host.header, next_id(table)
        header = old._replace(
            table=name,
            rules=table.host.game.rules.VERSION,
            policy=policies.write(table.host.policy._replace(won=table.host.score)),
            key=fair_dice.new_key(),
            opened=self.now(),
            before=old.table,
        )
        if not await self.has_next(table):
            try:
                await self.create(header, [])
            except Trouble:
                if not await self.has_next(table):  # else somebody else was quicker
                    raise
        again = await self.find(name)
        again.address = again.address or table.address
        for seat in table.host.came:  # in this order, so that the host stays the host
            if again.host.chairs[seat].kind == FREE:
                await self.seat_again(table, again, seat)
        for seat, chair in enumerate(table.host.chairs):  # bots that the host had put there
            if chair.kind.startswith(policies.BOT) and again.host.chairs[seat].kind == FREE:
                await self.seat(again, seat, {"kind": chair.kind}, b"")
        return again

    async def has_next(self, table: OpenTable) -> bool:
        """Whether the next table has been opened."""
        name = next_id(table)
        return await self.writer.ask(lambda store: store.header(name)) is not None

    async def seat_again(self, table: OpenTable, again: OpenTable, seat: int) -> None:
        """Give somebody of the old table the same seat at the new one."""
        chair = table.host.chairs[seat]
        promise = table.host.promises.get(seat, "")
        data = {"name": chair.name, "face": chair.face, "nonce": promise}
        holders = await self.writer.ask(lambda store: store.holders_of(table.id, seat))
        await self.seat(again, seat, data, holders[0] if holders else b"")
        for holder in holders[1:]:
            await self.writer.ask(partial(hold, holder, again.id, seat, self.now()))

    async def seat(self, again: OpenTable, seat: int, data: dict[str, str], holder: bytes) -> None:
        """Seat a person or a bot, unless another process was quicker."""
        command = Command("sit", again.host.seq, f"sit:{seat}", data=data, own=True)
        with contextlib.suppress(Refused):
            await self.pipeline.perform(again, seat, command, holder=holder)


def next_id(table: OpenTable) -> str:
    """The id of the next table, derived from the old one's secret key."""
    secret = hashlib.sha256(b"skipyard rematch " + table.host.header.key).digest()
    return id_of(secret[:ID_BYTES])


def hold(holder: bytes, table: str, seat: int, now: int, store: Store) -> None:
    store.hold(holder, table, seat, now)
