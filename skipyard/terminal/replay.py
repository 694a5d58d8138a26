"""`skipyard replay`: prints a record in sentences, and the table as one viewer sees it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from skipyard.cli import print_line, whole_number
from skipyard.games import GAMES, game
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table import journal
from skipyard.table.files import verify
from skipyard.table.files.fetch import fetch
from skipyard.table.files.verify import Record, row_of
from skipyard.table.host import Host
from skipyard.table.sentences import say as told
from skipyard.terminal import boards
from skipyard.terminal.sentences import say as sentence

PUBLIC, ALL = "public", "all"
NO_NUMBER = 6 * " "


def run(args: argparse.Namespace) -> int:
    """Print a record's sentences, and the table after the last of them."""
    record = verify.read(fetch(args.file, verify.LARGEST, args.lang), args.lang)
    if not record.whole:
        replay_part(record, args)
    elif is_old(record) and not still_follows(record):
        print_words(record.content, args.lang)
        print_line(sentence(args.lang, "replay.old", version=record.content["rules"]))
    else:
        replay(record, args)
    return 0


def is_old(record: Record) -> bool:
    """Whether a game was played by an older version of the rules."""
    name = record.content["game"]
    return name in GAMES and record.content["rules"] < game(name).rules.VERSION


def still_follows(record: Record) -> bool:
    """Whether today's rules lead to the same game; if not, only its words are printed."""
    try:
        for _ in record.checks():
            pass
    except Refused:
        return False
    return True


def replay(record: Record, args: argparse.Namespace) -> None:
    """Print a finished game, after checking all of it."""
    for _ in record.checks():
        pass
    viewer = viewer_of(args, len(record.content["seats"]))
    last = None if args.turn is None else whole_number(args.turn, "--turn", language=args.lang)
    host = Host(record.header())
    for entry in record.content["entries"]:
        if last is not None and host.moves >= last and host.table is not None:
            break
        row, names = row_of(host, entry), journal.names_of(host, args.lang)
        head = f"{host.moves + 1:>4}  " if row.kind == "move" else NO_NUMBER
        for text in journal.follow(
            host, row, NOBODY if viewer == ALL else viewer, names, args.lang
        ):
            print_line(head + text)
            head = NO_NUMBER
    show(host, viewer, args.lang)


def viewer_of(args: argparse.Namespace, seats: int) -> Any:
    """The viewer that was asked for: a seat, NOBODY, or ALL."""
    if args.viewer == ALL:
        return ALL
    if args.viewer == PUBLIC:
        return NOBODY
    seat = whole_number(args.viewer, "--as", 1, language=args.lang) - 1
    if seat >= seats:
        raise Refused(sentence(args.lang, "replay.seat", player=seat + 1, seats=seats))
    return seat


def show(host: Host, viewer: Any, language: str) -> None:
    """Print the table as it is now, and the result if there is one."""
    if host.table is None:
        return
    print_line("")
    if viewer == ALL:
        print_line(host.game.position.write(host.table.state))
    else:
        draw(host, viewer, language)
    if host.result is not None:
        everybody = journal.names_of(host, language)
        names = ", ".join(everybody[seat] for seat in host.result.winners)
        print_line("")
        print_line(told(language, f"end.{host.result.how}", winners=names))


def draw(host: Host, viewer: int, language: str) -> None:
    """Draw the terminal's board, with the players' names."""
    assert host.table is not None
    console, table = Console(), host.table
    names = [chair.name or chair.bot or chair.kind for chair in host.chairs]
    board = boards.of(host.game.name).Board(console, host.game, table.view(viewer), names, language)
    totals = () if table.match is None else table.match.totals
    console.print(board.draw(table.round if totals else 0, totals))


def replay_part(record: Record, args: argparse.Namespace) -> None:
    """Print an unfinished game as one seat was told it."""
    content = record.content
    own = PUBLIC if content["as"] == NOBODY else str(content["as"] + 1)
    if args.turn is not None or args.viewer not in (PUBLIC, own):
        raise Refused(sentence(args.lang, "replay.part", viewer=own))
    print_words(content, args.lang)
    print_line("")
    Console().print(Text(content["view"]))


def print_words(content: Mapping[str, Any], language: str) -> None:
    """Print the words stored in a record."""
    names = {n: seat["name"] for n, seat in enumerate(content["seats"])}
    for entry in content["entries"]:
        facts, words = entry.get("data", {}), entry.get("words", "")
        try:
            text = journal.sentence(
                entry["kind"],
                entry["seat"],
                names.get(entry["seat"], ""),
                facts,
                language,
                words=words,
            )
        except (KeyError, TypeError, ValueError):
            raise Refused(sentence(language, "replay.entry")) from None
        print_line(NO_NUMBER + text)
