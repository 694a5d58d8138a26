"""What happened at a table, in sentences that everybody may see."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from skipyard.bots import display_name
from skipyard.seats import NOBODY
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table
from skipyard.terminal.sentences import say
from skipyard.terminal.setup import YOU


class Journal:
    """A page of lines for each entry of a table's log."""

    def __init__(self, table: Table, board: Any, language: str) -> None:
        self.board, self.language = board, language
        self.alone = table.seats.count(YOU) == 1
        fresh = Table(table.game, table.seats, table.chosen, table.key)
        self.pages = [self.rolled(fresh)]
        for entry in table.log:
            self.follow(fresh, entry, functools.partial(fresh.fold, [entry]))

    @property
    def lines(self) -> list[str]:
        return [line for page in self.pages for line in page]

    def follow(self, table: Table, entry: LoggedAction, play: Callable[[], None]) -> None:
        """Play an entry and add its lines; a refused entry adds none."""
        line, turn, before = self.line(table, entry), table.turn, table.state.copy()
        play()
        line += self.turned_up(table, entry)
        turned = table.turn != turn or entry.seat == DEALER
        after = self.aftermath(before, entry)
        self.pages.append([line, *after, *(self.rolled(table) if turned else [])])

    def aftermath(self, before: Any, entry: LoggedAction) -> list[str]:
        """What followed automatically from a move, if the board file tells it."""
        tell = getattr(self.board, "aftermath", None)
        if tell is None or entry.seat in (DEALER, REFEREE):
            return []
        lines: list[str] = tell(before, entry.action, self.language)
        return lines

    def turned_up(self, table: Table, entry: LoggedAction) -> str:
        """What a move revealed to everybody, if the board file tells it."""
        outcome = getattr(self.board, "outcome", None)
        if outcome is None or entry.seat in (DEALER, REFEREE):
            return ""
        move = table.rules.ACTIONS[entry.action]
        more = outcome(table.words, table.view(NOBODY), move, self.language)
        return f" = {more}" if more else ""

    def take_back(self) -> None:
        self.pages.pop()

    def line(self, table: Table, entry: LoggedAction) -> str:
        """An entry in words, with the card if the words name only its place."""
        if entry.seat == DEALER:
            return say(self.language, "log.deal", n=entry.action)
        said = table.describe_publicly(entry, self.language)
        if entry.seat == REFEREE:
            return said[:1].upper() + said[1:]
        move = table.rules.ACTIONS[entry.action]
        more = self.board.detail(table.words, table.view(NOBODY), move, self.language)
        return self.by(table, entry.seat, f"{said} [{more}]" if more else said)

    def by(self, table: Table, seat: int, what: str) -> str:
        """Who did what."""
        kind = table.seats[seat]
        if kind != YOU:
            bot = display_name(kind, self.language)
            return say(self.language, "log.bot", player=seat + 1, bot=bot, move=what)
        key = "log.you" if self.alone else "log.player"
        return say(self.language, key, player=seat + 1, move=what)

    def rolled(self, table: Table) -> list[str]:
        """What starts a turn, such as a roll, if the game has that."""
        opening = self.board.opening(table.words, table.view(NOBODY), self.language)
        if not opening or table.round_over:
            return []
        return [self.by(table, table.turn, opening)]
