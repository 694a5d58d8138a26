"""One row for each game of a study, as CSV, Parquet or Arrow, by the ending of the file's name."""

from __future__ import annotations

import csv
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard import extras
from skipyard.games import Game
from skipyard.lab.output import cannot_write, check_files
from skipyard.lab.sentences import say
from skipyard.options import Refused

Columns = dict[str, list[Any]]
KINDS = (".csv", ".parquet", ".arrow")


def check(file: str | None, language: str) -> None:
    """Refuse a file that could not be written, before anything is played."""
    if file is None:
        return
    kind = pathlib.Path(file).suffix
    if kind not in KINDS:
        raise Refused(say(language, "rows.kind", file=file))
    if kind != ".csv" and not extras.is_installed("pyarrow"):
        raise Refused(extras.sentence("data", f"“{file}”", language))
    check_files([file], language)


def endings_of(g: Game) -> dict[int, str]:
    """The names of the ways in which a game can end; two where its rules name none."""
    ways = getattr(g.rules, "Ended", ())
    return {int(way): way.name.lower() for way in ways} or {1: "", 2: "blocked"}


def columns_of(g: Game, report: dict[str, Any], results: Any, numbers: Sequence[int]) -> Columns:
    """The rows of a study's games, by column; seats count from 1, and a draw has no winner."""
    names = endings_of(g)
    count = len(results)
    columns: Columns = {
        "game": [g.name] * count,
        "seats": [report["seats"]] * count,
        "settings": [" ".join(report["settings"])] * count,
        "bots": [",".join(report["bots"])] * count,
        "seed": [report["seed"]] * count,
        "number": list(numbers),
        "winner": [int(side) + 1 if side >= 0 else None for side in results["winner"]],
        "ending": [names.get(int(way), "") for way in results["over"]],
        "moves": results["moves"].tolist(),
        "turns": results["turns"].tolist(),
    }
    for side in range(len(report["sides"])):
        columns[f"points_{side + 1}"] = results["points"][:, side].tolist()
    return columns


def together(every: Sequence[Columns]) -> Columns:
    """The rows of several tables; a column that a table does not have is empty there."""
    names = list(dict.fromkeys(name for columns in every for name in columns))
    return {
        name: [
            value
            for columns in every
            for value in columns.get(name, [None] * len(columns["number"]))
        ]
        for name in names
    }


def write(file: str, columns: Columns, language: str) -> None:
    """Write the rows, whole or not at all: a full disk leaves an older file as it was."""
    path = pathlib.Path(file)
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        if path.suffix == ".csv":
            write_csv(draft, columns)
        else:
            write_arrow(draft, columns, path.suffix)
        draft.replace(path)
    except OSError as problem:
        raise cannot_write(file, problem, language) from None
    finally:
        draft.unlink(missing_ok=True)


def write_csv(file: pathlib.Path, columns: Columns) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def write_arrow(file: pathlib.Path, columns: Columns, kind: str) -> None:
    import pyarrow
    from pyarrow import feather, parquet

    table = pyarrow.table(columns)
    if kind == ".parquet":
        parquet.write_table(table, str(file))
    else:
        feather.write_feather(table, str(file))


def read(file: str, language: str) -> Columns:
    """The rows of a file that `write` has written; none if there is no file yet."""
    path = pathlib.Path(file)
    if not path.exists():
        return {}
    try:
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as text:
                names, *rows = csv.reader(text)
            return {name: [row[n] for row in rows] for n, name in enumerate(names)}
        from pyarrow import feather, parquet

        load = parquet.read_table if path.suffix == ".parquet" else feather.read_table
        columns: Columns = load(file).to_pydict()
        return columns
    except (OSError, ValueError, IndexError) as problem:  # pyarrow's errors are ValueErrors
        why = str(getattr(problem, "strerror", None) or problem).splitlines()[0]
        raise Refused(say(language, "lab.read", file=file, why=why.rstrip("."))) from None
