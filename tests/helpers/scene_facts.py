"""The facts in a `shown` message, without its sentences, which may be reworded."""

from __future__ import annotations

from typing import Any

WATCHER = "-1"


def table_facts(shown: dict[str, Any]) -> dict[str, Any]:
    """The table around the game; the same for every viewer."""
    table = shown["table"]
    result = table["result"]
    return {
        "id": table["id"],
        "game": table["game"],
        "phase": table["phase"],
        "settings": table["settings"],
        "casual": table["casual"],
        "commitment": table["commitment"],
        "chairs": [
            [chair[name] for name in ("kind", "name", "reserved", "by_bot", "commitment", "nonce")]
            for chair in table["chairs"]
        ],
        "offers": [[offer["what"], offer["seat"], offer["agreed"]] for offer in table["offers"]],
        "round": table["round"],
        "totals": table["totals"],
        "rematch": table["rematch"],
        "result": result and [result[name] for name in ("how", "winners", "points")],
        "clock": [table["clock"]["kind"], table["clock"]["running"]],
    }


def scene_facts(scene: dict[str, Any] | None) -> dict[str, Any] | None:
    """The items in each zone and the viewer's legal paths; None before the deal."""
    if scene is None:
        return None
    return {
        "me": scene["me"],
        "turn": scene["turn"],
        "over": scene["over"],
        "winners": scene["winners"],
        "sides": [[seat["seat"], seat["side"], seat["place"]] for seat in scene["seats"]],
        "zones": [
            [zone["id"], zone["seat"], zone["count"], zone["needs"], items_of(zone)]
            for zone in scene["zones"]
        ],
        "paths": sorted([path["action"], path["touch"]] for path in scene["paths"]),
    }


def items_of(zone: dict[str, Any]) -> list[list[Any]]:
    return [[item["id"], item["face"], item["place"]] for item in zone["items"]]


def actions_of(scene: dict[str, Any] | None) -> list[int]:
    """The numbers of the legal actions."""
    return sorted({path["action"] for path in scene["paths"]}) if scene else []


def without_additions(
    now: dict[str, Any] | None, before: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Today's facts without zones, and further ways to touch a legal move, that are new since."""
    if now is None or before is None:
        return now
    known = {zone[0] for zone in before["zones"]}
    legal = {action for action, _ in before["paths"]}
    return now | {
        "zones": [zone for zone in now["zones"] if zone[0] in known],
        "paths": [path for path in now["paths"] if path in before["paths"] or path[0] not in legal],
    }
