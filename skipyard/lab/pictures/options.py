"""What each option changes: length, the best seat's advantage, and draws, beside the book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from skipyard.games import game
from skipyard.lab.pictures.drawing import (
    EDGE,
    HEAD,
    WIDTH,
    Drawing,
    box,
    dot,
    drawing,
    path,
    ticks,
    words,
)
from skipyard.lab.pictures.games import Group
from skipyard.lab.sentences import say
from skipyard.options import Refused

NARROWEST, ROW, GAP, FOOT = 150, 34, 34, 46
LONGEST_NAME = 46  # letters
LETTER = 7.1  # the width of one
NUMBER = 44  # room for the number at a bar's end
Measure = Callable[[Group], float]


class Change(NamedTuple):
    """A kind of table beside the same without one option."""

    name: str
    book: Group
    variant: Group

    @property
    def length(self) -> float:
        """How much longer games are, as a share."""
        return self.variant.mean / self.book.mean - 1

    @property
    def is_clear(self) -> bool:
        """Whether the mean lengths differ by more than chance explains."""
        apart = abs(self.variant.mean - self.book.mean)
        return bool(apart > 1.96 * (self.variant.error**2 + self.book.error**2) ** 0.5)


class Panel(NamedTuple):
    """A column of the picture: where it is, and what its numbers are."""

    title: str
    left: float
    wide: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * self.wide


def options(groups: Sequence[Group], language: str = "en") -> Drawing:
    """Each option that was played beside the book at the same number of seats."""
    changes = sorted(changes_of(groups), key=lambda change: change.length)
    if not changes:
        raise Refused(say(language, "pictures.options"))
    measures: list[tuple[str, Measure]] = [
        ("best seat above its share, points", advantage),
        ("games drawn, %", drawn),
    ]
    measures = [it for it in measures if any(it[1](group) > 0.05 for group in groups)]
    names = EDGE + LETTER * max(len(change.name) for change in changes)
    start = max(NARROWEST, names + EDGE / 2)
    wide = (WIDTH - start - EDGE - GAP * len(measures)) / (1 + len(measures))
    lefts = [start + n * (wide + GAP) for n in range(1 + len(measures))]
    first = lengths_of(changes, lefts[0], wide)
    pairs = [
        (panel(title, left, wide, changes, value), value)
        for left, (title, value) in zip(lefts[1:], measures, strict=True)
    ]
    bottom = HEAD + 26 + ROW * len(changes)
    parts = [part for column in (first, *(it for it, _ in pairs)) for part in axis(column, bottom)]
    for row, change in enumerate(changes):
        parts += line(change, first, pairs, HEAD + 26 + ROW * (row + 0.5))
    title = f"{game(changes[0].book.game).title}: what each option changes"
    subtitle = (
        "Left: mean length, pale where chance explains it. Beside it: from games without the "
        "option (grey dot) to games with it (blue dot)."
    )
    return drawing(title, subtitle, described(changes), bottom + FOOT, parts)


def changes_of(groups: Sequence[Group]) -> list[Change]:
    """Every kind of table beside the one that lacks least of its settings, at as many seats."""
    changes = []
    seats = {group.seats for group in groups}
    for group in groups:
        same = [it for it in groups if (it.game, it.seats) == (group.game, group.seats)]
        without = [it for it in same if set(it.settings) < set(group.settings)]
        first = min(same, key=lambda it: len(it.settings))
        book = max(without, key=lambda it: len(it.settings), default=first)
        if group is not book:
            own = [setting for setting in group.settings if setting not in book.settings]
            beside = [setting for setting in book.settings if setting not in first.settings]
            at = f", with {' '.join(beside)}" * bool(beside)
            at += f" ({group.seats} seats)" * (len(seats) > 1)
            changes.append(Change(shortened(" ".join(own), at), book, group))
    return changes


def shortened(name: str, at: str) -> str:
    room = LONGEST_NAME - len(at)
    return (name if len(name) <= room else name[: room - 1].rstrip(",") + "…") + at


def advantage(group: Group) -> float:
    return 100 * max(group.edge(side)[0] for side in range(len(group.wins)))


def drawn(group: Group) -> float:
    return 100 * (1 - group.decided / group.games)


def lengths_of(changes: list[Change], left: float, wide: float) -> Panel:
    """The column of bars, with room for numbers at both ends."""
    lengths = [change.length for change in changes]
    low, high = min(*lengths, 0), max(*lengths, 0)
    spare = (high - low or 0.01) * NUMBER / (wide - 2 * NUMBER)
    return Panel("mean length in turns", left, wide, low - spare, high + spare)


def panel(title: str, left: float, wide: float, changes: list[Change], value: Measure) -> Panel:
    values = [value(group) for change in changes for group in change[1:]]
    return Panel(title, left, wide, 0, max(*values, 1))


def axis(column: Panel, bottom: float) -> list[str]:
    """A column's title, its grid and its numbers."""
    parts = [words(column.title, column.left, HEAD + 6, "small")]
    percent = column.low < 0 or column.high < 1
    for tick in ticks(column.low, column.high, 4):
        x = column.x(tick)
        kind = "zero" if tick == 0 else "grid"
        parts.append(path(kind, f"M{x:.1f},{HEAD + 18} V{bottom + 4}"))
        number = f"{100 * tick:+.0f} %" if percent and tick else f"{tick:g}"
        parts.append(words(number.replace("-", "−"), x, bottom + 22, "small mid"))
    return parts


def line(change: Change, lengths: Panel, pairs: list[tuple[Panel, Measure]], y: float) -> list[str]:
    """One option: its name, its bar, its two pairs of dots."""
    zero, end = lengths.x(0), lengths.x(change.length)
    colour = "pale" if not change.is_clear else "more" if change.length > 0 else "less"
    tip = f"{change.name}: {change.book.mean:.1f} → {change.variant.mean:.1f} turns on average"
    parts = [
        words(change.name, EDGE, y + 4.5),
        box(colour, min(zero, end), y - 8, abs(end - zero), 16, tip),
    ]
    if change.is_clear:
        side, kind = (6, "small") if change.length > 0 else (-6, "small end")
        parts.append(words(percent(change), end + side, y + 4, kind))
    for column, value in pairs:
        before, after = value(change.book), value(change.variant)
        tip = f"{change.name}: {before:.1f} → {after:.1f}"
        parts.append(path("way", f"M{column.x(before):.1f},{y:.1f} H{column.x(after):.1f}", tip))
        parts.append(dot("before", column.x(before), y, tip))
        parts.append(dot("more", column.x(after), y, tip))
    return parts


def percent(change: Change) -> str:
    """How much longer games are, with a decimal where it is less than one percent."""
    number = 100 * change.length
    return f"{number:+.{int(abs(number) < 1)}f} %".replace("-", "−")


def described(changes: list[Change]) -> str:
    """The changes of length in words, the largest first."""
    largest = sorted(changes, key=lambda change: -abs(change.length))[:6]
    told = [f"{change.name}: {percent(change)} turns" for change in largest if change.is_clear]
    if not told:
        return "No option changes the length of games clearly."
    return f"The largest changes of length: {'; '.join(told)}."
