"""`skipyard verify`: checks a record from its keys to its result, one line for each check."""

from __future__ import annotations

import argparse

from skipyard.cli import print_line
from skipyard.options import Refused
from skipyard.table.files import verify
from skipyard.table.files.fetch import fetch
from skipyard.terminal.sentences import say as sentence
from skipyard.tournament import record as tournament_record


def run(args: argparse.Namespace) -> int:
    """Print each check; 1 if one fails. A record is of a table or of a tournament."""
    raw = fetch(args.file, verify.LARGEST, args.lang)
    of_tournament = tournament_record.read(raw)
    try:
        for right in (
            verify.read(raw, args.lang).checks()
            if of_tournament is None
            else tournament_record.checks(of_tournament, args.lang)
        ):
            print_line(sentence(args.lang, "verify.right", what=right))
    except Refused as refusal:
        print_line(sentence(args.lang, "verify.wrong", what=refusal))
        return 1
    print_line(sentence(args.lang, "verify.done"))
    return 0
