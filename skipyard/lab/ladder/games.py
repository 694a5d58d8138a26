"""The games of a ladder as data: like its results, they add up over runs in one file."""

from __future__ import annotations

import json
from collections.abc import Sequence

from skipyard.lab import game_rows
from skipyard.lab.game_rows import Columns
from skipyard.lab.matches import rows
from skipyard.lab.matches.pairing import Played
from skipyard.lab.matches.series import Series
from skipyard.lab.store import Store


class GamesOfLadder:
    """The rows of a file and those of this run, which a store keeps until they are written."""

    def __init__(self, file: str | None, language: str) -> None:
        self.file, self.language = file, language
        game_rows.check(file, language)
        self.before = game_rows.read(file, language) if file else {}
        self.store = Store(file, {"command": "ladder"}, language) if file else None

    def add(self, series: Series, pairs: Sequence[Sequence[Played]]) -> None:
        """Keep the games of complete pairs."""
        if self.store:
            games = [played for pair in pairs for played in pair]
            columns = rows.columns_of(series.matchup, series.seed, games)
            key = f"{series.matchup}-{series.seed}-{games[0].pair}"
            self.store.add(key, None, json.dumps(columns).encode())

    def write(self) -> None:
        """Write all rows, each game once: a run that was killed may have written some already."""
        if self.file is None or self.store is None:
            return
        own = [json.loads(entry.content) for entry in self.store.entries.values()]
        every = game_rows.together([self.before, *own] if self.before else own)
        if every:
            game_rows.write(self.file, once(every), self.language)
        self.store.remove()


def once(columns: Columns) -> Columns:
    """The rows without those that are there twice."""
    seen: set[tuple[str, ...]] = set()
    kept = []
    for n in range(len(columns["number"])):
        which = rows.identity({name: values[n] for name, values in columns.items()})
        if which not in seen:
            seen.add(which)
            kept.append(n)
    return {name: [values[n] for n in kept] for name, values in columns.items()}
