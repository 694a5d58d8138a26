"""A table that is open in this process."""

from __future__ import annotations

import asyncio
import base64
import secrets
from typing import Any

from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.live.presence import Presence
from skipyard.server.live.presenter import Presenter
from skipyard.server.live.table_lock import TableLock
from skipyard.server.net.listeners import NEVER_SHOWN, Listener
from skipyard.server.sentences import say
from skipyard.server.workers.fair_queue import Asker
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Trouble
from skipyard.table.host import Host

ID_BYTES = 9  # 12 letters in an address
ALL_ROWS = 2**31  # a hint past any row: read the log to its end


def new_id() -> str:
    """An id for a table or a tournament, at random."""
    return id_of(secrets.token_bytes(ID_BYTES))


def id_of(secret: bytes) -> str:
    """An id made of bytes; it never begins with “-”, which a command would take for an option."""
    name = base64.urlsafe_b64encode(secret).decode()
    return "A" + name[1:] if name.startswith("-") else name


class NoTable(Refused):
    """There is no such table."""


class Unreadable(Trouble):
    """A log that this Skipyard cannot read."""


class OpenTable:
    """One table: its state, its lock, its timer, and who is present."""

    def __init__(self, host: Host, done: dict[str, int], now: int) -> None:
        self.host = host
        self.done = done  # the row of each command in the log, by the command's id
        self.used = now  # when somebody last needed it
        self.lock = TableLock()
        self.presence = Presence()
        self.presenter = Presenter(host)
        self.timer: asyncio.TimerHandle | None = None  # for what is due next
        self.acting = False  # whether due_actions.py is at work on it
        self.counting = False  # whether its watchers are about to be counted
        self.told_warming: set[int] = set()  # bots that have said so
        self.replaced: set[str] = set()  # bots that the default bot plays for: gone, or broken down
        self.address = ""  # of whoever opened it; after a restart, of whoever sits there
        self.lone_pace = 0  # milliseconds that bots take at least where no person plays
        self.thinking = 0  # milliseconds that the last bot's move took to choose
        self.skipped_run = -1  # the run of bots' moves that is played without waiting
        self.behind = False  # whether reading other processes' rows has failed

    @property
    def id(self) -> str:
        return self.host.header.table

    def due(self) -> int:
        """When the game has to go on; at once while somebody skips to their turn."""
        host = self.host
        if host.log_full:
            return host.due()
        if self.skipping and host.phase == "playing" and host.chairs[host.turn].bot:
            return host.last_at
        if host.phase == "playing" and host.chairs[host.turn].bot:  # it thinks while it waits
            return max(host.last_at, self.bot_due - self.thinking)
        return host.due()

    @property
    def bot_due(self) -> int:
        """When a bot's move is to be played: not too soon after the last one of bots alone."""
        least = 0 if self.host.people_playing else self.lone_pace
        return max(self.host.due(), self.host.last_at + least)

    @property
    def asker(self) -> Asker:
        """For whom its bots think."""
        return Asker(self.id, self.address, not self.host.people_playing)

    @property
    def skipping(self) -> bool:
        return self.skipped_run == self.host.moves - self.host.bot_moves

    def skip_to_turn(self, seat: int, language: str) -> None:
        """Let the bots play without waiting until it is this seat's turn, or Refused."""
        host = self.host
        if host.people_playing != [seat]:
            raise Refused(say(language, "skip.alone"))
        if host.phase != "playing" or not host.chairs[host.turn].bot:
            raise Refused(say(language, "skip.turn"))
        self.skipped_run = host.moves - host.bot_moves

    @property
    def next_due(self) -> int:
        """When the table has to act next: for a bot, a clock or somebody who left."""
        times = (self.due(), *self.presence.missing.values())
        return min((at for at in times if at != NEVER), default=NEVER)

    @property
    def idle(self) -> bool:
        """Whether it has no listeners and nothing to do."""
        busy = self.timer is not None or self.acting or self.lock.taken
        return not (self.presence.listeners or busy)

    def cancel_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def shown(self, viewer: int, language: str, now: int, past: bool = False) -> bytes:
        """The whole table as a message for one viewer; with what was told before, or without."""
        return self.presenter.shown(viewer, language, self.presence.seats, now, past)

    def show(self, listener: Listener, now: int) -> None:
        """Show a listener the whole table; the first time with what was told before."""
        past = listener.seen == NEVER_SHOWN
        frame = self.shown(listener.viewer, listener.language, now, past)
        listener.show(frame, self.host.seq)

    def show_all(self, now: int) -> None:
        """Show everybody the whole table again, after something besides the game has changed."""
        for listener in self.presence.listeners:
            self.show(listener, now)


def own_command(kind: str, seq: int, seat: int = NOBODY, **data: Any) -> Command:
    """A command of the table itself; racing processes use the same id, so it is done once."""
    name = f"{kind}:{seq}" if seat == NOBODY else f"{kind}:{seq}:{seat}"
    return Command(kind, seq, name, data=data, own=True)
