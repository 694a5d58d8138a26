"""`skipyard export` and `import`: records out of a server's database, and into one."""

from __future__ import annotations

import argparse
import pathlib
import sys

from skipyard.cli import print_line
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.server.sentences import say
from skipyard.server.settings import ID, default_db
from skipyard.table.database import stores
from skipyard.table.database.store import NEVER, NewRow, Outcome, Store, Trouble
from skipyard.table.files import record, save, verify
from skipyard.table.files.fetch import fetch


def run(args: argparse.Namespace) -> int:
    try:
        store = stores.open_store(args.db or default_db(), args.lang)
        try:
            return (import_table if args.command == "import" else export_table)(store, args)
        finally:
            store.close()
    except Trouble as trouble:
        raise Refused(str(trouble)) from None


def export_table(store: Store, args: argparse.Namespace) -> int:
    """Write a table's record: whole when it is over, else as a watcher saw it."""
    header = store.header(args.table)
    if header is None:
        raise Refused(say(args.lang, "ask.table", table=args.table[:40]))
    over = store.is_over(args.table)
    content = record.dumps(record.of(header, store.rows(args.table), NOBODY, over))
    if args.file is None:
        sys.stdout.write(content.decode())
        return 0
    try:
        save.replace(pathlib.Path(args.file), content)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Refused(say(args.lang, "exchange.write", file=args.file, why=why)) from None
    print_line(say(args.lang, "exchange.given", table=args.table, file=args.file))
    return 0


def import_table(store: Store, args: argparse.Namespace) -> int:
    """Store the game of a record, after every check has passed."""
    content = verify.read(fetch(args.file, verify.LARGEST, args.lang), args.lang)
    for _ in content.checks():
        pass
    header, rows = content.header(), content.rows()
    if not ID.fullmatch(header.table):
        raise Refused(say(args.lang, "exchange.id", table=header.table[:40]))
    stored = store.header(header.table)
    if stored is None:
        store.create(header, [])
    elif stored != header or store.rows(header.table):
        raise Refused(say(args.lang, "exchange.there", table=header.table))
    outcomes = store.append([NewRow(row, NEVER, row is rows[-1]) for row in rows])
    if any(outcome is not Outcome.STORED for outcome in outcomes):
        raise Refused(say(args.lang, "exchange.there", table=header.table))
    print_line(say(args.lang, "exchange.brought", table=header.table, rows=len(rows)))
    return 0
