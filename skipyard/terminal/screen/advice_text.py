"""The analysis as text: the winning chance, and the best moves with theirs."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console, Group, RenderableType
from rich.text import Text

from skipyard.terminal.screen.sentences import say
from skipyard.terminal.screen.thinking import Advice

INDENT = 8  # columns of an arrow and a percentage


def lines(advice: Advice, labels: Mapping[int, str], width: int, language: str) -> RenderableType:
    """A line for each move, the best first, with a bar; an arrow for the bot's choice."""
    chance = dict(advice.moves)[advice.best]
    parts: list[RenderableType] = [
        Text(say(language, "advice.chance", percent=round(100 * chance))),
        bar(chance, width),
        Text(),
    ]
    console = Console(width=max(1, width - INDENT))
    for action, share in advice.moves:
        style = "bold" if action == advice.best else ""
        arrow = "→" if action == advice.best else " "
        first, *rest = Text(labels.get(action, "")).wrap(console, width - INDENT)
        parts.append(Text(f"{arrow}{round(100 * share):>3} %  ", style).append_text(first))
        parts += [Text(" " * INDENT, style).append_text(line) for line in rest]
    return Group(*parts, Text(), Text(say(language, "advice.best"), style="dim"))


def bar(share: float, width: int) -> Text:
    full = round(share * width)
    return Text("━" * full).append("─" * (width - full), "dim")
