"""What a worker of a match does at a time, with or without a record of every move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skipyard.games import game
from skipyard.lab import trajectories
from skipyard.lab.matches import pairing, players
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.trajectories import Moves, Recorder

if TYPE_CHECKING:
    from skipyard.batch.cpu import TableSetup


class Task(NamedTuple):
    """What a worker plays at a time."""

    matchup: Matchup
    seed: int
    first: int  # pair
    pairs: int  # 0: one game of the first pair, move by move
    rotation: int
    records: str = ""  # the ending of trajectory files; empty: none are recorded
    language: str = "en"  # of sentences about bots that broke down

    @property
    def key(self) -> str:
        """Its name among the tasks of a series."""
        return f"{self.first}-{self.pairs}-{self.rotation}"


class Recorded(NamedTuple):
    """The games of a task, and their trajectories as a file."""

    games: list[Played]
    trajectories: bytes


def play(task: Task) -> list[Played] | Recorded:
    """Do a task; runs in a worker."""
    if task.records:
        return play_recorded(task)
    if task.pairs:
        return pairing.play_quickly(task.matchup, task.seed, task.first, task.pairs)
    return [played_game(task)]


def played_game(task: Task, recorder: Recorder | None = None) -> Played:
    """The one game of a task."""
    which = task.seed, task.first, task.rotation
    return pairing.play_game(task.matchup, *which, recorder, task.language)


def play_recorded(task: Task) -> Recorded:
    """Do a task and record every move; compiled bots play their games again for it."""
    matchup, g = task.matchup, game(task.matchup.game)
    if not task.pairs:
        recorder = Recorder(g)
        games = [played_game(task, recorder)]
        moves = recorder.moves(np.array([len(recorder.rows)]))
        every = iter([columns_of(task, games, moves)])
        return Recorded(games, trajectories.encoded(every, g, task.records))
    rotations: list[tuple[int, TableSetup, Any]] = []
    games = pairing.play_quickly(
        matchup, task.seed, task.first, task.pairs, lambda *rotation: rotations.append(rotation)
    )
    every = (columns for rotation in rotations for columns in replayed(task, *rotation, games))
    return Recorded(games, trajectories.encoded(every, g, task.records))


def replayed(
    task: Task, rotation: int, setup: TableSetup, results: Any, games: list[Played]
) -> Iterator[dict[str, Any]]:
    """The columns of a rotation's games, some at a time."""
    from skipyard.core import key_from

    matchup = task.matchup
    own = [played for played in games if played.rotation == rotation]
    course = own[0].course
    assert course is not None
    bots = [players.number_of(matchup.bots[bot]) for bot in course.seating]
    dice_seed = pairing.dice_for(task.seed, task.first, rotation, 0)
    table = setup, bots, key_from(task.seed), dice_seed, task.first
    for some, moves in trajectories.replayed(*table, results["moves"].astype(int)):
        yield columns_of(task, own[some], moves)


def columns_of(task: Task, games: list[Played], moves: Moves) -> dict[str, Any]:
    """The columns of some games of one rotation."""
    matchup, courses = task.matchup, [played.course for played in games]
    points = np.array([course.points for course in courses if course], np.int16)
    winners = np.array([course.winner for course in courses if course])
    seating = courses[0].seating if courses[0] else ()
    sides = points.shape[1]
    shares = trajectories.side_shares(winners, points, sides)
    for n, played in enumerate(games):
        if played.forfeit:
            own = [played.shares[bot] / seating[:sides].count(bot) for bot in seating[:sides]]
            shares[n] = own
    facts = matchup._asdict() | {"seed": task.seed}
    facts["bots"] = [matchup.bots[bot] for bot in seating]
    numbers = [played.pair for played in games]
    return trajectories.columns_of(facts, moves, numbers, shares, points, games[0].rotation)
