"""Those who watch or play: messages wait for each, and one that cannot keep up is let go."""

from __future__ import annotations

from collections.abc import Callable

MOST_WAITING = 64  # messages for a slow reader


class Listener:
    """One socket or stream at a table; `wake` is called when there is something to pass on."""

    def __init__(
        self,
        viewer: int,
        language: str,
        wake: Callable[[], None] = lambda: None,
        changes: bool = False,
    ) -> None:
        self.viewer, self.language, self.wake = viewer, language, wake
        self.changes = changes  # whether it is told what has changed; else it is shown everything
        self.seen = 0  # the last row of the log whose view it was shown; 0: none
        self.waiting: list[bytes] = []
        self.why = ""  # the key of the sentence to close with

    def put(self, frame: bytes) -> None:
        """Hand over a message; nobody waits for a reader that does not read."""
        if self.why:
            return
        if len(self.waiting) == MOST_WAITING:
            self.close("goodbye.slow")
            return
        self.waiting.append(frame)
        self.wake()

    def show(self, frame: bytes, seq: int) -> None:
        """Hand over a view of the whole table after row `seq`."""
        self.put(frame)
        self.seen = seq

    def close(self, why: str) -> None:
        """Say goodbye instead of whatever still waits."""
        self.why = self.why or why
        self.waiting.clear()
        self.wake()
