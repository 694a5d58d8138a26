"""`skipyard figures`: greedy bots play every game and variant; data, pictures and a page."""

from __future__ import annotations

import pathlib
from typing import Any

from skipyard.cli import say, whole_number
from skipyard.games import GAMES, Game, game
from skipyard.games.profile import Settings
from skipyard.lab.studies import figures_data, sections, simulate
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.page import at_a_glance, introduction, section
from skipyard.lab.studies.picture import picture
from skipyard.lab.studies.variants import Table, allowed, chosen, tables
from skipyard.options import Refused, write_settings

SEED = 1
BOT = "greedy"


def run(args: Any) -> int:
    """Play everything and write the data files, or use those there are; then write the page."""
    folder = pathlib.Path(args.folder)
    games = whole_number(args.games, "--games", 1)
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    data = folder / "figures"
    if not args.from_data:
        data.mkdir(exist_ok=True)
        play(data, games)
    write_page(folder / "figures.md", data)
    return 0


def play(data: pathlib.Path, games: int) -> None:
    """Play every kind of table and write one data file for each game."""
    done = 0
    plans = {name: list(tables(game(name))) for name in GAMES}
    total = sum(map(len, plans.values()))
    for name, plan in plans.items():
        study, reports = Study(game(name), games), []
        for table in plan:
            done += 1
            asked = ", ".join(table.settings) or "as in the book"
            say(f"{done} of {total}: {study.game.title}, {table.seats} seats, {asked}")
            reports.append(study.report(table))
        figures_data.write(data / f"{name}.csv", reports)


def write_page(page: pathlib.Path, data: pathlib.Path) -> None:
    """Write the page and the pictures from the data files; other commands' sections stay."""
    before = page.read_text("utf-8") if page.exists() else ""
    studies = {name: figures_data.read(data / f"{name}.csv", name) for name in GAMES}
    for name, reports in studies.items():
        (data / f"{name}.svg").write_text(picture(reports), "utf-8")
    games = next(iter(studies.values()))[0]["games"]
    parts = [introduction(games), at_a_glance(list(studies.values()))]
    parts += [section(game(name), reports) for name, reports in studies.items()]
    parts += filter(None, (sections.find(before, name) for name in sections.NAMES))
    page.write_text("\n\n".join(parts) + "\n", "utf-8")


class Study:
    """The tables of one game; each kind is played once, however many are compared with it."""

    def __init__(self, g: Game, games: int) -> None:
        self.game, self.games = g, games
        self.played: dict[tuple[int, Settings], Any] = {}

    def results(self, seats: int, settings: Settings) -> Any:
        """All games of one kind of table."""
        kind = (seats, tuple(sorted(settings)))
        if kind not in self.played:
            options, bots = chosen(self.game, settings), seats * [BOT]
            self.played[kind] = simulate.play(self.game, seats, options, bots, self.games, SEED)
        return self.played[kind]

    def report(self, table: Table) -> Report:
        """The figures of a table; `same` where its variant changed nothing in any game."""
        results = self.results(table.seats, table.settings)
        options = chosen(self.game, table.settings)
        summary = simulate.summary(self.game, table.seats, options, table.seats * [BOT], results)
        without = chosen(self.game, table.against)
        return summary | {
            "variant": table.variant,
            "compared_with": write_settings(self.game.options.OPTIONS, without),
            "admitted": table.admitted,
            "same": self.is_same(table, results),
        }

    def is_same(self, table: Table, results: Any) -> bool:
        """Whether every game went as it does without the variant's own setting."""
        if table.against == table.settings or not allowed(self.game, table.seats, table.against):
            return False
        return bool((self.results(table.seats, table.against) == results).all())
