"""The journal of a table: a sentence for each row, as its reader may know it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from skipyard.table.database.store import Row
from skipyard.table.host import Host
from skipyard.table.sentences import say


def line(host: Host, row: Row, viewer: int, language: str = "en") -> str:
    """A row that is about to be applied, as `viewer` may know it."""
    data = json.loads(row.data) if row.data else {}
    words = host.describe_move(viewer, row.action, language) if row.kind == "move" else ""
    name = data.get("name") or (host.chairs[row.seat].name if row.seat >= 0 else "")
    return sentence(row.kind, row.seat, name, words, data, language)


def sentence(
    kind: str, seat: int, name: str, words: str, data: Mapping[str, Any], language: str = "en"
) -> str:
    """One row in words, from its parts."""
    who = name or say(language, "log.player", player=seat + 1)
    variant = {"offer": "what", "pace": "pace"}.get(kind)
    key = f"log.{kind}_{data[variant]}" if variant else f"log.{kind}"
    seconds = int(data.get("ms", 0)) // 1000
    facts = {"player": seat + 1, "round": data.get("round", 0), "seconds": seconds}
    return say(language, key, who=who, words=words, **facts)
