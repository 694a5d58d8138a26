"""`skipyard gallery`: the pictures of docs/gallery.md, from the data files in the repository."""

from __future__ import annotations

import csv
import io
import pathlib
from typing import Any

import numpy as np

from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES, game
from skipyard.lab.output import cannot_write, check_files, replace_file
from skipyard.lab.pictures.drawing import Drawing
from skipyard.lab.pictures.gallery_page import page
from skipyard.lab.pictures.games import Group
from skipyard.lab.pictures.lengths import lengths
from skipyard.lab.pictures.options import options
from skipyard.lab.pictures.seats import seats
from skipyard.lab.sentences import say
from skipyard.lab.studies import figures_data
from skipyard.lab.studies.figures_data import Report
from skipyard.lab.studies.variants import chosen
from skipyard.options import Refused

PAGE, FOLDER, LENGTHS = "gallery.md", "gallery", "lengths.csv"
COLUMNS = ("game", "seats", "turns", "games")
Book = dict[tuple[str, int], dict[int, int]]


def run(args: Any) -> int:
    """Play the games by the book, or take the stored lengths; then draw everything."""
    folder = pathlib.Path(args.folder)
    games = whole_number(args.games, "--games", 1)
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    target = folder / FOLDER
    try:
        target.mkdir(exist_ok=True)
    except OSError as problem:
        raise cannot_write(target, problem, args.lang) from None
    names = [f"{name}-options.svg" for name in GAMES]
    written = [target / name for name in ("lengths.svg", "seats.svg", LENGTHS, *names)]
    check_files(map(str, [folder / PAGE, *written]), args.lang)
    studies = {name: figures_data.read(folder / "figures" / f"{name}.csv", name) for name in GAMES}
    if not args.from_data:
        write_lengths(target / LENGTHS, play(studies, games, args.lang))
    drawings = draw(studies, read_lengths(target / LENGTHS, args.lang))
    for name, picture in drawings.items():
        replace_file(target / f"{name}.svg", str(picture), args.lang)
    replace_file(folder / PAGE, page(drawings), args.lang)
    return 0


def play(studies: dict[str, list[Report]], games: int, language: str) -> Book:
    """Greedy bots by the book, at every number of seats that the figures have."""
    from skipyard.lab.studies import simulate

    found: Book = {}
    with interrupts.on_stop(lambda: say(language, "pictures.stopped")):
        for name, reports in studies.items():
            for report in (report for report in reports if not report["variant"]):
                count, g = report["seats"], game(name)
                bots = count * ["greedy"]
                print_line(f"{g.title}, {count} seats")
                agreed = chosen(g, tuple(report["settings"]))
                played = simulate.games_of(g, count, agreed, bots, games, 1)
                turns = simulate.play(played, f"{g.title}, {count} seats")["turns"]
                found[name, count] = dict(zip(*counted(turns), strict=True))
    return found


def counted(turns: Any) -> tuple[list[int], list[int]]:
    """The different lengths, and how many games had each."""
    different, counts = np.unique(turns, return_counts=True)
    return different.tolist(), counts.tolist()


def write_lengths(file: pathlib.Path, book: Book) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (name, count), found in book.items():
        writer.writerows((name, count, turns, games) for turns, games in found.items())
    replace_file(file, out.getvalue())


def read_lengths(file: pathlib.Path, language: str) -> Book:
    """The stored lengths of games by the book."""
    book: Book = {}
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                kind = (row["game"], int(row["seats"]))
                book.setdefault(kind, {})[int(row["turns"])] = int(row["games"])
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "pictures.read", file=file, why=why)) from None
    except (KeyError, ValueError, TypeError):
        raise Refused(say(language, "pictures.damaged", file=file)) from None
    return book


def draw(studies: dict[str, list[Report]], book: Book) -> dict[str, Drawing]:
    """All pictures of the page by their names."""
    by_book = [
        group_of(report)
        for reports in studies.values()
        for report in reports
        if not report["variant"]
    ]
    told = [with_lengths(group, book[group.game, group.seats]) for group in by_book]
    drawings = {"lengths": lengths(told), "seats": seats(by_book)}
    for name, reports in studies.items():
        fewest = min(report["seats"] for report in reports)
        kept = [
            report
            for report in reports
            if not report["same"] and not report["admitted"] and report["seats"] == fewest
        ]
        drawings[f"{name}-options"] = options([group_of(report) for report in kept])
    return drawings


def group_of(report: Report) -> Group:
    """A table of the figures; its lengths are two that have the known mean and spread."""
    turns, games = report["turns"], report["games"]
    spread = max((turns["p95"] - turns["p5"]) / 3.29, 1e-9)  # 90 % of a bell curve
    around = np.array([turns["mean"] - spread, turns["mean"] + spread])
    wins = tuple(side["wins"] for side in report["sides"])
    halves = np.array([games // 2, games - games // 2])
    return Group(report["game"], report["seats"], report["variant"], around, halves, wins)


def with_lengths(group: Group, found: dict[int, int]) -> Group:
    """A group with the lengths of its games."""
    different, counts = np.array(list(found)), np.array(list(found.values()))
    return Group(group.game, group.seats, group.settings, different, counts, group.wins)
