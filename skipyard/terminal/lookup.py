"""Looks up rules at the prompt: one by its id, some by a word, or all."""

from __future__ import annotations

from skipyard.games import Game, rulebook
from skipyard.options import Refused
from skipyard.terminal.prompt import fold
from skipyard.terminal.sentences import say


def line(entry: rulebook.Rule) -> str:
    return f"{entry.id} {entry.title}. {entry.text}"


def look_up(game: Game, wanted: str, language: str) -> str:
    """The rule with that id, or all rules that contain the text; the whole book for no text."""
    book = rulebook.read(game, language)
    if not wanted:
        return whole(book)
    for member in rulebook.family(
        game
    ):  # a refusal may name a ruling of another game of the family
        if entry := rulebook.read(member, language).entries.get(wanted.upper()):
            return line(entry)
    matches = [line(e) for e in book.entries.values() if fold(wanted) in fold(line(e))]
    if not matches:
        raise Refused(say(language, "rules.none", title=game.title, text=wanted[:40]))
    return "\n".join(matches)


def whole(book: rulebook.Book) -> str:
    """A rulebook as plain text."""
    parts = [book.title, "", book.introduction]
    for section, entries in book.sections.items():
        parts += ["", section, "", *map(line, entries)]
    return "\n".join(parts)
