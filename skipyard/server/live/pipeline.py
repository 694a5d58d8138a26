"""The short way of a command: its table is free, it is new, and the disk takes it.

That is how nearly all go, and no task waits for the disk then. Whatever is out of the ordinary goes
the long way, `Keeper.do`, from the beginning: a command is done once, however often it is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from skipyard.options import Refused
from skipyard.server.live.open_table import Hosted
from skipyard.server.logs import problem
from skipyard.server.net.listeners import Listener
from skipyard.table.command import Wish
from skipyard.table.store import NEVER, Entry, Outcome

if TYPE_CHECKING:
    from skipyard.server.live.tables import Keeper

Ended = Callable[[bool], None]  # told whether all was done; else the long way is to be taken


def begin(
    keeper: Keeper,
    hosted: Hosted,
    seat: int,
    wish: Wish,
    language: str,
    asker: Listener,
    ended: Ended,
) -> bool:
    """Check a command and send it to the disk, or Refused; False where it must go the long way."""
    if wish.seq > hosted.host.seq or wish.command in hosted.commands or not hosted.door.enter():
        return False
    try:
        entry = keeper.check(hosted, seat, wish, language)
        keeper.writer.tell(entry, Errand(keeper, hosted, entry, asker, ended).written)
    except Refused:
        hosted.door.leave()
        raise
    except Exception:  # the long way tells what it is
        hosted.door.leave()
        return False
    return True


class Errand:
    """A command that is on its way."""

    __slots__ = ("asker", "began", "ended", "entry", "hosted", "keeper")

    def __init__(
        self, keeper: Keeper, hosted: Hosted, entry: Entry, asker: Listener, ended: Ended
    ) -> None:
        self.keeper, self.hosted, self.entry = keeper, hosted, entry
        self.asker, self.ended = asker, ended
        self.began = time.perf_counter()

    def written(self, outcome: Outcome | Exception) -> None:
        """The disk has answered."""
        if outcome is not Outcome.STORED:
            self.end(False)
            return
        self.keeper.easel.add(self.show)  # before the answer, with which it may leave then
        self.keeper.acknowledge(self.hosted, self.entry.row, self.asker, self.began)

    def show(self) -> None:
        try:
            self.keeper.show(self.hosted, [self.entry.row])
        except Exception:
            problem("a row could not be shown", table=self.hosted.id)
        finally:
            self.end(True)

    def end(self, done: bool) -> None:
        hosted = self.hosted
        hosted.door.leave()
        # Where nobody is missing and nothing is due, there is no alarm to set, nor one to put off.
        if not done or self.entry.due != NEVER or hosted.timer is not None or hosted.away:
            self.keeper.alarms.schedule(hosted)
        self.ended(done)
