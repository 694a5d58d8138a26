"""`skipyard figures`: greedy bots play every game and variant; data, pictures and a page."""

from __future__ import annotations

import os
import pathlib
from typing import Any

from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES, Game, game
from skipyard.games.profile import Settings
from skipyard.lab import game_rows, trajectories
from skipyard.lab.limits import seconds_of
from skipyard.lab.output import cannot_write, check_files, existing_folder, replace_file
from skipyard.lab.sentences import say
from skipyard.lab.store import Store
from skipyard.lab.studies import figures_data, sections, simulate
from skipyard.lab.studies.chunks import Kind, Run, TimeIsUp
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.page import at_a_glance, introduction, section
from skipyard.lab.studies.picture import picture
from skipyard.lab.studies.unfinished import UnfinishedFigures
from skipyard.lab.studies.variants import Table, allowed, chosen, tables
from skipyard.lab.trajectories import Parts
from skipyard.lab.workers import places
from skipyard.lab.workers.local import Threads
from skipyard.options import write_settings

PAGE = "figures.md"
SEED = 1
BOT = "greedy"


def run(args: Any) -> int:
    """Play everything and write the data files, or use existing ones; then write the page."""
    folder = existing_folder(args.folder, args.lang)
    games = whole_number(args.games, "--games", 1, language=args.lang)
    data = folder / "figures"
    names = [game(args.only, args.lang).name] if args.only else list(GAMES)
    if not args.from_data:
        limit, jobs = seconds_of(args.time_limit, args.lang), places.jobs_of(args.jobs, args.lang)
        places.check(args.on, args.lang)
        game_rows.check(args.out, args.lang)
        trajectories.check(args.trajectories, args.lang)
        check_folder(folder, data, args.lang)
        kept = UnfinishedFigures(data, games, args.lang)
        keeping, about = args.out or args.trajectories, {"games": games, "only": args.only}
        about |= {"command": "figures", "seed": SEED, "trajectories": args.trajectories}
        store = Store(keeping, about, args.lang) if keeping else None
        parts = Parts(args.trajectories, about, args.lang) if args.trajectories else None
        workers = places.threads(args.on, jobs, args.lang)
        try:
            chunks = Run(workers, store, parts, limit)
            if not play(data, names, games, kept, chunks, args.out, args.lang):
                return 0
        finally:
            workers.close()
        print_line(say(args.lang, "figures.seed", seed=SEED))
    write_page(folder / PAGE, data, names, args.lang)
    return 0


def check_folder(folder: pathlib.Path, data: pathlib.Path, language: str) -> None:
    """Refuse a folder in which the files could not be written, before anything is played."""
    try:
        data.mkdir(exist_ok=True)
    except OSError as problem:
        raise cannot_write(data, problem, language) from None
    parts = [data / f"{name}.{kind}" for name in GAMES for kind in ("csv", "svg")]
    check_files(map(str, [folder / PAGE, *parts]), language)


def play(
    data: pathlib.Path,
    names: list[str],
    games: int,
    kept: UnfinishedFigures,
    chunks: Run,
    out: str | None,
    language: str,
) -> bool:
    """Play every kind of table and write one data file for each game; go on where one stopped.

    Returns whether there was time for all of it.
    """
    by_game = {name: list(tables(game(name))) for name in names}
    studies = {name: Study(game(name), games, chunks) for name in names}
    keeps_games, rows = chunks.store is not None, list[game_rows.Columns]()
    total, done = sum(map(len, by_game.values())), 0

    def tell_done() -> str:
        return say(language, "figures.stopped", done=done, all=total, file=kept.file)

    for name, kinds in by_game.items():
        for table in kinds:
            if keeps_games or kept.find(name, table) is None:
                studies[name].plan(table)
    try:
        with interrupts.on_stop(tell_done):
            for name, kinds in by_game.items():
                study = studies[name]
                for table in kinds:
                    if kept.find(name, table) is None:
                        asked = ", ".join(table.settings) or "as in the book"
                        title = f"{study.game.title}, {table.seats} seats, {asked}"
                        print_line(f"{done + 1} of {total}: {title}")
                        kept.add(name, study.report(table))
                    done += 1
                    if keeps_games:
                        rows += study.rows(table)
                reports = [report for table in kinds if (report := kept.find(name, table))]
                figures_data.write(data / f"{name}.csv", reports)
    except TimeIsUp:
        print_line(f"{say(language, 'match.time')} {tell_done()}")
        return False
    if out:
        game_rows.write(out, game_rows.together(rows), language)
    kept.remove(names)
    if chunks.store:
        chunks.store.remove()
    return True


