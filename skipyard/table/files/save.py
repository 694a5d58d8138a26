"""Saved games: written whole or not at all, and checked when they are read."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import tempfile
from typing import Any

from skipyard import bots
from skipyard.games import GAMES, Game, game
from skipyard.options import Refused, Value, read_settings, write_settings
from skipyard.seats import NOBODY
from skipyard.table.files import untrusted
from skipyard.table.files.untrusted import quoted
from skipyard.table.sentences import say
from skipyard.table.table import DEALER, Table

FORMAT = "skipyard-save/2"
OLDER = "skipyard-save/1"  # its digest is of a state in memory, whose layout may change
FAMILY = "skipyard-save/"
YOU = "you"
LARGEST = 16 * 1024 * 1024  # bytes; the longest games stay far below
FIELDS: dict[str, type] = {
    "format": str,
    "game": str,
    "rules": int,
    "seats": list,
    "settings": list,
    "key": str,
    "actions": list,
    "digest": str,
}


# Writing ------------------------------------------------------------------------------------------
def dumps(table: Table) -> str:
    """A table as the text of a save: a line a move, so that people can read it."""
    head = {
        "format": FORMAT,
        "game": table.game.name,
        "rules": table.rules.VERSION,
        "seats": list(table.seats),
        "settings": write_settings(table.game.options.OPTIONS, table.chosen),
        "key": table.key.hex(),
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    moves = [json.dumps([*entry, table.describe(entry)], ensure_ascii=False) for entry in table.log]
    lines += ['"actions": [', ",\n".join(moves), "],", f'"digest": "{table.digest()}"']
    return "{\n" + "\n".join(lines) + "\n}\n"


def write(table: Table, file: str | os.PathLike[str], language: str = "en") -> pathlib.Path:
    """Save a table; the old save stays whole until the new one is on disk."""
    try:
        path = pathlib.Path(os.path.realpath(file))  # follow a symbolic link
        if path.exists() and not looks_like_save(path):
            raise Refused(say(language, "save.foreign", file=file))
        replace(path, dumps(table).encode())
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Refused(say(language, "save.write", file=file, why=why)) from None
    except ValueError as problem:  # a name that no file can have
        if isinstance(problem, Refused):
            raise
        raise Refused(say(language, "save.write", file=repr(file), why=problem)) from None
    return path


def looks_like_save(path: pathlib.Path) -> bool:
    """Whether a file is one of ours to replace, a damaged one included."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.read(200)
    return not start or FAMILY.encode() in start


def replace(path: pathlib.Path, content: bytes) -> None:
    """Write a temporary file and rename it to `path`, so that there is never half a file."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def sync_folder(folder: pathlib.Path) -> None:
    """Make a rename durable; some file systems cannot do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Reading ------------------------------------------------------------------------------------------
def read(file: str | os.PathLike[str], language: str = "en") -> Table:
    """The table in a save, or Refused with a sentence; the file is never touched."""
    return Reader(file, language).table()


class Reader:
    """Reads one file and checks every field."""

    def __init__(self, file: str | os.PathLike[str], language: str) -> None:
        self.file, self.language = os.fspath(file), language

    def refuse(self, key: str, **facts: object) -> Refused:
        return Refused(say(self.language, f"save.{key}", file=self.file, **facts))

    def table(self) -> Table:
        content = self.content()
        name, version = content["game"], content["rules"]
        if name not in GAMES:
            raise self.refuse("game", found=quoted(name))
        g = game(name)
        facts = {"found": version, "version": g.rules.VERSION, "game": g.title}
        if version > g.rules.VERSION:
            raise self.refuse("version", **facts)
        try:
            return self.fold(g, content)
        except Refused as refusal:
            if version == g.rules.VERSION:
                raise
            raise self.refuse("older", why=refusal, **facts) from None

    def fold(self, g: Game, content: dict[str, Any]) -> Table:
        """Replay a save by today's rules."""
        seats = self.seats(content["seats"])
        key = self.hexadecimal(content, "key")
        chosen = self.settings(g, content["settings"], len(seats))
        table = Table(g, seats, chosen, key)
        for n, entry in enumerate(content["actions"], 1):
            self.replay(table, n, entry)
        digest = self.hexadecimal(content, "digest").hex()
        if content["format"] != OLDER and digest != table.digest():
            raise self.refuse("digest")
        return table

    def content(self) -> dict[str, Any]:
        """The file as an object with the fields of a save, each of its type."""
        raw = untrusted.contents(self.file, LARGEST, self.refuse)
        content: dict[str, Any] = untrusted.parsed(raw, LARGEST, self.refuse)
        untrusted.check_format(content, (FORMAT, OLDER), self.refuse)
        untrusted.check_fields(content, FIELDS, self.refuse)
        return content

    def seats(self, kinds: list[Any]) -> list[str]:
        for kind in kinds:
            if kind != YOU and not bots.is_bot(kind):
                known = ", ".join((YOU, *bots.all_names()))
                raise self.refuse("kind", found=quoted(kind), kinds=known)
        return kinds

    def settings(self, g: Game, texts: list[Any], seats: int) -> dict[str, Value]:
        for text in texts:
            if not isinstance(text, str):
                raise self.refuse("value", name="settings", found=quoted(text))
        try:
            chosen = read_settings(g.options.OPTIONS, texts, g.title, self.language)
            g.options.check(seats, chosen, self.language)
        except Refused as refusal:
            raise self.refuse("settings", why=refusal) from None
        return chosen

    def hexadecimal(self, content: dict[str, Any], name: str) -> bytes:
        """The 32 bytes of a key or a digest."""
        if not re.fullmatch("[0-9a-f]{64}", content[name]):
            raise self.refuse("value", name=name, found=quoted(content[name]))
        return bytes.fromhex(content[name])

    def replay(self, table: Table, n: int, entry: Any) -> None:
        """Check and play one entry."""
        if not isinstance(entry, list) or [type(part) for part in entry] != [int, int, str]:
            raise self.refuse("entry", n=n, found=quoted(entry))
        seat, action, words = entry
        if seat < DEALER or seat == NOBODY or (seat == DEALER and action != table.round + 1):
            raise self.refuse("entry", n=n, found=quoted(entry))
        try:
            if seat == DEALER:
                table.next_round(self.language)
            else:
                table.play(seat, action, self.language)
        except Refused as refusal:
            raise self.refuse("move", n=n, why=refusal) from None
        meant = table.describe(table.log[-1])
        if words != meant:
            raise self.refuse("words", n=n, meant=meant, found=quoted(words))
