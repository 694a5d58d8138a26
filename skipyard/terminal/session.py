"""A game at one keyboard: people type in turn, bots answer, and every human move is saved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from skipyard.bots import Bot, seat_bot
from skipyard.cli import interrupts
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table
from skipyard.terminal import boards, commands, ending
from skipyard.terminal.journal import Journal
from skipyard.terminal.keeping import Keeper
from skipyard.terminal.menu import Menu
from skipyard.terminal.prompt import QUIT, ParsedLine, Prompt
from skipyard.terminal.sentences import say
from skipyard.terminal.setup import YOU

RECENT = 4  # lines of the journal that stay in sight
TABLE_LINES = 22  # of a screen, kept free for the table and the moves


class Leave(Exception):
    """Somebody wants to leave."""


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
        self.interactive, self.keeper = interactive, Keeper(table, language, resumed)
        self.people = [seat for seat, kind in enumerate(table.seats) if kind == YOU]
        self.board = boards.of(table.game.name)
        self.prompt = Prompt(
            table.words, self.board.ALIASES, sorted(table.referee_actions), language
        )
        self.journal = Journal(table, language)
        self.bots = {
            seat: seat_bot(table.game.name, kind, bot_seed(table.key, seat), language=language)
            for seat, kind in enumerate(table.seats)
            if kind != YOU
        }
        self.at_keyboard = self.people[0] if len(self.people) == 1 else NOBODY
        self.seen: dict[int, int] = {}  # lines of the journal that each person has read
        self.notes: list[str] = []  # printed below the table when it is next drawn

    # The loop -------------------------------------------------------------------------------------
    def run(self) -> int:
        """Play until the end or until somebody leaves; the exit status."""
        try:
            with interrupts.on_stop(self.leave):
                return self.loop()
        except (EOFError, Leave):
            self.print_line(self.leave())
            return 1 if self.keeper.has_warned else 0
        except BrokenPipeError:  # nobody reads the output; save the game all the same
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
        self.keeper.forget()
        return 0

    def leave(self) -> str:
        """Save the game so that it can be resumed; the sentence that says so, or why not."""
        self.table.refold()  # an interrupt may have come in the middle of a move
        self.print_line("")
        kept = self.keep(leaving=True)
        sentence = say(self.language, "leave.kept") if kept else self.notes.pop()
        self.print_notes()
        return sentence

    def keep(self, leaving: bool = False) -> bool:
        """Save the game; a full disk is mentioned once and stops nobody."""
        kept, notes = self.keeper.keep(leaving)
        self.notes += notes
        return kept

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
        """Show the table to a person and run what is typed until something changes."""
        self.hand_over(seat)
        menu = self.show(seat)
        alone = len(self.people) == 1
        question = say(self.language, "prompt.you" if alone else "prompt.player", player=seat + 1)
        changed = False
        while not changed:
            try:
                changed = self.run_line(
                    self.prompt.read(self.ask(question), menu.actions), seat, menu
                )
            except Refused as refusal:
                self.print_line(str(refusal))
        self.keep()

    def run_line(self, parsed: ParsedLine, seat: int, menu: Menu) -> bool:
        """Run a parsed line; whether the table has changed."""
        if parsed.command == QUIT:
            raise Leave
        if parsed.command:
            return commands.COMMANDS[parsed.command](self, seat, parsed.rest)
        if parsed.several:
            commands.list_several(self, parsed, menu)
            return False
        self.play(REFEREE if parsed.by_referee else seat, parsed.action)
        return True

    def next_round(self) -> None:
        """Wait for Enter and deal the next round; bots alone do not wait."""
        while self.people:
            text = self.ask(say(self.language, "prompt.next_round"))
            if not text.strip():
                break
            self.run_between_rounds(self.prompt.command(text))
        entry = LoggedAction(DEALER, self.table.round + 1)
        self.journal.follow(self.table, entry, lambda: self.table.next_round(self.language))
        self.keep()

    def run_between_rounds(self, parsed: ParsedLine | None) -> None:
        """Run a command between two rounds."""
        if parsed is None:
            self.print_line(say(self.language, "prompt.only_enter"))
        elif parsed.command == QUIT:
            raise Leave
        else:
            try:
                commands.COMMANDS[parsed.command](self, NOBODY, parsed.rest)
            except Refused as refusal:
                self.print_line(str(refusal))

    # Showing --------------------------------------------------------------------------------------
    def print_line(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False)

    def print_notes(self) -> None:
        for note in self.notes:
            self.print_line(note)
        self.notes = []

    def clear(self) -> None:
        """Clear the screen; also the scrollback if hands are hidden from each other."""
        if self.interactive:
            self.console.clear()
            if len(self.people) > 1 and not self.console.is_dumb_terminal:
                self.console.file.write("\x1b[3J")

    def hand_over(self, seat: int) -> None:
        """Hand the keyboard over before a hidden hand is shown."""
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
            parsed = self.prompt.command(answer)
            if parsed and parsed.command == QUIT:
                raise Leave
        self.at_keyboard = seat

    def screen(self, seat: int) -> Any:
        table, draw = self.table, self.board.Board
        return draw(self.console, table.game, table.view(seat), table.seats, self.language)

    def show(self, seat: int) -> Menu:
        """Draw everything for the person on turn; the menu of legal moves."""
        table = self.table
        view = table.view(seat)
        menu = Menu(self.board, table.words, view, table.legal(), self.language)
        self.show_table(seat)
        self.console.print(Text())
        self.console.print(menu.draw(self.console.width))
        self.print_notes()
        return menu

    def show_table(self, seat: int) -> None:
        self.clear()
        self.show_news(seat)
        match = self.table.match
        totals: Sequence[int] = match.totals if match is not None else ()
        self.console.print(self.screen(seat).draw(self.table.round if totals else 0, totals))

    def show_news(self, seat: int) -> None:
        """Print what happened since this person last looked; on a screen, a few lines more."""
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
        self.print_line(ending.round_result(self.table, self.people, self.language))
        self.console.print(ending.scores(self.table, self.board, self.language))
        if self.table.match is not None and self.table.over:
            self.print_line(ending.match_result(self.table, self.language))


def bot_seed(key: bytes, seat: int) -> int:
    """A bot's seed: the same for the same table, and no help in guessing its key."""
    return int.from_bytes(hashlib.sha256(b"skipyard bot %d " % seat + key).digest()[:7], "little")
