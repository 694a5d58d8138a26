"""What tables do in time: bots' moves, clocks that run out, deals, seats of those who left."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server import rematches
from skipyard.server.hosted import Hosted, earliest, own
from skipyard.server.logs import problem
from skipyard.server.thinkers import question
from skipyard.table.store import NEVER, Trouble

if TYPE_CHECKING:
    from skipyard.server.keeper import Keeper

AGAIN = 1.0  # seconds until a table that could not act tries again


class Alarms:
    """Every table has one alarm; when it goes off, the table does what is due."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper, self.now, self.writer = keeper, keeper.now, keeper.writer

    def schedule(self, hosted: Hosted) -> None:
        """Set the table's alarm; one that acts already looks again when it has done so."""
        if hosted.timer is not None:
            hosted.timer.cancel()
            hosted.timer = None
        if self.keeper.stopping or hosted.acting:
            return
        self.keeper.attendance.notice_absent(hosted)
        due = self.now() if self.keeper.attendance.standing_in(hosted) else self.next_due(hosted)
        if due == NEVER:
            return
        loop = asyncio.get_running_loop()
        delay = max(0.0, (due - self.now()) / 1000)
        hosted.timer = loop.call_later(delay, self.spawn, hosted)

    def next_due(self, hosted: Hosted) -> int:
        """A bot's move, the end of a clock, a leaver's grace."""
        return earliest(hosted.host.due(), *hosted.away.values())

    async def set_due(self, hosted: Hosted) -> None:
        """Leave word when the table has to act, for whoever looks after it then.

        One that is adjourned keeps the word that was left, for rules by which it goes on.
        """
        if hosted.host.phase == "adjourned":
            return
        async with hosted.door:  # a row that is being written brings its own
            due = self.next_due(hosted)
            await self.writer.ask(lambda store: store.set_due(hosted.id, due))

    def spawn(self, hosted: Hosted) -> None:
        hosted.timer, hosted.acting = None, True
        self.keeper.tasks.start(self.act(hosted))

    async def act(self, hosted: Hosted) -> None:
        """Do what is due at a table; whatever goes wrong, it is tried again later."""
        before = hosted.host.seq
        try:
            await self.act_once(hosted)
        except Refused:
            if hosted.host.seq == before:  # nobody was quicker: there is no hurry to fail again
                await asyncio.sleep(AGAIN)
        except Trouble as trouble:
            problem("a table could not act", table=hosted.id, why=str(trouble))
            await asyncio.sleep(AGAIN)
        except Exception:
            problem("a table could not act", table=hosted.id)
            await asyncio.sleep(AGAIN)
        finally:
            hosted.acting = False
        if self.keeper.tables.get(hosted.id) is hosted:
            self.schedule(hosted)

    async def act_once(self, hosted: Hosted) -> None:
        now = self.now()
        await self.keeper.attendance.welcome_back(hosted)
        for seat in [seat for seat, until in hosted.away.items() if until <= now]:
            await self.replace(hosted, seat)
        host = hosted.host
        due, seq = host.due(), host.seq
        if due == NEVER or due > now:
            return
        if host.phase in ("revealing", "between"):
            await self.keeper.do(hosted, NOBODY, own("deal", seq))
        elif host.phase == "over":
            await rematches.open_rematch(self.keeper, hosted)
        elif host.chairs[host.turn].bot:
            await self.move_bot(hosted, host.turn)
        else:
            await self.keeper.do(hosted, host.turn, own("flag", seq))

    async def replace(self, hosted: Hosted, seat: int) -> None:
        """A bot plays on for somebody who is away, in whichever process they might have been."""
        await self.keeper.attendance.look_around(hosted)
        hosted.away.pop(seat, None)
        if seat not in hosted.present:
            with contextlib.suppress(Refused):
                await self.keeper.do(hosted, seat, own("bot", hosted.host.seq, seat))

    async def move_bot(self, hosted: Hosted, seat: int) -> None:
        seq = hosted.host.seq
        action = await self.keeper.thinkers.choose(*question(hosted.host, seat))
        await self.keeper.do(hosted, seat, own("move", seq)._replace(action=action))
