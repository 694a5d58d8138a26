"""A view after a change, as a client makes it: what the change does not mention is as it was."""

from __future__ import annotations

from typing import Any


def after(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    changed = {zone["id"]: zone for zone in change["scene"]["zones"]}
    zones = [changed.get(zone["id"], zone) for zone in before["scene"]["zones"]]
    table = (change["table"] or before["table"]) | {"clock": change["clock"]}
    made = {"type": "shown", "viewer": before["viewer"], "seq": change["seq"], "table": table}
    made |= {"scene": change["scene"] | {"zones": zones}}
    return made | {"events": change["events"], "heard": change["heard"]}


class Views:
    """What one socket has been shown so far."""

    def __init__(self) -> None:
        self.last: dict[str, Any] = {}

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message, and of a change the whole view that it makes."""
        if message["type"] == "changed":
            message = after(self.last, message)
        if message["type"] == "shown":
            self.last = message
        return message
