"""Stored results: an append-only file of lines, each with some pairs of one matchup.

Results of other sources would not be results of these bots, so only the lines with the latest
sources count for each kind of table.
"""

from __future__ import annotations

import collections
import json
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from skipyard.lab.matches import stats
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.players import sources_of
from skipyard.lab.output import cannot_write
from skipyard.lab.sentences import say
from skipyard.options import Refused

Outcome = tuple[tuple[float, ...], ...]  # of one pair: each game's shares by bot


class Tally:
    """All results of one matchup."""

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self.outcomes: collections.Counter[Outcome] = collections.Counter()
        self.times: list[list[dict[str, Any]]] = [[] for _ in matchup.bots]
        self.seeds: collections.Counter[int] = collections.Counter()  # pairs of each

    @property
    def pairs(self) -> int:
        return self.outcomes.total()

    @property
    def scores(self) -> Any:
        """Each bot's score in each pair: an array, pairs by bots."""
        means = [np.mean(outcome, axis=0) for outcome in self.outcomes]
        if not means:
            return np.zeros((0, len(self.matchup.bots)))
        return np.repeat(np.array(means), list(self.outcomes.values()), axis=0)

    def add(self, line: dict[str, Any]) -> None:
        for text, count in line["outcomes"].items():
            self.outcomes[read_outcome(text)] += count
        for bot, times in enumerate(line["times"]):
            if times["timed"]:
                self.times[bot].append(times)
        self.seeds[line["seed"]] += line["pairs"]

    def time_of(self, bot: int) -> dict[str, Any]:
        """A bot's time a move: the mean over all lines, and the highest 99th percentile."""
        lines = self.times[bot]
        timed = sum(line["timed"] for line in lines)
        if not timed:
            return stats.times([])
        mean = sum(line["timed"] * line["mean_ms"] for line in lines) / timed
        return {"timed": timed, "mean_ms": mean, "p99_ms": max(line["p99_ms"] for line in lines)}


def write_outcome(pair: Sequence[Played]) -> str:
    """A pair's games as text: `1,0;0.5,0.5` is a win and a draw."""
    return ";".join(",".join(f"{share:.4g}" for share in played.shares) for played in pair)


def read_outcome(text: str) -> Outcome:
    return tuple(tuple(float(share) for share in game.split(",")) for game in text.split(";"))


def line_of(matchup: Matchup, seed: int, pairs: Sequence[Sequence[Played]]) -> dict[str, Any]:
    """The line that stores some pairs."""
    outcomes = collections.Counter(write_outcome(pair) for pair in pairs)
    seconds: list[list[float]] = [[] for _ in matchup.bots]
    for pair in pairs:
        for played in pair:
            for bot, times in enumerate(played.seconds):
                seconds[bot].extend(times)
    return {
        **matchup._asdict(),
        "sources": sources_of(matchup.bots),
        "seed": seed,
        "pairs": len(pairs),
        "outcomes": dict(outcomes),
        "times": [stats.times(times) for times in seconds],
    }


def append(file: pathlib.Path, line: dict[str, Any], language: str) -> None:
    """Append a line to the file."""
    try:
        with file.open("a", encoding="utf-8") as store:
            store.write(json.dumps(line) + "\n")
    except OSError as problem:
        raise cannot_write(file, problem, language) from None


def read(file: pathlib.Path, language: str) -> list[dict[str, Any]]:
    """All lines of a file; none if there is no file yet."""
    if not file.exists():
        return []
    try:
        content = file.read_text("utf-8", errors="replace")
    except OSError as problem:
        why = problem.strerror or problem
        raise Refused(say(language, "lab.read", file=file, why=why)) from None
    lines = []
    for number, text in enumerate(content.splitlines(), 1):
        try:
            line = json.loads(text)
            Tally(matchup_of(line)).add(line)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Refused(say(language, "ladder.line", file=file, number=number)) from None
        lines.append(line)
    return lines


def matchup_of(line: dict[str, Any]) -> Matchup:
    return Matchup(line["game"], line["seats"], tuple(line["settings"]), tuple(line["bots"]))


def tallies(
    lines: Sequence[dict[str, Any]], game: str, seats: int, settings: tuple[str, ...]
) -> dict[tuple[str, ...], Tally]:
    """The results that count for one kind of table, by bots."""
    kind = [n for n in lines if matchup_of(n)[:3] == (game, seats, settings)]
    by_bots: dict[tuple[str, ...], Tally] = {}
    for line in kind:
        if line["sources"] == kind[-1]["sources"]:
            matchup = matchup_of(line)
            by_bots.setdefault(matchup.bots, Tally(matchup)).add(line)
    return by_bots