def write_page(page: pathlib.Path, data: pathlib.Path, names: list[str], language: str) -> None:
    """Write the pictures of these games, and the page of all games that have a data file."""
    before = sections.text_of(page, language) if page.exists() else ""
    files = {name: data / f"{name}.csv" for name in GAMES}
    studies = {
        name: figures_data.read(file, name, language)
        for name, file in files.items()
        if name in names or file.exists()
    }
    for name in names:
        replace_file(data / f"{name}.svg", picture(studies[name]), language)
    games = next(iter(studies.values()))[0]["games"]
    parts = [introduction(games), at_a_glance(list(studies.values()))]
    parts += [section(game(name), reports) for name, reports in studies.items()]
    parts += filter(None, (sections.find(before, name, page, language) for name in sections.NAMES))
    replace_file(page, "\n\n".join(parts) + "\n", language)


class Study:
    """The tables of one game; each kind is played once, even if several are compared with it."""

    def __init__(self, g: Game, games: int, chunks: Run | None = None) -> None:
        self.game, self.games = g, games
        self.chunks = chunks or Run(Threads(os.cpu_count() or 1))
        self.told: set[Kind] = set()  # kinds whose rows were given

    def kind(self, seats: int, settings: Settings) -> Kind:
        bots = seats * (BOT,)
        return Kind(self.game.name, seats, tuple(sorted(settings)), bots, SEED, self.games)

    def plan(self, table: Table) -> None:
        """Let the games that a table's report needs be played while others are reported."""
        self.chunks.plan(self.kind(table.seats, table.settings))
        if self.has_reference(table):
            self.chunks.plan(self.kind(table.seats, table.against))

    def results(self, seats: int, settings: Settings) -> Any:
        """All games of one kind of table."""
        title = f"{self.game.title}, {seats} seats"
        return simulate.play(self.kind(seats, settings), title, self.chunks)

    def summary(self, table: Table) -> Report:
        results = self.results(table.seats, table.settings)
        options = chosen(self.game, table.settings)
        return simulate.summary(self.game, table.seats, options, table.seats * [BOT], results)

    def report(self, table: Table) -> Report:
        """The figures of a table; `same` if its variant changed nothing in any game."""
        without = chosen(self.game, table.against)
        return self.summary(table) | {
            "variant": table.variant,
            "compared_with": write_settings(self.game.options.OPTIONS, without),
            "admitted": table.admitted,
            "same": self.is_same(table),
        }

    def rows(self, table: Table) -> list[game_rows.Columns]:
        """The rows of a table's games, once for each kind."""
        kind = self.kind(table.seats, table.settings)
        if kind in self.told:
            return []
        self.told.add(kind)
        report = self.summary(table) | {"seed": SEED}
        results = self.results(table.seats, table.settings)
        return [game_rows.columns_of(self.game, report, results, range(self.games))]

    def has_reference(self, table: Table) -> bool:
        """Whether there is such a table without the variant's own setting."""
        is_other = table.against != table.settings
        return is_other and allowed(self.game, table.seats, table.against)

    def is_same(self, table: Table) -> bool:
        """Whether every game went as it does without the variant's own setting."""
        if not self.has_reference(table):
            return False
        own = self.results(table.seats, table.settings)
        return bool((self.results(table.seats, table.against) == own).all())
