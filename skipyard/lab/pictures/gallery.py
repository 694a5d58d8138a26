"""`skipyard gallery`: the pictures of docs/gallery.md, from what `skipyard figures` has left.

Wins and means are in its data files, below FOLDER/figures; how long games were is counted from its
games, which `figures --out FILE` keeps, and stored beside the pictures.
"""

from __future__ import annotations

import csv
import io
import pathlib
from typing import Any

import numpy as np

from skipyard.games import GAMES, game
from skipyard.lab.output import cannot_write, check_files, existing_folder, replace_file
from skipyard.lab.pictures.drawing import Drawing
from skipyard.lab.pictures.gallery_page import page
from skipyard.lab.pictures.games import Group
from skipyard.lab.pictures.games import read as read_games
from skipyard.lab.pictures.lengths import lengths
from skipyard.lab.pictures.options import options
from skipyard.lab.pictures.seats import seats
from skipyard.lab.sentences import say
from skipyard.lab.studies import figures_data
from skipyard.lab.studies.figures_data import Report
from skipyard.options import Refused

PAGE, FOLDER, LENGTHS = "gallery.md", "gallery", "lengths.csv"
COLUMNS = ("game", "seats", "turns", "games")
Book = dict[tuple[str, int], dict[int, int]]


def run(args: Any) -> int:
    """Count the lengths in the files of games, if any are named; then draw everything."""
    folder = existing_folder(args.folder, args.lang)
    target = folder / FOLDER
    try:
        target.mkdir(exist_ok=True)
    except OSError as problem:
        raise cannot_write(target, problem, args.lang) from None
    names = [f"{name}-options.svg" for name in GAMES]
    written = [target / name for name in ("lengths.svg", "seats.svg", LENGTHS, *names)]
    check_files(map(str, [folder / PAGE, *written]), args.lang)
    studies = {
        name: figures_data.read(folder / "figures" / f"{name}.csv", name, args.lang)
        for name in GAMES
    }
    book, stored = by_book(studies), target / LENGTHS
    if args.files:
        before = read_lengths(stored, args.lang) if stored.exists() else {}
        found = before | lengths_in(read_games(*args.files, language=args.lang), book)
        write_lengths(stored, {kind: found[kind] for kind in book if kind in found}, args.lang)
    lengths_by_book = read_lengths(stored, args.lang)
    for kind in book:
        if kind not in lengths_by_book:
            facts = {"game": game(kind[0]).title, "seats": kind[1], "file": stored}
            raise Refused(say(args.lang, "pictures.lacking", **facts))
    drawings = draw(studies, lengths_by_book)
    for name, picture in drawings.items():
        replace_file(target / f"{name}.svg", str(picture), args.lang)
    replace_file(folder / PAGE, page(drawings), args.lang)
    return 0


def by_book(studies: dict[str, list[Report]]) -> dict[tuple[str, int], Report]:
    """The tables by the book, by game and seats."""
    return {
        (name, report["seats"]): report
        for name, reports in studies.items()
        for report in reports
        if not report["variant"]
    }


def lengths_in(groups: list[Group], book: dict[tuple[str, int], Report]) -> Book:
    """How long the games by the book were, of those that a study's file has."""
    found = {
        (group.game, group.seats): group
        for group in groups
        if (report := book.get((group.game, group.seats)))
        and set(group.settings) == set(report["settings"])
    }
    return {
        kind: dict(zip(group.lengths.astype(int).tolist(), group.counts.tolist(), strict=True))
        for kind, group in found.items()
    }


def write_lengths(file: pathlib.Path, book: Book, language: str) -> None:
    """Store the lengths of games by the book."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (name, count), found in book.items():
        writer.writerows((name, count, turns, games) for turns, games in found.items())
    replace_file(file, out.getvalue(), language)


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
    groups = [group_of(report) for report in by_book(studies).values()]
    told = [with_lengths(group, book[group.game, group.seats]) for group in groups]
    drawings = {"lengths": lengths(told), "seats": seats(groups)}
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
