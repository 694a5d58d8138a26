"""Another game of the same people."""

from __future__ import annotations

import base64
import contextlib
import hashlib
from functools import partial
from typing import TYPE_CHECKING

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.open_table import ID_BYTES, Hosted, own
from skipyard.table import fair_dice
from skipyard.table.chairs import FREE, PERSON
from skipyard.table.command import Wish
from skipyard.table.store import Store

if TYPE_CHECKING:
    from skipyard.server.live.tables import Keeper


async def open_rematch(keeper: Keeper, hosted: Hosted) -> None:
    """The same people, chairs and options again, with dice of its own.

    The new table's name follows from the old one's secret, so that processes that race for it
    make one table; whoever comes second finds it there.
    """
    old = hosted.host.header
    secret = hashlib.sha256(b"skipyard rematch " + old.key).digest()
    name = base64.urlsafe_b64encode(secret[:ID_BYTES]).decode()
    opened = keeper.now()
    header = old._replace(table=name, key=fair_dice.new_key(), opened=opened, before=old.table)
    if await keeper.writer.ask(lambda store: store.header(name)) is None:
        await keeper.create(header, [])
    again = await keeper.table(name)
    for seat, chair in enumerate(hosted.host.chairs):
        if chair.kind == PERSON and again.host.chairs[seat].kind == FREE:
            await seat_again(keeper, hosted, again, seat)
    await keeper.do(hosted, NOBODY, own("rematch", hosted.host.seq, table=name))


async def seat_again(keeper: Keeper, hosted: Hosted, again: Hosted, seat: int) -> None:
    """The people of the old table have their seats at the new one."""
    name = hosted.host.chairs[seat].name
    wish = Wish("sit", again.host.seq, f"sit:{seat}", data={"name": name}, own=True)
    holders = await keeper.writer.ask(lambda store: store.holders_of(hosted.id, seat))
    with contextlib.suppress(Refused):
        await keeper.do(again, seat, wish, holder=holders[0] if holders else b"")
    for holder in holders[1:]:
        await keeper.writer.ask(partial(hold, holder, again.id, seat, keeper.now()))


def hold(holder: bytes, table: str, seat: int, now: int, store: Store) -> None:
    store.hold(holder, table, seat, now)
