"""`skipyard figures`: greedy bots play every game and variant; data, pictures and a page."""

from __future__ import annotations

import pathlib
from typing import Any

from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES, Game, game
from skipyard.games.profile import Settings
from skipyard.lab.output import cannot_write, check_files
from skipyard.lab.sentences import say
from skipyard.lab.studies import figures_data, sections, simulate
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.page import at_a_glance, introduction, section
from skipyard.lab.studies.picture import picture
from skipyard.lab.studies.unfinished import UnfinishedFigures
from skipyard.lab.studies.variants import Table, allowed, chosen, tables
from skipyard.options import Refused, write_settings

PAGE = "figures.md"
SEED = 1
BOT = "greedy"


def run(args: Any) -> int:
    """Play everything and write the data files, or use existing ones; then write the page."""
    folder = pathlib.Path(args.folder)
    games = whole_number(args.games, "--games", 1)
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    data = folder / "figures"
    names = [game(args.only, args.lang).name] if args.only else list(GAMES)
    if not args.from_data:
        check_folder(folder, data, args.lang)
        play(data, names, games, args.lang)
    write_page(folder / PAGE, data, names)
    return 0


def check_folder(folder: pathlib.Path, data: pathlib.Path, language: str) -> None:
    """Refuse a folder in which the files could not be written, before anything is played."""
    try:
        data.mkdir(exist_ok=True)
    except OSError as problem:
        raise cannot_write(data, problem, language) from None
    parts = [data / f"{name}.{kind}" for name in GAMES for kind in ("csv", "svg")]
    check_files(map(str, [folder / PAGE, *parts]), language)


def play(data: pathlib.Path, names: list[str], games: int, language: str) -> None:
    """Play every kind of table and write one data file for each game; go on where one stopped."""
    by_game = {name: list(tables(game(name))) for name in names}
    total, kept = sum(map(len, by_game.values())), UnfinishedFigures(data, games, language)
    done = 0

    def tell_done() -> str:
        return say(language, "figures.stopped", done=done, all=total, file=kept.file)

    with interrupts.on_stop(tell_done):
        for name, kinds in by_game.items():
            study = Study(game(name), games)
            for table in kinds:
                if kept.find(name, table) is None:
                    asked = ", ".join(table.settings) or "as in the book"
                    title = f"{study.game.title}, {table.seats} seats, {asked}"
                    print_line(f"{done + 1} of {total}: {title}")
                    kept.add(name, study.report(table))
                done += 1
            reports = [report for table in kinds if (report := kept.find(name, table))]
            figures_data.write(data / f"{name}.csv", reports)
    kept.remove(names)


def write_page(page: pathlib.Path, data: pathlib.Path, names: list[str]) -> None:
    """Write the pictures of these games, and the page of all games that have a data file."""
    before = page.read_text("utf-8") if page.exists() else ""
    files = {name: data / f"{name}.csv" for name in GAMES}
    studies = {
        name: figures_data.read(file, name)
        for name, file in files.items()
        if name in names or file.exists()
    }
    for name in names:
        (data / f"{name}.svg").write_text(picture(studies[name]), "utf-8")
    games = next(iter(studies.values()))[0]["games"]
    parts = [introduction(games), at_a_glance(list(studies.values()))]
    parts += [section(game(name), reports) for name, reports in studies.items()]
    parts += filter(None, (sections.find(before, name) for name in sections.NAMES))
    page.write_text("\n\n".join(parts) + "\n", "utf-8")


class Study:
    """The tables of one game; each kind is played once, even if several are compared with it."""

    def __init__(self, g: Game, games: int) -> None:
        self.game, self.games = g, games
        self.played: dict[tuple[int, Settings], Any] = {}

    def results(self, seats: int, settings: Settings) -> Any:
        """All games of one kind of table."""
        kind = (seats, tuple(sorted(settings)))
        if kind not in self.played:
            options, bots = chosen(self.game, settings), seats * [BOT]
            games = simulate.games_of(self.game, seats, options, bots, self.games, SEED)
            self.played[kind] = simulate.play(games, f"{self.game.title}, {seats} seats")
        return self.played[kind]

    def report(self, table: Table) -> Report:
        """The figures of a table; `same` if its variant changed nothing in any game."""
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
