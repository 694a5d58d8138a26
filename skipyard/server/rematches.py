"""Another game of the same people."""

from __future__ import annotations

import base64
import contextlib
import hashlib
from functools import partial
from typing import TYPE_CHECKING

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.hosted import ID_BYTES, Hosted, own
from skipyard.table import fair
from skipyard.table.chairs import FREE, PERSON
from skipyard.table.store import Store
from skipyard.table.wish import Wish

if TYPE_CHECKING:
    from skipyard.server.keeper import Keeper


async def open_rematch(keeper: Keeper, hosted: Hosted) -> None:
    """Open the next game, and write down at the old table which it is."""
    again = await open_next(keeper, hosted)
    await keeper.do(hosted, NOBODY, own("rematch", hosted.host.seq, table=again.id))


async def open_next(keeper: Keeper, hosted: Hosted) -> Hosted:
    """The same people, chairs and options again, by the rules of today, with dice of its own.

    Processes that race for it make one table; whoever comes second finds it there.
    """
    old, name = hosted.host.header, name_of_next(hosted)
    rules, opened = hosted.host.game.rules.VERSION, keeper.now()
    header = old._replace(
        table=name, rules=rules, key=fair.new_key(), opened=opened, before=old.table
    )
    if not await has_next(keeper, hosted):
        await keeper.create(header, [])
    again = await keeper.table(name)
    for seat, chair in enumerate(hosted.host.chairs):
        if chair.kind == PERSON and again.host.chairs[seat].kind == FREE:
            await seat_again(keeper, hosted, again, seat)
    return again


async def has_next(keeper: Keeper, hosted: Hosted) -> bool:
    """Whether the next game is open already."""
    name = name_of_next(hosted)
    return await keeper.writer.ask(lambda store: store.header(name)) is not None


def name_of_next(hosted: Hosted) -> str:
    """The name of the next table, which follows from the old one's secret."""
    secret = hashlib.sha256(b"skipyard rematch " + hosted.host.header.key).digest()
    return base64.urlsafe_b64encode(secret[:ID_BYTES]).decode()


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
