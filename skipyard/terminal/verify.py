"""`skipyard verify`: a record checked from its keys to its result, a line for every check."""

from __future__ import annotations

import argparse

from skipyard.cli import say
from skipyard.options import Refused
from skipyard.table.files import verify
from skipyard.table.files.fetch import fetch
from skipyard.terminal.sentences import say as sentence


def run(args: argparse.Namespace) -> int:
    """Print what is right, and the first thing that is not; 1 if there is one."""
    raw = fetch(args.file, verify.LARGEST, args.lang)
    try:
        for right in verify.read(raw, args.lang).checks():
            say(sentence(args.lang, "verify.right", what=right))
    except Refused as refusal:
        say(sentence(args.lang, "verify.wrong", what=refusal))
        return 1
    say(sentence(args.lang, "verify.done"))
    return 0
