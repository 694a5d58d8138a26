"""Rows about the bots' pace, which the host sets for everybody."""

from __future__ import annotations

from typing import Any

from skipyard.table import pace
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState


def check_pace(host: HostState, attempt: Attempt) -> dict[str, Any]:
    wanted = attempt.command.data.get("pace")
    if wanted not in pace.PACES:
        raise attempt.refusal("pace.which", paces=", ".join(pace.PACES))
    if host.phase == "over":
        raise attempt.refusal("host.not_playing")
    if attempt.seat != host.host_seat:
        raise attempt.refusal("pace.host")
    return {"pace": wanted}


def set_pace(host: HostState, row: Row, data: dict[str, Any]) -> None:
    host.pace = pace.PACES[data["pace"]]
