"""A game's RULES.md read as data, and whether every rule in it is cited in code and has a case."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from skipyard.catalogue import common
from skipyard.games import GAMES, Game, cases, game
from skipyard.options import Refused

ENTRY = re.compile(r"^- \*\*((?:[A-Z]+)-A?\d\d) ([^*]+?)\*\*(?: \*\(([^)]*)\)\*)? (.+)$")
CITED = re.compile(r"\b([A-Z]+)-(A?)(\d\d)(?:\.\.(?:\1-\2)?(\d\d))?\b")
NOT_PLAYED = "not played: "


@dataclass(frozen=True)
class Entry:
    """One rule or ruling of a book."""

    id: str
    title: str
    text: str
    section: str
    tags: tuple[str, ...] = ()

    @property
    def ruling(self) -> bool:
        return "ruling" in self.tags

    @property
    def options(self) -> tuple[str, ...]:
        """The options that the entry speaks of."""
        named = [tag.split(" ", 1)[1] for tag in self.tags if re.match("options? ", tag)]
        return tuple(name for tag in named for name in tag.split(", "))

    @property
    def not_played(self) -> str:
        """Why play cannot show the entry; empty where it can."""
        found = [tag for tag in self.tags if tag.startswith(NOT_PLAYED)]
        return found[0].removeprefix(NOT_PLAYED) if found else ""


@dataclass(frozen=True)
class Book:
    """A rulebook in one language."""

    title: str
    introduction: str
    entries: dict[str, Entry]

    @property
    def sections(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.section, []).append(entry)
        return found


@functools.cache
def read(g: Game, language: str = "en") -> Book:
    """The rulebook of a game, in English where it is not written in another language."""
    file = g.file(f"RULES.{language}.md") or g.file("RULES.md")
    if file is None:
        facts = {"name": g.name, "file": g.folder / "RULES.md"}
        raise Refused(common().say(language, "game.file", **facts))
    title, introduction, section = "", "", ""
    entries: dict[str, Entry] = {}
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("## "):
            section = line[3:]
        elif line.startswith("- "):
            entry = read_entry(line, section)
            if entry.id in entries:
                raise ValueError(f"{file.name} has {entry.id} twice.")
            entries[entry.id] = entry
        elif not section:
            introduction += line
    return Book(title, introduction, entries)


def read_entry(line: str, section: str) -> Entry:
    found = ENTRY.match(line)
    if not found:
        raise ValueError(f"This line of a rulebook is no entry: {line}")
    name, title, tags, text = found.groups()
    return Entry(name, title.rstrip("."), text, section, tuple(tags.split("; ")) if tags else ())


# Coverage ----------------------------------------------------------------------------------------
def family(g: Game) -> tuple[Game, ...]:
    """The games that share their code and rulings with this one, itself first."""
    others = [game(name) for name in GAMES if name != g.name]
    return (g, *(other for other in others if other.family == g.family))


def ids_in(text: str) -> set[str]:
    """The ids that a text cites; `SB-13..SB-18` and `SB-13..18` cite all six."""
    found = set()
    for book, ruling, first, last in CITED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            found.add(f"{book}-{ruling}{number:02}")
    return found


def cited(g: Game) -> dict[str, set[str]]:
    """The ids that code cites, each with its files; other capitals before a number are no ids."""
    books = {name.split("-")[0] for member in family(g) for name in read(member).entries}
    found: dict[str, set[str]] = {}
    for member in family(g):
        for file in sorted([*member.folder.glob("*.py"), *member.folder.glob("*.toml")]):
            if file.name != "cases.toml":
                for name in ids_in(file.read_text("utf-8")):
                    if name.split("-")[0] in books:
                        found.setdefault(name, set()).add(f"{member.name}/{file.name}")
    return found


def cased(g: Game) -> set[str]:
    """The ids that a case of the family shows."""
    return {name for member in family(g) for case in cases.load(member) for name in case.ids}


@dataclass(frozen=True)
class Coverage:
    """How far a rulebook is code and cases; counts are of the ids that play can show."""

    game: str
    ids: int
    playable: int
    cited: int
    cased: int
    cases: int
    not_played: dict[str, str] = field(default_factory=dict)
    not_cited: list[str] = field(default_factory=list)
    not_cased: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # in code or in cases


def cover(g: Game, language: str = "en") -> Coverage:
    """Count a game's rulebook."""
    entries = read(g, language).entries
    not_played = {name: e.not_played for name, e in entries.items() if e.not_played}
    playable = [name for name in entries if name not in not_played]
    in_code, in_cases = cited(g), cased(g)
    not_cited = [name for name in playable if name not in in_code]
    not_cased = [name for name in playable if name not in in_cases]
    return Coverage(
        game=g.name,
        ids=len(entries),
        playable=len(playable),
        cited=len(playable) - len(not_cited),
        cased=len(playable) - len(not_cased),
        cases=len(cases.load(g)),
        not_played=not_played,
        not_cited=not_cited,
        not_cased=not_cased,
        missing=[name for name in playable if name in not_cited or name in not_cased],
    )
