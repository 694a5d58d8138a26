"""What Skip-Bo says to every action at once; batch/made.py has the same file for other games."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import verdict


@loop
def all_verdicts(s: Any, actions: Any, out: Any) -> None:
    """The verdict on each row of the table of actions."""
    for number in range(len(actions)):
        out[number] = verdict(s, actions[number])
