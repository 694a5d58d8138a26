"""Two trees measured in turns: the rounds, the ratio of new to old, and the verdict."""

from __future__ import annotations

import abc
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

OLD, AGAIN, NEW = SIDES = ("old", "old again", "new")
OK_ABOVE = 0.97  # a higher ratio is ok, whatever the spread
FEWEST_ROUNDS = 2
LESS_IS_BETTER = ("ms", "µs")


class Line(NamedTuple):
    """What a line of the report measures, and its unit."""

    what: str
    unit: str


Speeds = dict[Line, dict[str, list[float]]]  # by side, one for each round


class Turn(abc.ABC):
    """Work that every side does in turn."""

    name: str

    @abc.abstractmethod
    def prepare(self) -> None:
        """Do what is needed before the first round; it is not measured."""

    @abc.abstractmethod
    def measure(self, side: str) -> dict[Line, float]:
        """Measure one side."""


def interleave(
    turns: Sequence[Turn],
    rounds: int,
    progress: Callable[[str], None],
    speeds: Speeds | None = None,
) -> Speeds:
    """Let all sides take every turn in every round; the side that begins rotates.

    The results are added to `speeds`, if given: an interrupt leaves there what was measured.
    """
    speeds = {} if speeds is None else speeds
    for turn in turns:
        progress(f"preparing {turn.name}")
        turn.prepare()
    for number in range(rounds):
        for turn in turns:
            progress(f"round {number + 1} of {rounds}: {turn.name}")
            first = number % len(SIDES)
            for side in (*SIDES[first:], *SIDES[:first]):
                for line, speed in turn.measure(side).items():
                    by_side = speeds.setdefault(line, {each: [] for each in SIDES})
                    by_side[side].append(speed)
    return speeds


def complete_rounds(speeds: Speeds) -> Speeds:
    """The rounds that all sides have finished, of lines with enough of them."""
    complete: Speeds = {}
    for line, by_side in speeds.items():
        rounds = min(map(len, by_side.values()))
        if rounds >= FEWEST_ROUNDS:
            complete[line] = {side: values[:rounds] for side, values in by_side.items()}
    return complete


@dataclass(frozen=True)
class Comparison:
    """One line of the report. A ratio above 1 means that the new tree is faster, in any unit."""

    line: Line
    old: float  # the median round
    new: float
    ratio: float  # the median of new to old, round by round
    low: float  # the spread of old to old, round by round
    high: float

    @property
    def is_ok(self) -> bool:
        """Whether the ratio is high enough, or within the spread of old to old."""
        return self.ratio > OK_ABOVE or self.ratio >= self.low


def compare(line: Line, rounds: dict[str, list[float]]) -> Comparison:
    """Compare the rounds of one line."""
    low, high = spread(ratios(line, rounds[AGAIN], rounds[OLD]))
    return Comparison(
        line,
        old=statistics.median(rounds[OLD]),
        new=statistics.median(rounds[NEW]),
        ratio=statistics.median(ratios(line, rounds[NEW], rounds[OLD])),
        low=low,
        high=high,
    )


def ratios(line: Line, these: Iterable[float], those: Iterable[float]) -> list[float]:
    """How many times as fast these are as those, round by round."""
    pairs = zip(these, those, strict=True)
    if line.unit in LESS_IS_BETTER:
        return [that / this for this, that in pairs]
    return [this / that for this, that in pairs]


def spread(values: Sequence[float]) -> tuple[float, float]:
    """The 5th and the 95th percentile."""
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return cuts[0], cuts[-1]
