"""Dialogs over the board; each closes with Escape or Enter, or by a click on its button."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from skipyard.terminal.screen.sentences import say

CLOSE: list[BindingType] = [Binding("escape", "close", show=False)]


class Dialog(ModalScreen[bool]):
    """A title, what it says, and a button; the result is False where it was merely closed."""

    BINDINGS = [*CLOSE, Binding("enter,q", "go_on", show=False)]

    def __init__(
        self, language: str, title: str, content: RenderableType, button: str = "", id: str = ""
    ) -> None:
        super().__init__(id=id or None)
        self.language, self.heading, self.content = language, title, content
        self.button = button or say(language, "dialog.close")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self.heading), classes="dialog-title")
            with VerticalScroll(classes="dialog-text"):
                yield Static(self.content)
            yield Button(self.button, classes="dialog-button")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        self.action_go_on()

    def action_go_on(self) -> None:
        self.dismiss(True)

    def action_close(self) -> None:
        self.dismiss(False)


class HandOver(Dialog, inherit_bindings=False):
    """Covers the hands until the next person sits down; only Enter and the button go on."""

    BINDINGS = [Binding("enter", "go_on", show=False), Binding("q", "app.leave", show=False)]


class TooSmall(ModalScreen[None]):
    """Says how large the terminal has to be; it closes itself when it is."""

    def __init__(self, language: str, needs: tuple[int, int]) -> None:
        super().__init__(id="too-small")
        self.language, self.needs = language, needs

    def compose(self) -> ComposeResult:
        yield Static(Text(self.sentence()))

    def sentence(self) -> str:
        width, height = self.app.size
        facts = {"width": width, "height": height}
        wide, high = self.needs
        return say(self.language, "small.terminal", needs_width=wide, needs_height=high, **facts)

    def on_resize(self) -> None:
        self.query_one(Static).update(Text(self.sentence()))


class Choice(ModalScreen[int | None]):
    """A list to choose from, narrowed by what is typed; the number of the entry, or None."""

    BINDINGS = CLOSE

    def __init__(self, language: str, title: str, entries: Sequence[str]) -> None:
        super().__init__()
        self.language, self.heading, self.entries = language, title, list(entries)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self.heading), classes="dialog-title")
            yield Input(placeholder=say(self.language, "dialog.filter"))
            yield OptionList(*self.options(""))

    def options(self, typed: str) -> list[Option]:
        """The entries that have every typed word."""
        words = typed.casefold().split()
        return [
            Option(Text(entry), str(n))
            for n, entry in enumerate(self.entries)
            if all(word in entry.casefold() for word in words)
        ]

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.query_one(OptionList).highlighted = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        entries = self.query_one(OptionList)
        entries.clear_options()
        entries.add_options(self.options(event.value))
        entries.highlighted = 0 if entries.option_count else None

    def on_input_submitted(self) -> None:
        entries = self.query_one(OptionList)
        if entries.highlighted is not None:
            entries.action_select()

    def key_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def key_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(int(event.option.id or 0))

    def action_close(self) -> None:
        self.dismiss(None)


class AskFile(ModalScreen[str]):
    """Asks for the name of a file."""

    BINDINGS = CLOSE

    def __init__(self, language: str, suggested: str) -> None:
        super().__init__()
        self.language, self.suggested = language, suggested

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(say(self.language, "save.title")), classes="dialog-title")
            yield Input(self.suggested)
            yield Static(Text(say(self.language, "save.keys")), classes="dialog-note")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        self.dismiss("")
