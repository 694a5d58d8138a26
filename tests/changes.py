"""A view after a change, as a client makes it: what the change does not mention is as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def after(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    changed = {zone["id"]: zone for zone in change["scene"]["zones"]}
    zones = [changed.get(zone["id"], zone) for zone in before["scene"]["zones"]]
    table = (change["table"] or before["table"]) | {"clock": change["clock"]}
    made = {"type": "shown", "viewer": before["viewer"], "seq": change["seq"], "table": table}
    made |= {"scene": change["scene"] | {"zones": zones}}
    return made | {"events": change["events"], "heard": change["heard"]}


def whole(messages: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The messages of one socket, each change as the whole view that it makes."""
    last: dict[str, Any] = {}
    for message in messages:
        if message["type"] in ("shown", "changed"):
            last = message if message["type"] == "shown" else after(last, message)
            yield last
        else:
            yield message
