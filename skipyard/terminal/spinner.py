"""A spinner for when somebody has to wait."""

from __future__ import annotations

import contextlib

from rich.console import Console

from skipyard.terminal.sentences import say


def spinner(
    console: Console, language: str, sentence: str
) -> contextlib.AbstractContextManager[object]:
    """Show a sentence with a spinner, if the output is a terminal."""
    if not console.is_terminal or console.is_dumb_terminal:
        return contextlib.nullcontext()
    return console.status(say(language, sentence))
