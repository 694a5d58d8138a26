"""A game at one keyboard: people type in turn, bots answer, and every human move is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from skipyard.bots import Bot, seat_bot
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table.files import autosave
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table
from skipyard.terminal import boards, commands, ending
from skipyard.terminal.journal import Journal
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import QUIT, Prompt, Wish
from skipyard.terminal.sentences import say
from skipyard.terminal.setup import YOU

INTERRUPTED = 130
RECENT = 4  # lines of the journal that stay in sight
TABLE_LINES = 22  # of a screen, kept free for the table and the moves


class Leave(Exception):
    """Somebody wants to go."""


class Session:
    """One run of `skipyard play`."""

    def __init__(
        self,
        table: Table,
        console: Console,
        ask: Callable[[str], str],
        language: str,
        interactive: bool = False,
        resumed: bool = False,
    ) -> None:
        self.table, self.console, self.ask, self.language = table, console, ask, language
        self.interactive, self.owns_autosave = interactive, resumed
        self.people = [seat for seat, kind in enumerate(table.seats) if kind == YOU]
        self.board = boards.of(table.game.name)
        self.prompt = Prompt(
            table.words, self.board.ALIASES, sorted(table.referee_actions), language
        )
        self.journal = Journal(table, self.board, language)
        self.bots = {
            seat: seat_bot(table.game.name, kind, bot_seed(table.key, seat))
            for seat, kind in enumerate(table.seats)
            if kind != YOU
        }
        self.at_keyboard = self.people[0] if len(self.people) == 1 else NOBODY
        self.seen: dict[int, int] = {}  # lines of the journal that each person has read
        self.notes: list[str] = []  # said below the table when it is drawn next
        self.complained = False

    # The loop -------------------------------------------------------------------------------------
    def run(self) -> int:
        """Play until the end or until somebody leaves; the exit status."""
        try:
            return self.loop()
        except (EOFError, Leave):
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)
        except BrokenPipeError:  # nobody reads on; the game is kept all the same
            self.keep()
            raise

    def loop(self) -> int:
        while True:
            if self.table.round_over:
                self.end_round()
                if self.table.over:
                    break
                self.next_round()
            elif self.table.turn in self.people:
                self.person_moves(self.table.turn)
            else:
                self.bot_moves(self.table.turn, self.bots[self.table.turn])
        if self.owns_autosave:
            autosave.forget()
        return 0

    def leave(self, status: int) -> int:
        """Go, with the game kept where it can be resumed."""
        self.table.refold()  # the log is the truth, wherever an interrupt came
        self.complained = False
        self.tell("")
        kept = self.keep()
        self.tell_notes()
        if kept:
            self.tell(say(self.language, "leave.kept"))
        return status if kept else status or 1

    def keep(self) -> bool:
        """Save the game in play; a full disk is told once and stops nobody."""
        try:
            aside = None if self.owns_autosave else autosave.set_aside()
            autosave.write(self.table, self.language)
        except Refused as refusal:
            if not self.complained:
                self.notes.append(str(refusal))
            self.complained = True
            return False
        self.owns_autosave = True
        if aside:
            self.notes.append(say(self.language, "save.aside", file=aside))
        return True

    # Moves ----------------------------------------------------------------------------------------
    def bot_moves(self, seat: int, bot: Bot) -> None:
        action = bot.choose(self.table.view(seat), self.table.legal())
        self.play(seat, action)
        if not self.people:
            self.show_news(NOBODY)

    def play(self, seat: int, action: int) -> None:
        entry, table = LoggedAction(seat, action), self.table
        self.journal.follow(table, entry, lambda: table.play(seat, action, self.language))

    def person_moves(self, seat: int) -> None:
        """Show the table to a person and do what is typed, until something changes."""
        self.hand_over(seat)
        menu = self.show(seat)
        alone = len(self.people) == 1
        question = say(self.language, "prompt.you" if alone else "prompt.player", player=seat + 1)
        changed = False
        while not changed:
            try:
                changed = self.obey(self.prompt.read(self.ask(question), menu.actions), seat, menu)
            except Refused as refusal:
                self.tell(str(refusal))
        self.keep()

    def obey(self, wish: Wish, seat: int, menu: Menu) -> bool:
        """Do what was asked for; whether the table has changed."""
        if wish.command == QUIT:
            raise Leave
        if wish.command:
            return commands.DEEDS[wish.command](self, seat, wish.rest)
        if wish.several:
            commands.list_several(self, wish, menu)
            return False
        self.play(REFEREE if wish.by_referee else seat, wish.action)
        return True

    def next_round(self) -> None:
        """Wait for somebody to want the next round; bots among themselves do not wait."""
        while self.people:
            text = self.ask(say(self.language, "prompt.next_round"))
            if not text.strip():
                break
            self.obey_between(self.prompt.command(text))
        entry = LoggedAction(DEALER, self.table.round + 1)
        self.journal.follow(self.table, entry, lambda: self.table.next_round(self.language))
        self.keep()

    def obey_between(self, wish: Wish | None) -> None:
        """Do what is asked for between two rounds."""
        if wish is None:
            self.tell(say(self.language, "prompt.only_enter"))
        elif wish.command == QUIT:
            raise Leave
        else:
            try:
                commands.DEEDS[wish.command](self, NOBODY, wish.rest)
            except Refused as refusal:
                self.tell(str(refusal))

    # Showing --------------------------------------------------------------------------------------
    def tell(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def tell_notes(self) -> None:
        for note in self.notes:
            self.tell(note)
        self.notes = []

    def clear(self) -> None:
        """A clean screen; where hands are hidden from each other, what scrolled away goes too."""
        if self.interactive:
            self.console.clear()
            if len(self.people) > 1 and not self.console.is_dumb_terminal:
                self.console.file.write("\x1b[3J")

    def hand_over(self, seat: int) -> None:
        """Give the keyboard to another person before a hidden hand is shown."""
        if len(self.people) == 1 or seat == self.at_keyboard:
            return
        if not self.table.game.profile.hidden:
            self.at_keyboard = seat
            return
        self.at_keyboard = NOBODY
        if not self.interactive:
            self.console.rule(say(self.language, "prompt.separator", player=seat + 1))
        else:
            self.clear()
            answer = self.ask(say(self.language, "prompt.hand_over", player=seat + 1))
            wish = self.prompt.command(answer)
            if wish and wish.command == QUIT:
                raise Leave
        self.at_keyboard = seat

    def screen(self, seat: int) -> Any:
        table, draw = self.table, self.board.Board
        return draw(self.console, table.game, table.view(seat), table.seats, self.language)

    def show(self, seat: int) -> Menu:
        """Draw everything for the person on turn; the moves that may be made."""
        table = self.table
        view = table.view(seat)
        menu = Menu(self.board, table.words, view, table.legal(), self.language)
        self.show_table(seat)
        self.console.print(Text())
        self.console.print(menu.draw(self.console.width))
        self.tell_notes()
        return menu

    def show_table(self, seat: int) -> None:
        self.clear()
        self.show_news(seat)
        match = self.table.match
        totals: Sequence[int] = match.totals if match is not None else ()
        self.console.print(self.screen(seat).draw(self.table.round if totals else 0, totals))

    def show_news(self, seat: int) -> None:
        """What happened since this person last looked; on a screen, a little more."""
        lines = self.journal.lines
        news = max(0, len(lines) - self.seen.get(seat, 0))
        self.seen[seat] = len(lines)
        if self.interactive and self.people:
            news = max(RECENT, min(news, self.console.height - TABLE_LINES))
        if news and lines:
            self.console.print(Text("\n".join(lines[-news:])))
        if lines and self.people:
            self.console.print(Text())

    def end_round(self) -> None:
        self.at_keyboard = self.people[0] if len(self.people) == 1 else NOBODY
        self.show_table(self.at_keyboard)
        self.console.print(Text())
        self.tell(ending.round_result(self.table, self.people, self.language))
        self.console.print(ending.scores(self.table, self.board, self.language))
        if self.table.match is not None and self.table.over:
            self.tell(ending.match_result(self.table, self.language))


def bot_seed(key: bytes, seat: int) -> int:
    """A bot's own chance: the same for the same table, and no help in guessing its key."""
    return int.from_bytes(hashlib.sha256(b"skipyard bot %d " % seat + key).digest()[:7], "little")
