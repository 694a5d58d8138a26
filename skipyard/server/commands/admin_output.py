"""What `skipyard admin` prints without --json."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from skipyard.cli import print_line
from skipyard.server.sentences import say
from skipyard.table.database.store import NEVER

Facts = dict[str, Any]


def show(act: str, result: Facts, asked: Facts, language: str) -> None:
    """Print what came of an act."""
    PRINTED[act](result, asked, language)


def date(at: int) -> str:
    """A time in UTC; nothing for NEVER."""
    return "" if at == NEVER else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at / 1000))


def grid(heads: str, rows: Sequence[Sequence[object]], language: str) -> None:
    """Columns under their heads; cells are never cut."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in say(language, f"admin.{heads}").split("|"):
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    Console(soft_wrap=True, highlight=False, markup=False).print(table)


def tables(result: Facts, asked: Facts, language: str) -> None:
    listed = result["tables"]
    names = ("table", "kind", "game", "rows", "held", "present")
    rows = [[*(each[name] for name in names), date(each["last"])] for each in listed]
    if not rows:
        print_line(say(language, "admin.no_tables"))
        return
    grid("table_heads", rows, language)
    if result["more"]:
        print_line(say(language, "admin.more", after=listed[-1]["table"]))


def one_table(result: Facts, asked: Facts, language: str) -> None:
    players = result.pop("players")
    for name, value in result.items():
        shown = date(value) if name in ("opened", "last") else value
        print_line(f"{name:<12}{'' if shown is None else shown}")
    for player in players:
        told = " ".join(filter(None, (player["name"], player["kind"], player["away"])))
        print_line(f"{player['player']:<12}{told}")
        for digest in player["people"]:
            print_line(f"{'':<12}{digest}")


def processes(result: Facts, asked: Facts, language: str) -> None:
    names = ("process", "pid", "version", "schema", "up", "tables", "people", "draining")
    listed = [[each[name] for name in names] for each in result["processes"]]
    grid("process_heads", listed, language)


def bans(result: Facts, asked: Facts, language: str) -> None:
    rows = [
        (ban["kind"], ban["value"], date(ban["since"]), date(ban["until"]), ban["reason"])
        for ban in result["bans"]
    ]
    grid("ban_heads", rows, language)


def log(result: Facts, asked: Facts, language: str) -> None:
    names = ("operator", "act", "about", "result")
    rows = [(date(act["at"]), *(act[name] for name in names)) for act in result["acts"]]
    grid("log_heads", rows, language)


def closed(result: Facts, asked: Facts, language: str) -> None:
    key = "admin.closed" if "closed" in result else "admin.deleted"
    print_line(say(language, key, table=asked["table"]))


def pruned(result: Facts, asked: Facts, language: str) -> None:
    counts = result["deleted"].items()
    what = ", ".join(f"{count} {kind}" for kind, count in counts) or say(language, "admin.nothing")
    key = "admin.would_prune" if result["dry_run"] else "admin.pruned"
    print_line(say(language, key, what=what))


def forgotten(result: Facts, asked: Facts, language: str) -> None:
    print_line(say(language, "admin.forgotten", **result))


def banned(result: Facts, asked: Facts, language: str) -> None:
    print_line(say(language, "admin.banned", who=", ".join(result["banned"])))


def unbanned(result: Facts, asked: Facts, language: str) -> None:
    print_line(say(language, "admin.unbanned", who=", ".join(result["lifted"])))


def drained(result: Facts, asked: Facts, language: str) -> None:
    key = "stopped" if result.get("stopped") else "drained" if result["drained"] else "undrained"
    print_line(say(language, f"admin.{key}", **result))


PRINTED: dict[str, Callable[[Facts, Facts, str], None]] = {
    "list": tables,
    "show": one_table,
    "processes": processes,
    "bans": bans,
    "log": log,
    "close": closed,
    "delete": closed,
    "prune": pruned,
    "forget": forgotten,
    "ban": banned,
    "unban": unbanned,
    "drain": drained,
}
