"""The full-screen client: people touch, bots think in their own process, every move is saved."""

from __future__ import annotations

import asyncio
import os
import pathlib
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.events import Resize
from textual.widgets import Footer, Static

from skipyard.games.advice import as_advice
from skipyard.games.grammar import capital
from skipyard.options import Refused
from skipyard.table.files import save
from skipyard.table.table import REFEREE, Table
from skipyard.terminal import boards as line_boards
from skipyard.terminal import ending
from skipyard.terminal.lookup import look_up
from skipyard.terminal.screen import advice_text, palette
from skipyard.terminal.screen.board_view import BoardView
from skipyard.terminal.screen.dialogs import AskFile, Choice, Dialog, HandOver, TooSmall
from skipyard.terminal.screen.game import ScreenGame, Waits
from skipyard.terminal.screen.sentences import say
from skipyard.terminal.screen.thinking import Advice, Thinker
from skipyard.terminal.screen.touching import Touches
from skipyard.terminal.sentences import say as say_common

SIDE_FROM = 146  # columns from which journal and analysis stand beside the board
LARGE_FROM = 40  # lines from which dialogs are higher
AROUND, AROUND_SHORT = 5, 3  # lines around the board; on short screens without the journal
NEWS = 2  # lines of the journal below the board
PILES_WIDTH = 68
KEYS = {  # what each key does; the footer shows those before the empty line
    "question_mark": "help",
    "h": "hint",
    "a": "analysis",
    "u": "undo",
    "m": "moves",
    "j": "journal",
    "s": "save",
    "q": "leave",
    "r": "rules",
    "p": "piles",
    "t": "theme",
}
SHOWN = ("help", "hint", "analysis", "undo", "moves", "journal", "save", "leave")


