"""The finished tables of figures that were interrupted, so that the next run goes on from there."""

from __future__ import annotations

import json
import pathlib

from skipyard.lab.output import replace_file
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.variants import Table
from skipyard.sources import all_sources_digest


class UnfinishedFigures:
    """A file beside the data files; it counts only for the same sources and as many games."""

    def __init__(self, data: pathlib.Path, games: int, language: str) -> None:
        self.file, self.language = data / "unfinished.json", language
        self.key = {"sources": all_sources_digest(), "games": games}
        self.reports: dict[str, list[Report]] = {}  # by game
        try:
            content = json.loads(self.file.read_text("utf-8"))
            if {name: content.pop(name) for name in self.key} == self.key:
                self.reports = dict(content["reports"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # there is none, or none that we can go on from: begin anew

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
