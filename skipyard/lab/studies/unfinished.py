"""The finished tables of figures that were interrupted, so that the next run goes on from there."""

from __future__ import annotations

import json
import pathlib

from skipyard.lab.output import replace_file
from skipyard.lab.sentences import say
from skipyard.lab.store import differing_keys
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.variants import Table
from skipyard.options import Refused
from skipyard.sources import all_sources_digest


class UnfinishedFigures:
    """A file beside the data files; Refused if it is of other sources or of more or fewer games."""

    def __init__(self, data: pathlib.Path, games: int, language: str) -> None:
        self.file, self.language = data / "unfinished.json", language
        self.key = {"sources": all_sources_digest(), "games": games}
        self.reports: dict[str, list[Report]] = {}  # by game
        try:
            content = json.loads(self.file.read_text("utf-8"))
            key = {name: content.pop(name) for name in self.key}
            reports = dict(content["reports"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return  # there is none, or none that we can go on from: begin anew
        if key["sources"] != self.key["sources"]:
            raise Refused(say(language, "store.version", file=self.file))
        if key != self.key:
            names = differing_keys(key, self.key)
            raise Refused(say(language, "store.options", file=self.file, names=names))
        self.reports = reports

    def find(self, name: str, table: Table) -> Report | None:
        """The report of a table, if it is finished."""
        wanted = (list(table.variant), table.seats, table.admitted)
        for report in self.reports.get(name, ()):
            if (list(report["variant"]), report["seats"], report["admitted"]) == wanted:
                return report
        return None

    def add(self, name: str, report: Report) -> None:
        """Add a finished table and write them all, whole or not at all."""
        self.reports.setdefault(name, []).append(report)
        self.write()

    def write(self) -> None:
        content = json.dumps(self.key | {"reports": self.reports})
        replace_file(self.file, content, self.language)

    def remove(self, names: list[str]) -> None:
        """Remove finished games, and the file with the last of them."""
        self.reports = {name: some for name, some in self.reports.items() if name not in names}
        if self.reports:
            self.write()
        else:
            self.file.unlink(missing_ok=True)
