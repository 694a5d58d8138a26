"""Something moves while somebody waits."""

from __future__ import annotations

import contextlib

from rich.console import Console

from skipyard.terminal.sentences import say


def sign_of_life(
    console: Console, language: str, sentence: str
) -> contextlib.AbstractContextManager[object]:
    """A sentence beside a turning wheel, where somebody watches."""
    if not console.is_terminal or console.is_dumb_terminal:
        return contextlib.nullcontext()
    return console.status(say(language, sentence))
