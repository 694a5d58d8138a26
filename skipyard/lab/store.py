"""What a command has finished, so that the same command goes on where it was stopped.

A file beside the one that the command writes: a line that says what the run is, then an entry for
each finished task, added as it finishes. A half-written entry at the end does not count.
"""

from __future__ import annotations

import json
import pathlib
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from skipyard.lab.output import cannot_write
from skipyard.lab.sentences import say
from skipyard.options import Refused
from skipyard.sources import all_sources_digest

FORMAT = 1
ENDING = ".unfinished"


class Entry(NamedTuple):
    """A finished task: its name, what is to be told of it, and its content."""

    key: str
    facts: Any
    content: bytes


class Store:
    """The entries of one run; `about` names its options."""

    def __init__(self, file: str, about: Mapping[str, Any], language: str) -> None:
        self.file, self.language = pathlib.Path(file + ENDING), language
        told = {"format": FORMAT, "sources": all_sources_digest(), **about}
        self.about = json.loads(json.dumps(told))
        self.entries: dict[str, Entry] = {}
        self.end = 0  # of the last whole entry
        self.load()

    def load(self) -> None:
        """Read a store of the same run; Refused if it is of another."""
        found = read(self.file, self.language)
        if found is None:
            return
        about, entries, self.end = found
        if about.get("format") != FORMAT or about.get("sources") != self.about["sources"]:
            raise Refused(say(self.language, "store.version", file=self.file))
        if about != self.about:
            names = differing_keys(about, self.about)
            raise Refused(say(self.language, "store.options", file=self.file, names=names))
        self.entries = {entry.key: entry for entry in entries}

    def add(self, key: str, facts: Any, content: bytes) -> None:
        """Add a finished task; Refused if it cannot be written, and the ones before are kept."""
        head = {"key": key, "facts": facts, "size": len(content), "crc": zlib.crc32(content)}
        try:
            with self.file.open("r+b" if self.end else "wb") as out:
                if not self.end:
                    out.write(json.dumps(self.about).encode() + b"\n")
                else:
                    out.seek(self.end)
                    out.truncate()
                out.write(json.dumps(head).encode() + b"\n" + content + b"\n")
                end = out.tell()
                out.flush()
        except OSError as problem:
            why = problem.strerror or problem
            raise Refused(say(self.language, "store.full", file=self.file, why=why)) from None
        self.end = end
        self.entries[key] = Entry(key, facts, content)

    def remove(self) -> None:
        """The run is finished."""
        try:
            self.file.unlink(missing_ok=True)
        except OSError as problem:
            raise cannot_write(self.file, problem, self.language) from None


def seed_in(file: str, language: str) -> int | None:
    """The seed of the unfinished run beside a file, if there is one."""
    found = read(pathlib.Path(file + ENDING), language)
    seed = found[0].get("seed") if found else None
    return seed if isinstance(seed, int) else None


def read(file: pathlib.Path, language: str) -> tuple[dict[str, Any], list[Entry], int] | None:
    """A store's description, its entries, and where the last whole one ends."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "lab.read", file=file, why=why)) from None
    line, newline, _ = content.partition(b"\n")
    if not newline:
        return None  # stopped before the first entry
    try:
        about = json.loads(line)
        about["format"]
    except (ValueError, KeyError, TypeError):
        raise Refused(say(language, "store.not_one", file=file)) from None
    entries, end = [], len(line) + 1
    for entry, after in entries_of(content, end):
        entries.append(entry)
        end = after
    return about, entries, end


def entries_of(content: bytes, start: int) -> Iterator[tuple[Entry, int]]:
    """Whole entries, each with where it ends."""
    while True:
        newline = content.find(b"\n", start)
        if newline < 0:
            return
        try:
            head = json.loads(content[start:newline])
            end = newline + 1 + head["size"]
            part = content[newline + 1 : end]
            if content[end : end + 1] != b"\n" or zlib.crc32(part) != head["crc"]:
                return
            yield Entry(head["key"], head["facts"], part), end + 1
        except (ValueError, KeyError, TypeError):
            return
        start = end + 1


def differing_keys(before: Any, now: Mapping[str, Any]) -> str:
    """The names of what differs between two descriptions of a run."""
    if not isinstance(before, dict):
        return "format"
    keys = dict.fromkeys((*now, *before))
    return ", ".join(key for key in keys if before.get(key) != now.get(key))
