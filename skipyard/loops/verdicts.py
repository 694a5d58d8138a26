"""The verdict on every action at once."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import verdict


@loop
def all_verdicts(s: Any, actions: Any, out: Any) -> None:
    """Write the verdict on each row of the table of actions."""
    for number in range(len(actions)):
        out[number] = verdict(s, actions[number])
