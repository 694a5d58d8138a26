"""The games of a match as data: a row for each, and what a stopped match has finished."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from skipyard.games import game
from skipyard.lab.game_rows import Columns, endings_of
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.series import Series
from skipyard.lab.matches.tasks import Task
from skipyard.lab.store import Store
from skipyard.lab.trajectories import Parts


def columns_of(matchup: Matchup, seed: int, games: Iterable[Played]) -> Columns:
    """The rows of games: the columns of `simulate --out`, the rotation and each bot's share."""
    g, played = game(matchup.game), list(games)
    names = endings_of(g)
    courses = [(one, one.course) for one in played if one.course is not None]
    count = len(courses)
    columns: Columns = {
        "game": [matchup.game] * count,
        "seats": [matchup.seats] * count,
        "settings": [" ".join(matchup.settings)] * count,
        "bots": [",".join(matchup.bots[bot] for bot in course.seating) for _, course in courses],
        "seed": [seed] * count,
        "number": [one.pair for one, _ in courses],
        "winner": [course.winner + 1 if course.winner >= 0 else None for _, course in courses],
        "ending": [
            "forfeit" if one.forfeit else names.get(course.over, "") for one, course in courses
        ],
        "moves": [course.moves for _, course in courses],
        "turns": [course.turns for _, course in courses],
    }
    for side in range(len(courses[0][1].points) if courses else 0):
        columns[f"points_{side + 1}"] = [course.points[side] for _, course in courses]
    columns["rotation"] = [one.rotation for one, _ in courses]
    columns["players"] = [",".join(matchup.bots)] * count
    for bot in range(len(matchup.bots)):
        columns[f"share_{bot + 1}"] = [one.shares[bot] for one, _ in courses]
    return columns


# What is finished ---------------------------------------------------------------------------------
def restore(series: Series, store: Store) -> int:
    """Add a stopped run's games to a series; return how many pairs that completes."""
    done = {
        key: msgspec.json.decode(entry.content, type=list[Played])
        for key, entry in store.entries.items()
    }
    return series.restore(done)


def add(
    store: Store | None, parts: Parts | None, task: Task, games: list[Played], file: bytes
) -> None:
    """Keep what a task has played."""
    if parts:
        parts.add(part_name(task), file)
    if store:
        store.add(task.key, None, msgspec.json.encode(games))


def part_name(task: Task) -> str:
    """The name of a task's trajectories, which no other task has."""
    text = repr((task.matchup, task.seed)).encode()
    kind = f"{task.matchup.game}-{task.matchup.seats}-{hashlib.sha256(text).hexdigest()[:8]}"
    return f"{kind}-{task.first:010d}-{task.pairs}-{task.rotation}"


def identity(row: dict[str, Any]) -> tuple[str, ...]:
    """What makes a row one game and no other, also where a file has only text."""
    names = ("game", "seats", "settings", "players", "seed", "number", "rotation")
    return tuple(str(row[name]) for name in names)