class PlayApp(App[int]):
    """One run of `skipyard play` on a full screen; it returns the exit status."""

    CSS_PATH = pathlib.Path(__file__).parent / "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("escape,backspace", "release", show=False),
        Binding("f1", "help", show=False),
    ]

    def __init__(self, table: Table, language: str, resumed: bool, theme: str, pace: float) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.play, self.language, self.pace = ScreenGame(table, language, resumed), language, pace
        self.thinker = Thinker(table, language)
        self.lines = line_boards.of(table.game.name)
        self.chosen_theme, self.touches = theme, Touches()
        self.advice: Advice | None = None  # of the position that is shown
        self.is_analysing, self.looked, self.message = False, "", ""
        self.farewell: list[RenderableType] = []  # printed after the screen is left
        for key, what in KEYS.items():
            label = say(language, f"key.{what}")
            self.bind(key, f"{what}", description=label, show=what in SHOWN)

    @property
    def table(self) -> Table:
        return self.play.table

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    # Layout ---------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal(id="columns"):
            with Vertical(id="main"):
                yield BoardView(self.table.game, self.language, self.colours)
                yield Static(id="info")
                yield Static(id="news")
            with Vertical(id="side"):
                yield Static(id="advice")
                yield Static(id="journal")
        yield Footer(id="keys", show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.title = self.table.game.title
        if self.no_color:
            self.add_class("mono")
        else:
            self.register_theme(palette.BIRCH)
            self.register_theme(palette.HARBOUR)
            self.theme = self.chosen_theme
        self.board.focus()
        self.thinker.compile(lambda: self.call_from_thread(self.compiled))
        self.call_after_refresh(self.advance)

    @property
    def board(self) -> BoardView:
        return self.screen_stack[0].query_one(BoardView)

    def part(self, name: str) -> Static:
        return self.screen_stack[0].query_one(f"#{name}", Static)

    def colours(self) -> palette.Palette:
        """The palette of today's theme; without colours, marks alone."""
        return palette.palette(palette.MONO if self.no_color else self.chosen_theme)

    def on_resize(self, event: Resize) -> None:
        size = event.size
        self.set_class(size.width >= SIDE_FROM, "wide")
        self.set_class(size.height >= LARGE_FROM, "large")
        self.call_after_refresh(self.show_journal)
        self.call_after_refresh(self.fit)

    def fit(self) -> None:
        """Say so where the terminal is too small for the board, as long as it is."""
        try:
            board = self.board
        except (NoMatches, IndexError):
            return
        height = self.size.height
        least = board.canvas_of(height - AROUND)
        larger = board.canvas_of(height - AROUND_SHORT).height > least.height
        crowded = larger or height < least.height + AROUND
        self.part("news").set_class(crowded, "hidden")
        board.redraw()
        needs = least.width, least.height
        is_small = self.size.width < needs[0] or self.size.height < needs[1] + AROUND_SHORT
        if is_small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall(self.language, (needs[0], needs[1] + AROUND_SHORT)))
        elif not is_small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    # The game's loop ------------------------------------------------------------------------------
    def advance(self) -> None:
        """Show the table, and do what it waits for."""
        self.advice, self.looked = None, ""
        if self.play.waits is Waits.HAND_OVER:
            self.redraw()
            self.hand_over()
            return
        if self.play.waits is Waits.PERSON:
            self.play.sit_down()
        self.redraw()
        if self.play.waits is Waits.BOT:
            self.bot_moves()
        elif self.play.waits in (Waits.ROUND, Waits.OVER):
            self.announce_end()
        elif self.is_analysing:
            self.analyse()

    def redraw(self) -> None:
        """Draw the scene anew, with nothing held."""
        scene = self.play.scene()
        self.touches = Touches(scene.paths, self.play.fresh)
        self.board.show(scene, self.touches, tuple(self.play.totals))
        title = Text(self.table.game.title, style="bold")
        if self.play.totals:
            round_number = say_common(self.language, "screen.round", n=self.table.round)
            title.append(f" · {round_number}", "not bold")
        self.part("status").update(title.append(f"  {scene.status}", "not bold"))
        lines = self.play.journal.lines
        self.part("news").update(Text("\n".join(lines[-NEWS:]), no_wrap=True, overflow="ellipsis"))
        self.show_info()
        self.show_advice()
        self.call_after_refresh(self.fit)

    def show_journal(self) -> None:
        """The latest lines that fit beside the board, the newest last."""
        if not self.screen_stack:  # it has been left
            return
        lines, panel = self.play.journal.lines, self.part("journal")
        width = max(10, panel.size.width or 40)
        wrapped: list[Text] = []
        console = Console(width=width)
        for line in reversed(lines):
            rows = list(Text(line).wrap(console, width))
            if len(wrapped) + len(rows) > panel.size.height - 2:
                break
            wrapped = [*rows, *wrapped]
        head = Text(self.say("journal.title"), style="bold")
        panel.update(Group(head, Text(), *wrapped))

    def show_info(self) -> None:
        """What was said last, else what the cursor or the mouse is on."""
        if not self.screen_stack:  # it has been left
            return
        self.part("info").update(
            Text(self.message or self.looked, no_wrap=True, overflow="ellipsis")
        )

    def tell(self, sentence: str) -> None:
        """Show a sentence until something else is touched; a long one as a dialog."""
        self.message = sentence
        if len(sentence) > self.size.width - 2:
            self.message = ""
            self.push_screen(Dialog(self.language, self.table.game.title, Text(sentence)))
        self.show_info()

    @work(exclusive=True, group="bot")
    async def bot_moves(self) -> None:
        """Let a bot think, and play its move not too quickly."""
        seat, length = self.table.turn, len(self.table.log)
        self.tell(self.say("bot.thinks", name=self.play.names[seat]))
        pause = asyncio.create_task(asyncio.sleep(self.pace))
        try:
            action = await self.thinker.choose(seat)
        except Exception as why:  # whatever a bot's process died of, the game is kept
            self.tell(self.say("bot.failed", why=why))
            return
        await pause
        if len(self.table.log) != length:
            return
        self.message = ""
        self.play.play(seat, action)
        self.advance()

    def hand_over(self) -> None:
        player = self.table.turn + 1
        title = self.say("hand.title", player=player)
        dialog = HandOver(self.language, title, self.say("hand.text"), self.say("hand.button"))
        self.push_screen(dialog, lambda _: self.take_over())

    def take_over(self) -> None:
        self.play.sit_down()
        self.advance()

    def announce_end(self) -> None:
        """The result of a round or of the game; closed with Escape, the board can be looked at."""
        table, is_over = self.table, self.play.waits is Waits.OVER
        if not table.round_over:
            return
        people = self.play.people
        parts: list[RenderableType] = [Text(ending.round_result(table, people, self.language))]
        if table.match is not None and is_over:
            parts.append(Text(ending.match_result(table, self.language)))
        parts += [Text(), ending.scores(table, self.lines, self.language)]
        if is_over:
            self.play.keeper.forget()
            self.farewell = parts

        def go_on(goes_on: bool | None) -> None:
            if goes_on and is_over:
                self.exit(0)
            elif goes_on:
                self.next_round()

        key = "over" if is_over else "round"
        result = Group(*parts)
        dialog = Dialog(self.language, self.say(f"{key}.title"), result, self.say(f"{key}.button"))
        self.push_screen(dialog, go_on)

    def next_round(self) -> None:
        self.play.next_round()
        self.keep()
        self.advance()

    # Touching -------------------------------------------------------------------------------------
    def on_board_view_looked(self, message: BoardView.Looked) -> None:
        effect = self.touches.effect(message.one) if message.one else ""
        if effect and effect != message.label:
            self.looked = self.say("look.effect", label=message.label, effect=effect)
        else:
            self.looked = message.label
        self.show_info()

    def on_board_view_touched(self, message: BoardView.Touched) -> None:
        """A touch continues a path, plays a move, or gets the reason against it."""
        self.message = ""
        if self.play.waits is not Waits.PERSON:
            self.announce_end()
            return
        ids = message.ids or ((self.touches.cursor,) if self.touches.cursor else ())
        if not ids:
            return
        if not self.touches.can_touch(ids):
            self.tell(self.play.why_not(self.touches.held, ids) or self.looked)
            return
        action = self.touches.touch(ids)
        if action is not None:
            self.person_plays(self.table.turn, action)
            return
        hinted, held = self.touches.hinted, self.touches.held
        ahead = hinted[len(held)] if hinted[: len(held)] == held != hinted else ""
        self.board.set_cursor(ahead or self.board.first())

    def person_plays(self, seat: int, action: int) -> None:
        try:
            self.play.play(seat, action)
        except Refused as refusal:
            self.tell(str(refusal))
            return
        self.keep()
        self.advance()

    def keep(self) -> bool:
        kept, notes = self.play.keeper.keep()
        if notes:  # in a dialog: a bot that thinks would replace a line
            self.show_text(self.table.game.title, Text(" ".join(notes)))
        return kept

    def action_release(self) -> None:
        self.message = ""
        if self.touches.release():
            self.board.set_cursor(self.board.first())
        self.show_info()

    # Keys -----------------------------------------------------------------------------------------
    def show_text(self, title: str, content: RenderableType) -> None:
        self.push_screen(Dialog(self.language, title, content))

    def action_help(self) -> None:
        self.show_text(self.say("help.title"), Text(self.say("help.text").strip("\n")))

    def action_journal(self) -> None:
        lines = self.play.journal.lines[::-1]  # the newest first
        self.show_text(
            self.say("journal.title"), Text("\n".join(lines) or self.say("journal.empty"))
        )

    def action_rules(self) -> None:
        title = self.say("rules.title", title=self.table.game.title)
        self.show_text(title, Text(look_up(self.table.game, "", self.language)))

    def action_piles(self) -> None:
        view = self.table.view(self.play.viewer)
        console = Console(width=PILES_WIDTH)
        board = self.lines.Board(console, self.table.game, view, self.table.seats, self.language)
        text = board.piles() if hasattr(board, "piles") else self.say("piles.none")
        self.show_text(self.say("piles.title"), Text(text))

    def action_theme(self) -> None:
        """Change between light and dark; without colours there is nothing to change."""
        if not self.no_color:
            is_dark = self.chosen_theme == palette.DARK
            self.theme = self.chosen_theme = palette.LIGHT if is_dark else palette.DARK
            self.board.refresh()

    def action_undo(self) -> None:
        try:
            self.play.undo()
        except Refused as refusal:
            self.tell(str(refusal))
            return
        self.keep()
        self.advance()
        self.tell(self.say("undo.done"))

    def action_moves(self) -> None:
        """All legal moves in words, and what a referee may do."""
        if self.play.waits is not Waits.PERSON:
            self.tell(self.say("moves.none"))
            return
        labels = {path.action: path.label for path in self.touches.paths}
        moves = [(self.table.turn, action, label) for action, label in labels.items()]
        for act in self.play.referee_acts():
            words = self.table.words.describe(act, self.language)
            moves.append((REFEREE, act, self.say("referee.act", act=words)))

        def chosen(number: int | None) -> None:
            if number is not None:
                self.person_plays(*moves[number][:2])

        entries = [label for _, _, label in moves]
        self.push_screen(Choice(self.language, self.say("moves.title"), entries), chosen)

    def action_save(self) -> None:
        def to_file(name: str | None) -> None:
            if not name:
                return
            try:
                file = save.write(self.table, os.path.expanduser(name), self.language)
            except Refused as refusal:
                self.tell(str(refusal))
            else:
                self.tell(say_common(self.language, "save.done", file=file))

        self.push_screen(AskFile(self.language, f"{self.table.game.name}.json"), to_file)

    # Hints and the analysis -----------------------------------------------------------------------
    def compiled(self) -> None:
        """The compiler has finished: the analysis can begin."""
        if self.is_analysing and self.play.waits is Waits.PERSON:
            self.analyse()

    def action_hint(self) -> None:
        if self.can_advise():
            self.tell(self.say("hint.thinking"))
            self.advise(hints=True)

    def action_analysis(self) -> None:
        """Show or hide the analysis; on a narrow screen it is a dialog."""
        if not self.has_class("wide"):
            if self.can_advise():
                self.tell(self.say("advice.thinking"))
                self.advise(shows=True)
            return
        self.is_analysing = not self.is_analysing
        self.set_class(self.is_analysing, "analysed")
        self.show_advice()
        if self.is_analysing and self.advice is None and self.play.waits is Waits.PERSON:
            self.analyse()

    def can_advise(self) -> bool:
        """Whether there is somebody to advise, and with what; else a sentence."""
        if self.play.waits is not Waits.PERSON:
            self.tell(self.say("advice.turn"))
        elif not self.thinker.can_advise:
            self.tell(self.say("advice.waits"))
        else:
            return True
        return False

    def analyse(self) -> None:
        if self.thinker.can_advise:
            self.advise()
        self.show_advice()

    @work(exclusive=True, group="advice")
    async def advise(self, hints: bool = False, shows: bool = False) -> None:
        """Work out the best moves, and show them as they were asked for."""
        length = len(self.table.log)
        if self.advice is None:
            advice = await self.thinker.advise()
            if len(self.table.log) != length or self.play.waits is not Waits.PERSON:
                return
            self.advice = advice
        self.show_advice()
        if hints:
            self.show_hint(self.advice)
        if shows:
            self.message = ""
            self.show_info()
            self.show_text(self.say("advice.title"), self.advice_lines(PILES_WIDTH))

    def show_hint(self, advice: Advice) -> None:
        """Put the cursor on what a hint would touch, and say the move."""
        paths = [path for path in self.touches.paths if path.action == advice.best]
        if not paths:
            return
        self.touches.held, self.touches.hinted = [], paths[0].touch
        self.board.set_cursor(paths[0].touch[0])
        facts: dict[str, Any] = {"move": self.advised(advice.best), "reason": advice.reason}
        facts["percent"] = round(100 * dict(advice.moves)[advice.best])
        self.tell(self.say("hint.because" if advice.reason else "hint.move", **facts))

    def show_advice(self) -> None:
        panel = self.part("advice")
        head = Text(self.say("advice.title"), style="bold")
        panel.update(Group(head, Text(), self.advice_lines(panel.size.width or 40)))
        self.call_after_refresh(self.show_journal)

    def advice_lines(self, width: int) -> RenderableType:
        """The analysis of this position, or why there is none yet."""
        if self.play.waits is not Waits.PERSON:
            return Text(self.say("advice.turn"))
        if not self.thinker.can_advise:
            return Text(self.say("advice.waits"))
        if self.advice is None:
            return Text(self.say("advice.thinking"))
        labels = {action: capital(self.advised(action)) for action, _ in self.advice.moves}
        return advice_text.lines(self.advice, labels, width, self.language)

    def advised(self, action: int) -> str:
        """A move of whoever is on turn, as advice to them."""
        table = self.table
        return as_advice(table.game, table.view(table.turn), action, self.play.names, self.language)

    # Leaving --------------------------------------------------------------------------------------
    def action_leave(self) -> None:
        """Keep the game, and say how to go on with it."""
        if self.play.waits is Waits.OVER:
            self.exit(0)
            return
        kept, notes = self.play.keeper.keep(leaving=True)
        lines = [*notes, self.say("leave.kept")] if kept else notes
        self.farewell = [Text(line) for line in lines]
        self.exit(0 if kept else 1)
