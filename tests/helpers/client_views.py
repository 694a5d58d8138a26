"""Rebuilds whole views from `changed` messages, as a client does."""

from __future__ import annotations

from typing import Any


def after(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    changed = {zone["id"]: zone for zone in change["scene"]["zones"]}
    zones = [changed.get(zone["id"], zone) for zone in before["scene"]["zones"]]
    table = (change["table"] or before["table"]) | {"clock": change["clock"]}
    table |= {"undo": change["undo"]} if change["undo"] else {}
    made = {"type": "shown", "viewer": before["viewer"], "seq": change["seq"], "table": table}
    made |= {"scene": change["scene"] | {"zones": zones}}
    return made | {"events": change["events"], "heard": change["heard"], "past": []}


class Views:
    """What one socket has been shown so far."""

    def __init__(self) -> None:
        self.last: dict[str, Any] = {}

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message as it is, or the whole view that a `changed` makes."""
        if message["type"] == "changed":
            message = after(self.last, message)
        if message["type"] == "shown":
            self.last = message
        return message
