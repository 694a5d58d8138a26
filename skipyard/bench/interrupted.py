"""A benchmark that is interrupted shows what it has measured so far."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from skipyard.bench.sentences import sentence
from skipyard.cli import interrupts


@contextlib.contextmanager
def shown_if_stopped(
    show: Callable[[], object], has_results: Callable[[], object], language: str
) -> Iterator[None]:
    """If the block is interrupted, call `show`; or say that there is nothing to show yet."""

    def show_finished() -> str:
        if not has_results():
            return sentence(language, "bench.nothing")
        show()
        return sentence(language, "bench.stopped")

    with interrupts.on_stop(show_finished):
        yield
