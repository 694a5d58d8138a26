"""The verdict on every action of Skip-Bo at once, compiled; made.py makes it for the others."""

from typing import Any

from skipyard.core import loop
from skipyard.games.skipbo.rules import verdict


@loop
def judge(state: Any, actions: Any, out: Any) -> None:
    for number in range(len(actions)):
        out[number] = verdict(state, actions[number])
