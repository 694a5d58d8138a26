"""What happened at a table, in sentences that everybody at the keyboard may read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from skipyard.bots import display_name
from skipyard.core import NONE
from skipyard.seats import NOBODY
from skipyard.table.journal import story
from skipyard.table.table import DEALER, LoggedAction, Table
from skipyard.terminal.sentences import say
from skipyard.terminal.setup import YOU


class Journal:
    """A page of lines for each entry of a table's log, after one for the deal."""

    def __init__(self, table: Table, language: str) -> None:
        self.language = language
        people = [seat for seat, kind in enumerate(table.seats) if kind == YOU]
        self.viewer = people[0] if len(people) == 1 else NOBODY
        self.names = [self.name(seat, kind) for seat, kind in enumerate(table.seats)]
        fresh = Table(table.game, table.seats, table.chosen, table.key)
        self.pages = [self.dealt(fresh)]
        for entry in table.log:
            self.follow(fresh, entry, functools.partial(fresh.fold, [entry]))

    @property
    def lines(self) -> list[str]:
        return [line for page in self.pages for line in page]

    def name(self, seat: int, kind: str) -> str:
        if kind == YOU:
            return say(self.language, "log.player", player=seat + 1)
        bot = display_name(kind, self.language)
        return say(self.language, "log.bot", player=seat + 1, bot=bot)

    def follow(self, table: Table, entry: LoggedAction, play: Callable[[], None]) -> None:
        """Play an entry and add its lines; a refused entry adds none."""
        before = table.view(self.viewer)
        play()
        if entry.seat == DEALER:
            _, *others = self.dealt(table)
            self.pages.append([say(self.language, "log.deal", n=entry.action), *others])
            return
        self.pages.append(self.told(table, before, entry.action))

    def dealt(self, table: Table) -> list[str]:
        """The deal, and what starts the first turn, such as a roll."""
        return self.told(table, None, NONE)

    def told(self, table: Table, before: Any, action: int) -> list[str]:
        """What changed since a view; the session itself announces the end."""
        after = table.view(self.viewer)
        events = table.game.scene.events(before, after, action, self.names, self.language)
        return story([event for event in events if event.kind != "end"])

    def take_back(self) -> None:
        self.pages.pop()
