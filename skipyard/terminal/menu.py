"""The legal moves, numbered and in words: the race first, one line for a card and its places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

GUTTER = 9
GAP = 3


class Menu:
    """The moves of one moment: a number each, as the player reads them."""

    def __init__(
        self, board: Any, words: Any, view: Any, legal: Sequence[int], language: str
    ) -> None:
        self.board, self.words, self.view, self.language = board, words, view, language
        self.actions = sorted((int(action) for action in legal), key=self.order)

    def section(self, action: int) -> str:
        return str(self.board.section(self.words.actions[action]))

    def source(self, action: int) -> tuple[int, ...]:
        """What a move starts from; moves with the same one share a line."""
        found: tuple[int, ...] = self.board.source(self.words.actions[action])
        return found

    def order(self, action: int) -> tuple[Any, ...]:
        return self.board.SECTIONS.index(self.section(action)), self.source(action), action

    def sentence(self, action: int) -> str:
        """A move in words, with the card where the words name only its place."""
        move, said = self.words.actions[action], self.words.describe(action, self.language)
        more = self.board.detail(self.words, self.view, move, self.language)
        return f"{said} [{more}]" if more else str(said)

    # Drawing --------------------------------------------------------------------------------------
    def draw(self, width: int) -> Text:
        """All moves, section by section."""
        text, number = Text(), 1
        for section, moves in groupby(self.actions, self.section):
            rows = [list(row) for _, row in groupby(moves, self.source)]
            items = [self.items(row) for row in rows]
            first = max(len(row[0]) for row in items)
            title = self.board.heading(section, self.language)
            for row in items:
                if text:
                    text.append("\n")
                text.append(f"{title:<{GUTTER}}", style="dim")
                number = self.draw_row(text, row, number, first, width)
                title = ""
        return text

    def items(self, row: Sequence[int]) -> list[str]:
        """The sentences of a line: the first in full, the others by what differs."""
        sentences = [self.sentence(action) for action in row]
        plain = [self.words.describe(action, self.language) for action in row]
        stem, _, _ = plain[0].rpartition(" ")
        if not all(said.rpartition(" ")[0] == stem for said in plain):
            return sentences
        return [sentences[0]] + [f"… {said.rpartition(' ')[2]}" for said in plain[1:]]

    def draw_row(self, text: Text, row: Sequence[str], number: int, first: int, width: int) -> int:
        """One line of moves, broken where the screen ends; the next number."""
        at = GUTTER
        for place, item in enumerate(row):
            if place and at + GAP + 3 + len(item) > width:
                text.append("\n" + " " * GUTTER)
                at = GUTTER
            elif place:
                text.append(" " * GAP)
                at += GAP
            text.append(f"{number:>2}", style="bold")
            padded = item if place or len(row) == 1 else f"{item:<{first}}"
            text.append(f" {padded}")
            at += 3 + len(padded)
            number += 1
        return number
