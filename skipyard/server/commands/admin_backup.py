"""`skipyard admin backup` and `restore`: one file with all rows, on a running server."""

from __future__ import annotations

import argparse
import json
import pathlib
import time

from skipyard.cli import print_line
from skipyard.options import Refused
from skipyard.server.commands import admin, running
from skipyard.server.net import admin_sockets
from skipyard.server.sentences import say
from skipyard.table.database import backup
from skipyard.table.database.store import Trouble
from skipyard.table.database.stores import is_postgres


def run(args: argparse.Namespace) -> int:
    db, file = admin.database(args), pathlib.Path(args.file)
    lock = None
    try:
        if args.subject == "backup":
            if not is_postgres(db) and file.resolve() == admin_sockets.path_of(db):
                raise Refused(say(args.lang, "admin.own_file", file=file))
            summary = backup.write(db, file, time.time_ns() // 1_000_000, args.lang)
        else:
            lock = running.lock_alone(db, args.lang)
            summary = backup.restore(file, db, args.lang)
            if lock is not None:
                lock.close()
        noted = {"act": args.subject, "about": file.name, "result": summary.sha256}
        admin.perform(args, "noted", noted)
    except Trouble as trouble:
        raise Refused(str(trouble)) from None
    rows = sum(summary.rows.values())
    if args.json:
        print_line(json.dumps(summary._asdict()))
    elif args.subject == "backup":
        facts = {"rows": f"{rows:,}", "file": file, "schema": summary.schema}
        print_line(say(args.lang, "admin.backed_up", **facts))
    else:
        print_line(say(args.lang, "admin.restored", rows=f"{rows:,}", db=backup.shown(db)))
    return 0
