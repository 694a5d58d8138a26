"""How long a table's log may become: long before its end, only the game itself goes on.

Otherwise a few people could make a log so long, by taking back and offering without end, that
everybody who opens the table waits for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipyard.table.sentences import say

if TYPE_CHECKING:
    from skipyard.table.command import Attempt
    from skipyard.table.host_state import HostState

LONG = 20_000  # rows, from which only the game itself goes on
FULL = 60_000  # rows, from which nothing does
LONG_SOON, FULL_SOON = 15_000, 50_000  # rows, from which people are told

# Each of these brings the game nearer to its end, or happens once for each seat.
ONWARD = frozenset(
    ("sit", "reveal", "deal", "move", "resign", "flag", "agree", "decline", "bot", "pause")
)
AT_LAST = frozenset(("resign", "flag", "pause"))
REMATCH = frozenset(("offer", "rematch"))  # once the game is over


def check(host: HostState, attempt: Attempt) -> None:
    """Refuse a command for which the log is too long, in a sentence that says what is possible."""
    kind, over = attempt.command.kind, host.phase == "over"
    if host.seq >= FULL:
        if kind not in AT_LAST and not (over and kind == "rematch"):
            raise attempt.refusal("host.log_full", rows=FULL)
    elif kind not in ONWARD and not (over and kind in REMATCH):
        raise attempt.refusal("host.log_long", rows=LONG)


def stage(seq: int) -> str:
    """What people should know about a log of this length; empty while it is short."""
    stages = ((FULL, "full"), (FULL_SOON, "full_soon"), (LONG, "long"), (LONG_SOON, "long_soon"))
    return next((stage for rows, stage in stages if seq >= rows), "")


def told(seq: int, language: str) -> str:
    """The same as a sentence."""
    reached = stage(seq)
    return say(language, f"log_limit.{reached}", long=LONG, full=FULL) if reached else ""
