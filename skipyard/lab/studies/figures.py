"""`skipyard figures`: every game, seat count and variant played by greedy bots, as a page."""

from __future__ import annotations

import pathlib
from typing import Any

from skipyard.cli import say, whole_number
from skipyard.games import GAMES, Game, game
from skipyard.games.profile import Settings
from skipyard.lab.studies import sections, simulate
from skipyard.lab.studies.page import introduction, section
from skipyard.lab.studies.picture import picture
from skipyard.lab.studies.variants import Table, allowed, chosen, tables
from skipyard.options import Refused

SEED = 1
BOT = "greedy"


def run(args: Any) -> int:
    """Play everything, then write the page and a picture for each game."""
    folder = pathlib.Path(args.folder)
    games = whole_number(args.games, "--games", 1)
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    file = folder / "figures.md"
    before = file.read_text("utf-8") if file.exists() else ""
    page, done = [introduction(games)], 0
    plans = {name: list(tables(game(name))) for name in GAMES}
    total = sum(map(len, plans.values()))
    for name, plan in plans.items():
        study, reports = Study(game(name), games), []
        for table in plan:
            done += 1
            asked = ", ".join(table.settings) or "as in the book"
            say(f"{done} of {total}: {study.game.title}, {table.seats} seats, {asked}")
            reports.append(study.report(table))
        (folder / f"figures-{name}.svg").write_text(picture(reports), "utf-8")
        page.append(section(study.game, reports))
    page += filter(None, (sections.find(before, name) for name in sections.NAMES))
    file.write_text("\n\n".join(page) + "\n", "utf-8")
    return 0


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

    def report(self, table: Table) -> dict[str, Any]:
        """The figures of a table; `same` where its variant changed nothing in any game."""
        results = self.results(table.seats, table.settings)
        options = chosen(self.game, table.settings)
        found = simulate.summary(self.game, table.seats, options, table.seats * [BOT], results)
        return found | {
            "variant": table.variant,
            "admitted": table.admitted,
            "same": self.is_same(table, results),
        }

    def is_same(self, table: Table, results: Any) -> bool:
        if table.against == table.settings or not allowed(self.game, table.seats, table.against):
            return False
        return bool((self.results(table.seats, table.against) == results).all())
