"""The figures as CSV: one row for each variant, number of seats and seat.

Whatever can be derived from a row (shares and their intervals) is written for readers and computed
again when the file is read.
"""

from __future__ import annotations

import csv
import io
import itertools
import pathlib
from typing import Any

from skipyard.bots.intervals import wilson as interval
from skipyard.games import game
from skipyard.lab.output import replace_file
from skipyard.lab.sentences import say
from skipyard.options import Refused

Report = dict[str, Any]

LENGTHS = ("mean", "p5", "median", "p95", "longest")
TABLE_COLUMNS = ("variant", "seats", "settings", "compared_with", "admitted", "same", "games")
ENDED = "ended_"  # before the name of a way in which a game can end


def write(file: pathlib.Path, reports: list[Report]) -> None:
    """Write the studies of one game, whole or not at all."""
    rows, out = [row for report in reports for row in rows_of(report)], io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    replace_file(file, out.getvalue())


def read(file: pathlib.Path, name: str, language: str) -> list[Report]:
    """Read the studies of one game; Refused with a sentence if the file is not what we wrote."""
    try:
        text = file.read_text("utf-8")
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "lab.read", file=file, why=why)) from None
    except UnicodeDecodeError:
        raise Refused(say(language, "figures.damaged", file=file)) from None
    rows = csv.DictReader(text.splitlines())
    tables = itertools.groupby(rows, lambda row: tuple(row[column] for column in TABLE_COLUMNS))
    try:
        reports = [report_of(name, list(seats)) for _, seats in tables]
    except (KeyError, ValueError, TypeError, AttributeError, ZeroDivisionError, csv.Error):
        reports = []
    if not reports:
        raise Refused(say(language, "figures.damaged", file=file))
    return reports


# Writing ------------------------------------------------------------------------------------------
def rows_of(report: Report) -> list[dict[str, object]]:
    """One row for each side of a table; the columns of the table itself are repeated."""
    table = {
        "variant": " ".join(report["variant"]),
        "seats": report["seats"],
        "settings": " ".join(report["settings"]),
        "compared_with": " ".join(report["compared_with"]),
        "admitted": yes(report["admitted"]),
        "same": yes(report["same"]),
        "games": report["games"],
    }
    ended = {f"{ENDED}{way}": count for way, count in ways_of(report).items()}
    lengths = {
        f"{what}_{part}": f"{report[what][part]:.1f}" if part == "mean" else round(n)
        for what in ("moves", "turns")
        for part, n in report[what].items()
    }
    rest = {"drawn": report["draws"]} | ended | lengths
    return [table | seat_columns(side) | rest for side in report["sides"]]


def seat_columns(side: dict[str, Any]) -> dict[str, object]:
    low, high = side["interval"]
    return {
        "seat": "+".join(map(str, side["seats"])),
        "wins": side["wins"],
        "share": f"{side['share']:.4f}",
        "low": f"{low:.4f}",
        "high": f"{high:.4f}",
        "points": f"{side['points']:.1f}",
    }


def ways_of(report: Report) -> dict[str, int]:
    """How many games ended in each way; only blocked games where the rules name no ways."""
    return report["endings"] or {"blocked": report["blocked"]}


def yes(value: bool) -> str:
    return "yes" if value else ""


# Reading ------------------------------------------------------------------------------------------
def report_of(name: str, rows: list[dict[str, str]]) -> Report:
    """One table from the rows of its sides."""
    first, games = rows[0], int(rows[0]["games"])
    ended = {
        column.removeprefix(ENDED): int(count)
        for column, count in first.items()
        if column.startswith(ENDED)
    }
    return {
        "game": name,
        "title": game(name).title,
        "variant": tuple(first["variant"].split()),
        "seats": int(first["seats"]),
        "settings": first["settings"].split(),
        "compared_with": first["compared_with"].split(),
        "admitted": bool(first["admitted"]),
        "same": bool(first["same"]),
        "games": games,
        "sides": [side_of(row, games) for row in rows],
        "draws": int(first["drawn"]),
        "blocked": ended.get("blocked", 0),
        "endings": ended,
        "moves": lengths_of(first, "moves"),
        "turns": lengths_of(first, "turns"),
    }


def side_of(row: dict[str, str], games: int) -> dict[str, Any]:
    wins = int(row["wins"])
    return {
        "seats": [int(seat) for seat in row["seat"].split("+")],
        "wins": wins,
        "share": wins / games,
        "interval": interval(wins, games),
        "points": float(row["points"]),
    }


def lengths_of(row: dict[str, str], what: str) -> dict[str, float]:
    return {part: float(row[f"{what}_{part}"]) for part in LENGTHS}
