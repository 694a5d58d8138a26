"""`skipyard puzzles verify`: measures the right moves of puzzles again, in other worlds.

A puzzle passes when its worst right move is ahead of the best other one by at least half of the
gap that its game asks for. Worlds are added until that is clear, or the budget is spent.
"""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from skipyard.bots.playouts import Playouts
from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES, Game, cases, game, played_cases, puzzles
from skipyard.games.puzzles import Puzzle
from skipyard.lab.analysis.analyse import progress_bar
from skipyard.lab.limits import jobs_of
from skipyard.lab.puzzles.evaluation import Evaluation
from skipyard.lab.puzzles.find import known_puzzles
from skipyard.lab.sentences import say
from skipyard.options import Refused

FIRST_WORLDS = 100  # of every legal move
COMPARED = 4  # moves that are not right, the best in the first worlds, in all others
SURE = 2.5  # standard errors after which more worlds are not needed


class Numbered(NamedTuple):
    """A puzzle and its number in its file."""

    number: int
    puzzle: Puzzle


def run(args: Any) -> int:
    """Verify the puzzles of games; a sentence for each that fails, and exit status 1."""
    names = args.games or [name for name in GAMES if puzzles.count(game(name))]
    if args.file and len(names) != 1:
        raise Refused(say(args.lang, "puzzles.one_game"))
    worlds = whole_number(args.worlds, "--worlds", FIRST_WORLDS, language=args.lang)
    seed, jobs = (
        whole_number(args.seed, "--seed", language=args.lang),
        jobs_of(args.jobs, args.lang),
    )
    failed = 0
    with interrupts.on_stop(lambda: say(args.lang, "puzzles.verify_stopped")):
        for g in (game(name, args.lang) for name in names):
            file = pathlib.Path(args.file) if args.file else g.folder / puzzles.FILE
            chosen = sample(known_puzzles(file, args.lang), args.sample, seed, args.lang)
            verifier, bad = Verifier(g, seed, worlds, args.lang), 0
            with progress_bar(g.title) as progress:
                for done, sentence in enumerate(verifier.run(chosen, jobs), 1):
                    progress(done, len(chosen))
                    bad += bool(sentence)
                    if sentence:
                        sys.stderr.write(f"{sentence}\n")
            facts = {"title": g.title, "count": len(chosen), "good": len(chosen) - bad}
            print_line(say(args.lang, "puzzles.verified", **facts))
            failed += bad
    return 1 if failed else 0


def sample(known: list[Puzzle], count: str | None, seed: int, language: str) -> list[Numbered]:
    """All puzzles with their numbers, or some of them."""
    numbered = [Numbered(number, puzzle) for number, puzzle in enumerate(known, 1)]
    if count is None:
        return numbered
    wanted = min(whole_number(count, "--sample", 1, language=language), len(numbered))
    picked = np.random.Generator(np.random.PCG64(seed)).permutation(len(numbered))[:wanted]
    return [numbered[n] for n in sorted(picked)]


class Verifier:
    """Verifies puzzles of one game; threads share it."""

    def __init__(self, g: Game, seed: int, worlds: int, language: str = "en") -> None:
        self.g, self.seed, self.worlds, self.language = g, seed, worlds, language
        self.playouts, self.margin = Playouts(g), g.profile.puzzle_gap / 200

    def run(self, chosen: Sequence[Numbered], jobs: int) -> Iterator[str]:
        """For each puzzle what is wrong with it, or nothing."""
        pool = ThreadPoolExecutor(jobs)
        try:
            yield from pool.map(self.problem, chosen)
        finally:  # who interrupts this does not wait for the playouts under way
            pool.shutdown(wait=False, cancel_futures=True)

    def problem(self, numbered: Numbered) -> str:
        """What is wrong with a puzzle, in a sentence; empty if it is good."""
        number, puzzle = numbered
        facts = {"title": self.g.title, "number": number}
        try:
            state = puzzles.state_of(self.g, puzzle)
        except Refused as refused:
            return say(self.language, "puzzles.position", why=refused, **facts)
        legal = played_cases.legal(self.g, state, int(state.turn))
        if sorted(legal) != sorted(puzzle.legal) or not set(puzzle.right) < set(legal):
            return say(self.language, "puzzles.moves", **facts)
        gap, error = self.gap(state, puzzle)
        if gap >= self.margin:
            return ""
        percent = {"gap": f"{100 * gap:.1f}", "error": f"{196 * error:.1f}"}
        return say(
            self.language, "puzzles.gap", least=f"{100 * self.margin:.1f}", **percent, **facts
        )

    def gap(self, state: Any, puzzle: Puzzle) -> tuple[float, float]:
        """How far the worst right move is ahead of the best other one, and the standard error."""
        view, sides = cases.seen_by(self.g, state, int(state.turn)), int(self.g.rules.sides(state))
        worlds = (self.seed << 48) + (puzzle.source.game << 24)  # its own, wherever it stands
        evaluation = Evaluation(self.playouts, view, sides, worlds)
        evaluation.measure(puzzle.legal, FIRST_WORLDS)
        others = [action for action in evaluation.ranked() if action not in puzzle.right]
        compared = others[:COMPARED]  # the same in all worlds, so that they can be paired
        while True:
            worst = min(puzzle.right, key=evaluation.chance)
            gap, error = evaluation.lead(worst, max(compared, key=evaluation.chance))
            left = self.worlds - evaluation.done
            if left <= 0 or abs(gap - self.margin) >= SURE * error:
                return gap, error
            evaluation.measure([*puzzle.right, *compared], min(left, evaluation.done))
