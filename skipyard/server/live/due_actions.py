"""What a table does by itself when it is due: bots' moves, flags, deals, absent players."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from skipyard import bots
from skipyard.bots.forfeit import Forfeit
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.arrivals import Arrivals
from skipyard.server.live.open_table import OpenTable, own_command
from skipyard.server.live.pipeline import Pipeline
from skipyard.server.live.thinking_times import ThinkingTimes
from skipyard.server.logs import warn
from skipyard.server.net import messages
from skipyard.server.sentences import say
from skipyard.server.workers.bot_workers import BotWorkers, question
from skipyard.server.workers.compiling import stand_in
from skipyard.server.workers.listed_bots import ListedBots
from skipyard.table import sentences
from skipyard.table.database.store import NEVER

SILENT = 2_500  # milliseconds after its last heartbeat that a process may stand still


class DueActions:
    """Does what is due at a table."""

    def __init__(
        self,
        now: Callable[[], int],
        pipeline: Pipeline,
        arrivals: Arrivals,
        workers: BotWorkers,
        listed: ListedBots,
        open_rematch: Callable[[OpenTable], Awaitable[None]],
    ) -> None:
        self.now, self.pipeline, self.arrivals = now, pipeline, arrivals
        self.workers, self.listed, self.open_rematch = workers, listed, open_rematch
        self.thinking = ThinkingTimes()

    async def act(self, table: OpenTable) -> None:
        """Do all that is due now."""
        now = self.now()
        await self.arrivals.give_seats_back(table)
        for seat in [seat for seat, until in table.presence.missing.items() if until <= now]:
            await self.replace(table, seat)
        host = table.host
        due, seq = table.due(), host.seq
        if due == NEVER or due > now:
            return
        if host.phase in ("revealing", "between"):
            await self.pipeline.perform(table, NOBODY, own_command("deal", seq))
        elif host.phase == "over":
            await self.open_rematch(table)
        elif host.chairs[host.turn].bot:
            await self.move_bot(table, host.turn)
        elif await self.is_cut_off(table, host.turn):
            # The sweeper gives them their time back; until then we ask again every second.
            raise Refused(sentences.say("en", "host.time_left", player=host.turn + 1))
        else:
            await self.pipeline.perform(table, host.turn, own_command("flag", seq))

    async def is_cut_off(self, table: OpenTable, seat: int) -> bool:
        """Whether somebody is at a process that has not been alive for a while."""
        if table.presence.is_connected(seat):
            return False
        seen = await self.arrivals.writer.ask(lambda store: store.last_seen(table.id, seat))
        return NEVER < seen < self.now() - SILENT

    async def replace(self, table: OpenTable, seat: int) -> None:
        """Let a bot play on for somebody who is not connected to any process.

        Before the deal it is the host who is missed: the next person hosts.
        """
        await self.arrivals.look_around(table)
        presence, host = table.presence, table.host
        presence.missing.pop(seat, None)
        if seat in presence.seats:
            return
        command = own_command("bot", host.seq, seat)
        if host.phase == "gathering":
            command = own_command("host", host.seq, seat, by=seat)
            seat = presence.next_host(host)
        with contextlib.suppress(Refused):
            await self.pipeline.perform(table, seat, command)

    async def move_bot(self, table: OpenTable, seat: int) -> None:
        seq = table.host.seq
        begun = self.now()
        action = await self.of_listed(table, seat)
        if action is None:
            action = await self.of_ours(table, seat)
        table.thinking = self.now() - begun
        if not table.skipping:  # it thought while it waited, and was quicker than the last one
            await asyncio.sleep((table.bot_due - self.now()) / 1000)
        await self.pipeline.perform(table, seat, own_command("move", seq)._replace(action=action))

    async def of_ours(self, table: OpenTable, seat: int) -> int:
        """The move of one of our bots; the default bot plays for those that cannot."""
        game_name, bot, *rest = question(table.host, seat)
        wanted = self.our_name(bot)
        playing = stand_in(game_name, wanted)
        if playing != wanted:
            self.tell_warming(table, seat)
        effort = self.thinking.effort(table.host, game_name, playing)
        begun = self.now()
        action = await self.workers.choose(game_name, playing, *rest, effort, asker=table.asker)
        self.thinking.note(game_name, playing, self.now() - begun, effort)
        return action

    def our_name(self, bot: str) -> str:
        """The bot of ours that plays where a chair has this bot."""
        if bot in bots.NAMES:
            return bot
        listed = self.listed.listing.get(bot)
        return bots.DEFAULT if listed is None or listed.outside else listed.spec

    async def of_listed(self, table: OpenTable, seat: int) -> int | None:
        """The move of a bot that somebody else wrote; None where one of ours is to play."""
        host, bot = table.host, table.host.chairs[seat].bot
        if bot in bots.NAMES or bot in table.replaced:
            return None
        listed = self.listed.listing.get(bot)
        if listed is None:
            self.replace_bot(table, bot, "it is not listed")
            return None
        if not listed.outside:
            return None
        place, view, legal = (table.id, host.seq), host.view(seat).tobytes(), host.legal(seat)
        try:
            return await self.listed.choose(
                bot, host.header.game, place, view, legal, asker=table.asker
            )
        except Forfeit as why:
            self.replace_bot(table, bot, str(why))
            return None

    def replace_bot(self, table: OpenTable, bot: str, why: str) -> None:
        """Let the default bot play on for a bot that cannot, as long as the table is open here."""
        table.replaced.add(bot)
        warn("the default bot plays on for another", table=table.id, bot=bot, why=why)

    def tell_warming(self, table: OpenTable, seat: int) -> None:
        """Let a searching bot say, once to everybody here, that it does not search yet."""
        if table.presence.listeners and seat not in table.told_warming:
            table.told_warming.add(seat)
            for listener in table.presence.listeners:
                text = say(listener.language, "bot.warming")
                listener.put(messages.write(messages.Said(seat, "warming", text)))
