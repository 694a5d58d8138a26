"""The command `skipyard`. A subcommand imports what it needs when it runs, so help is instant."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence

from skipyard import __version__, extras
from skipyard.catalogue import LANGUAGES, common, user_language, with_firm_spaces
from skipyard.cli import interrupts
from skipyard.cli.parser import BadArguments, Command, Parser, language_in
from skipyard.commands import developer, lab, player, server
from skipyard.options import Refused

OLD_NAME = re.compile("-[A-Za-z0-9_-]{11}")  # of a table
SERVERS = ("open", "serve")  # commands whose server handles signals


def build_parser() -> Parser:
    parser = Parser(prog="skipyard", description="Five tabletop games, exact and fast.")
    parser.add_argument("--version", action="version", version=f"skipyard {__version__}")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=user_language(), help="English or French"
    )
    parser.set_defaults(run="skipyard.terminal.greeting")  # without a command
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=Command)
    player.add(commands)
    server.add(commands)
    player.add_records(commands)
    server.add_exchange(commands)
    lab.add(commands)
    lab.add_studies(commands)
    developer.add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without `argv`, this process is the command's."""
    if argv is None:
        interrupts.watch(user_language())
    try:
        status = run_command(argv)
    except KeyboardInterrupt:
        if argv is None:
            interrupts.end()
        interrupts.say()
        return interrupts.INTERRUPTED
    return status


def with_names(words: Sequence[str]) -> list[str]:
    """The arguments, with a table's name that begins with “-” not taken for an option.

    Tables of older versions may have such names; argparse takes nothing with a space for one.
    """
    exports = "export" in words
    return [f" {word}" if exports and OLD_NAME.fullmatch(word) else word for word in words]


def run_command(argv: Sequence[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    try:
        args = build_parser().parse_args(with_names(words))
    except BadArguments as bad:
        language = language_in(words)
        sys.stderr.write(f"{with_firm_spaces(bad.sentence(language), language)}\n")
        raise SystemExit(2) from None
    interrupts.begin(args.lang)
    if args.command in SERVERS and argv is None:
        interrupts.leave_to_server(common().say(args.lang, "stop.server"))
    try:
        status = int(importlib.import_module(args.run).run(args))
    except Refused as refusal:
        sys.stderr.write(f"{with_firm_spaces(str(refusal), args.lang)}\n")
        return 2
    except ModuleNotFoundError as missing:
        extra = extras.extra_for(missing, args.run)
        if extra is None:
            raise
        words = ["skipyard", args.command, getattr(args, "subject", "")]
        what = f"`{' '.join(words).strip()}`"
        told = with_firm_spaces(extras.sentence(extra, what, args.lang), args.lang)
        sys.stderr.write(f"{told}\n")
        return 2
    except BrokenPipeError:  # the reader of our output has closed the pipe
        sys.stderr.close()
        return 1
    if interrupts.Process.is_noted:  # by a server, which has stopped and returned
        raise KeyboardInterrupt
    return status


if __name__ == "__main__":
    sys.exit(main())
