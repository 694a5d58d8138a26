"""Reads a game's RULES.md, and checks that code cites every rule and that every rule has a case."""

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
class Rule:
    """One rule or ruling of a rulebook."""

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
        """The options that the rule mentions."""
        named = [tag.split(" ", 1)[1] for tag in self.tags if re.match("options? ", tag)]
        return tuple(name for tag in named for name in tag.split(", "))

    @property
    def not_played(self) -> str:
        """Why no case can show the rule; empty if one can."""
        reasons = [tag for tag in self.tags if tag.startswith(NOT_PLAYED)]
        return reasons[0].removeprefix(NOT_PLAYED) if reasons else ""


@dataclass(frozen=True)
class Book:
    """A rulebook in one language."""

    title: str
    introduction: str
    entries: dict[str, Rule]

    @property
    def sections(self) -> dict[str, list[Rule]]:
        by_section: dict[str, list[Rule]] = {}
        for entry in self.entries.values():
            by_section.setdefault(entry.section, []).append(entry)
        return by_section


@functools.cache
def read(g: Game, language: str = "en") -> Book:
    """The rulebook of a game; in English if there is none in the language."""
    file = g.file(f"RULES.{language}.md") or g.file("RULES.md")
    if file is None:
        facts = {"name": g.name, "file": g.folder / "RULES.md"}
        raise Refused(common().say(language, "game.file", **facts))
    title, introduction, section = "", "", ""
    entries: dict[str, Rule] = {}
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


def read_entry(line: str, section: str) -> Rule:
    match = ENTRY.match(line)
    if not match:
        raise ValueError(f"This line of a rulebook is no entry: {line}")
    name, title, tags, text = match.groups()
    return Rule(name, title.rstrip("."), text, section, tuple(tags.split("; ")) if tags else ())


# Coverage ----------------------------------------------------------------------------------------
def family(g: Game) -> tuple[Game, ...]:
    """This game and those that share code and rulings with it."""
    others = [game(name) for name in GAMES if name != g.name]
    return (g, *(other for other in others if other.family == g.family))


def ids_in(text: str) -> set[str]:
    """The ids in a text; `SB-13..SB-18` and `SB-13..18` are all six."""
    ids = set()
    for book, ruling, first, last in CITED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            ids.add(f"{book}-{ruling}{number:02}")
    return ids


def cited(g: Game) -> dict[str, set[str]]:
    """The ids that code cites, each with its files; other prefixes than the books' are no ids."""
    books = {name.split("-")[0] for member in family(g) for name in read(member).entries}
    files: dict[str, set[str]] = {}
    for member in family(g):
        for file in sorted([*member.folder.glob("*.py"), *member.folder.glob("*.toml")]):
            if file.name != "cases.toml":
                for name in ids_in(file.read_text("utf-8")):
                    if name.split("-")[0] in books:
                        files.setdefault(name, set()).add(f"{member.name}/{file.name}")
    return files


def cased(g: Game) -> set[str]:
    """The ids that a case of the family shows."""
    return {name for member in family(g) for case in cases.load(member) for name in case.ids}


@dataclass(frozen=True)
class Coverage:
    """How much of a rulebook is in code and in cases; counts of the ids that a case can show."""

    game: str
    ids: int
    playable: int
    cited: int
    cased: int
    cases: int
    not_played: dict[str, str] = field(default_factory=dict)
    not_cited: list[str] = field(default_factory=list)
    not_cased: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # not in code, or not in cases


def cover(g: Game, language: str = "en") -> Coverage:
    """How much of a game's rulebook is covered."""
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
