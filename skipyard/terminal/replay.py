"""`skipyard replay`: a recorded game in sentences, and the table through chosen eyes."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from skipyard.cli import say, whole_number
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


def run(args: argparse.Namespace) -> int:
    """Print a record's sentences, and the table after the last of them."""
    found = verify.read(fetch(args.file, verify.LARGEST, args.lang), args.lang)
    if not found.whole:
        replay_part(found, args)
    elif is_old(found) and not still_follows(found):
        tell(found.content, args.lang)
        say(sentence(args.lang, "replay.old", version=found.content["rules"]))
    else:
        replay(found, args)
    return 0


def is_old(found: Record) -> bool:
    """Whether a game was played by rules that have changed since."""
    name = found.content["game"]
    return name in GAMES and found.content["rules"] < game(name).rules.VERSION


def still_follows(found: Record) -> bool:
    """Whether the rules of today lead to the same game; else only its words are read."""
    try:
        for _ in found.checks():
            pass
    except Refused:
        return False
    return True


def replay(found: Record, args: argparse.Namespace) -> None:
    """A finished game: everything was checked before any of it is shown."""
    for _ in found.checks():
        pass
    viewer = viewer_of(args, len(found.content["seats"]))
    last = None if args.turn is None else whole_number(args.turn, "--turn")
    host = Host(found.header())
    for entry in found.content["entries"]:
        if last is not None and host.moves >= last and host.table is not None:
            break
        row = row_of(host, entry)
        text = journal.line(host, row, host.turn if viewer == ALL else viewer, args.lang)
        say(f"{host.moves + 1:>4}  {text}" if row.kind == "move" else f"      {text}")
        host.apply(row)
    show(host, viewer, args.lang)


def viewer_of(args: argparse.Namespace, seats: int) -> Any:
    """Whose eyes were asked for: a seat, NOBODY, or everybody's at once."""
    if args.viewer == ALL:
        return ALL
    if args.viewer == PUBLIC:
        return NOBODY
    seat = whole_number(args.viewer, "--as", 1) - 1
    if seat >= seats:
        raise Refused(sentence(args.lang, "replay.seat", player=seat + 1, seats=seats))
    return seat


def show(host: Host, viewer: Any, language: str) -> None:
    """The table as it now is, and the result where there is one."""
    if host.table is None:
        return
    say("")
    if viewer == ALL:
        say(host.game.position.write(host.table.state))
    else:
        draw(host, viewer, language)
    if host.result is not None:
        names = ", ".join(name_of(host, seat, language) for seat in host.result.winners)
        say("")
        say(told(language, f"end.{host.result.how}", winners=names))


def draw(host: Host, viewer: int, language: str) -> None:
    """The board of the terminal, with the players' names."""
    assert host.table is not None
    console, table = Console(), host.table
    names = [chair.name or chair.bot or chair.kind for chair in host.chairs]
    board = boards.of(host.game.name).Board(console, host.game, table.view(viewer), names, language)
    totals = () if table.match is None else table.match.totals
    console.print(board.draw(table.round if totals else 0, totals))


def name_of(host: Host, seat: int, language: str) -> str:
    return host.chairs[seat].name or told(language, "log.player", player=seat + 1)


def replay_part(found: Record, args: argparse.Namespace) -> None:
    """An unfinished game, as far as one seat was told of it."""
    content = found.content
    own = PUBLIC if content["as"] == NOBODY else str(content["as"] + 1)
    if args.turn is not None or args.viewer not in (PUBLIC, own):
        raise Refused(sentence(args.lang, "replay.part", viewer=own))
    tell(content, args.lang)
    say("")
    Console().print(Text(content["view"]))


def tell(content: Mapping[str, Any], language: str) -> None:
    """A record in its own words."""
    names = {n: seat["name"] for n, seat in enumerate(content["seats"])}
    for entry in content["entries"]:
        facts, words = entry.get("data", {}), entry.get("words", "")
        try:
            text = journal.sentence(
                entry["kind"],
                entry["seat"],
                names.get(entry["seat"], ""),
                words,
                facts,
                language,
            )
        except (KeyError, TypeError, ValueError):
            raise Refused(sentence(language, "replay.entry")) from None
        say(f"      {text}")
