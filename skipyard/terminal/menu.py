"""The menu of legal moves, numbered and in words, one line for each card and its places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

GUTTER = 9
GAP, SMALL_GAP = 3, 2
MANY = 5  # moves in a line, above which gaps are smaller


class Menu:
    """The legal moves of one position, each with a number."""

    def __init__(
        self, board: Any, words: Any, view: Any, legal: Sequence[int], language: str
    ) -> None:
        self.board, self.words, self.view, self.language = board, words, view, language
        self.brief = getattr(board, "brief", None)
        self.actions = sorted((int(action) for action in legal), key=self.order)
        self.digits = max(2, len(str(len(self.actions))))

    def section(self, action: int) -> str:
        return str(self.board.section(self.words.actions[action]))

    def source(self, action: int) -> tuple[int, ...]:
        """What a move starts from; moves with the same one share a line."""
        source: tuple[int, ...] = self.board.source(self.words.actions[action])
        return source

    def order(self, action: int) -> tuple[Any, ...]:
        return self.board.SECTIONS.index(self.section(action)), self.source(action), action

    def sentence(self, action: int) -> str:
        """A move in words, with the card if the words name only its place."""
        move, said = self.words.actions[action], self.words.describe(action, self.language)
        more = self.board.detail(self.words, self.view, move, self.language)
        return f"{said} [{more}]" if more else str(said)

    # Drawing --------------------------------------------------------------------------------------
    def draw(self, width: int) -> Text:
        """All moves, section by section."""
        text, number = Text(), 1
        for section, moves in groupby(self.actions, self.section):
            items = [self.items(row) for row in self.rows(list(moves))]
            first = max(len(row[0]) for row in items)
            title = self.board.heading(section, self.language)
            for row in items:
                if text:
                    text.append("\n")
                text.append(f"{title:<{GUTTER}}", style="dim")
                number = self.draw_row(text, row, number, first, width)
                title = ""
        return text

    def rows(self, moves: Sequence[int]) -> list[list[int]]:
        """A line for each source; moves with short names share all lines."""
        if self.brief:
            return [list(moves)]
        return [list(row) for _, row in groupby(moves, self.source)]

    def items(self, row: Sequence[int]) -> list[str]:
        """The sentences of a line: the first in full, the others by what differs."""
        if self.brief:
            return self.brief_items(row)
        sentences = [self.sentence(action) for action in row]
        plain = [self.words.describe(action, self.language) for action in row]
        stem, _, _ = plain[0].rpartition(" ")
        if not all(said.rpartition(" ")[0] == stem for said in plain):
            return sentences
        details = [said[len(short) :] for said, short in zip(sentences, plain, strict=True)]
        dots = "" if len(row) > MANY and not any(details) else "… "
        return [sentences[0]] + [
            dots + said.rpartition(" ")[2] + (more if more != details[0] else "")
            for said, more in zip(plain[1:], details[1:], strict=True)
        ]

    def brief_items(self, row: Sequence[int]) -> list[str]:
        """Short names in columns; a move without one keeps its sentence."""
        assert self.brief
        moves = [(action, self.words.actions[action]) for action in row]
        names = [
            self.brief(self.words, self.view, move, self.language) or self.sentence(action)
            for action, move in moves
        ]
        wide = max(map(len, names))
        return [f"{name:<{wide}}" for name in names]

    def draw_row(self, text: Text, row: Sequence[str], number: int, first: int, width: int) -> int:
        """Add one line of moves, wrapped at the screen's width; the next number."""
        at, gap = GUTTER, SMALL_GAP if len(row) > MANY else GAP
        for place, item in enumerate(row):
            if place and at + gap + self.digits + 1 + len(item) > width:
                text.append("\n" + " " * GUTTER)
                at = GUTTER
            elif place:
                text.append(" " * gap)
                at += gap
            text.append(f"{number:>{self.digits}}", style="bold")
            padded = item if place or len(row) == 1 else f"{item:<{first}}"
            text.append(f" {padded}")
            at += self.digits + 1 + len(padded)
            number += 1
        return number
