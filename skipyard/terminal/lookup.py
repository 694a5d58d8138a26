"""A rulebook at the prompt: one rule by its id, some by a word, or all of it."""

from __future__ import annotations

from skipyard.games import Game, rulebook
from skipyard.options import Refused
from skipyard.terminal.prompt import fold
from skipyard.terminal.sentences import say


def line(entry: rulebook.Rule) -> str:
    return f"{entry.id} {entry.title}. {entry.text}"


def look_up(game: Game, wanted: str, language: str) -> str:
    """The rule of that id, or all that have the words in them; everything for no words."""
    book = rulebook.read(game, language)
    if not wanted:
        return whole(book)
    for member in rulebook.family(game):  # a refusal may name a ruling of a relative
        if entry := rulebook.read(member, language).entries.get(wanted.upper()):
            return line(entry)
    found = [line(e) for e in book.entries.values() if fold(wanted) in fold(line(e))]
    if not found:
        raise Refused(say(language, "rules.none", title=game.title, text=wanted[:40]))
    return "\n".join(found)


def whole(book: rulebook.Book) -> str:
    """A rulebook as plain text."""
    parts = [book.title, "", book.introduction]
    for section, entries in book.sections.items():
        parts += ["", section, "", *map(line, entries)]
    return "\n".join(parts)
