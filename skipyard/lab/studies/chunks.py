"""Games of bots at several kinds of tables, in chunks that any worker can play.

A chunk is a task that depends on nothing but its kind and its first game, so the results are the
same wherever it is played, and however often a lost one is played again.
"""

from __future__ import annotations

import collections
import functools
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skipyard.games import game
from skipyard.lab import trajectories
from skipyard.lab.store import Store
from skipyard.lab.trajectories import Moves, Parts, Recorder
from skipyard.lab.workers import Workers
from skipyard.options import read_settings

if TYPE_CHECKING:
    from skipyard.bots.simulate import Games

CLOCK_EVERY = 0.5  # seconds until the clock is read again
AHEAD = 2  # chunks for each core: one to play, one that waits


class Kind(NamedTuple):
    """One kind of table, and the games to play there: all that results depend on."""

    game: str
    seats: int
    settings: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    games: int

    @property
    def name(self) -> str:
        """A short name that other kinds do not have."""
        text = repr(self._replace(games=0)).encode()
        return f"{self.game}-{self.seats}-{hashlib.sha256(text).hexdigest()[:8]}"

    def options(self) -> Any:
        g = game(self.game)
        return read_settings(g.options.OPTIONS, self.settings, g.title)


class Task(NamedTuple):
    """A chunk, for a worker elsewhere."""

    kind: Kind
    first: int
    records: str  # the ending of trajectory files; empty: none are recorded
    language: str = "en"  # of sentences about bots that broke down


class Chunk(NamedTuple):
    """A chunk that was played."""

    results: Any
    forfeits: list[str]
    trajectories: bytes


class TimeIsUp(Exception):
    """The time limit was reached before a kind was complete."""


# Playing ------------------------------------------------------------------------------------------
def games_of(kind: Kind, language: str = "en") -> Games:
    """Games that are not begun yet; this imports the compiler."""
    from skipyard.bots.simulate import play_many
    from skipyard.core import key_from

    g, key = game(kind.game), key_from(kind.seed)
    return play_many(g, kind.seats, kind.options(), kind.bots, key, kind.games, language)


def play(task: Task) -> Chunk:
    """Play a chunk, in any process."""
    return play_in(games_of(task.kind, task.language), task)


def play_in(playing: Games, task: Task) -> Chunk:
    """Play a chunk of these games, which tell at any time how far it is."""
    if not task.records:
        results = playing.play_from(task.first)
        return Chunk(results, playing.forfeits[task.first], b"")
    recorder = Recorder(game(task.kind.game))
    results = playing.play_from(task.first, recorder.on_move)
    content = record(task, results, recorder)
    return Chunk(results, playing.forfeits[task.first], content)


def record(task: Task, results: Any, recorder: Recorder) -> bytes:
    """The trajectories of a chunk as a file; compiled bots play it again, and are recorded."""
    from skipyard.batch.cpu import TableSetup
    from skipyard.bots.specs import NUMBERS
    from skipyard.core import key_from

    kind, g = task.kind, game(task.kind.game)
    sides = int(g.rules.sides(g.set_up(kind.seats, kind.options())))
    numbers = task.first + np.arange(len(results))
    shares = trajectories.side_shares(results["winner"], results["points"], sides)
    shares[(results["forfeit"] > 0) & (results["winner"] < 0)] = 0

    def columns(some: slice, moves: Moves) -> dict[str, Any]:
        points = results["points"][some, :sides]
        facts = kind._asdict()
        return trajectories.columns_of(facts, moves, numbers[some], shares[some], points, None)

    lengths = results["moves"].astype(int)
    if recorder.rows:
        every = [columns(slice(None), recorder.moves(lengths))]
        return trajectories.encoded(every, g, task.records)
    numbers_of_bots = [NUMBERS[name] for name in kind.bots]
    table = TableSetup(g, kind.seats, kind.options()), numbers_of_bots, key_from(kind.seed)
    again = trajectories.replayed(*table, task.first, task.first, lengths)
    return trajectories.encoded((columns(*one) for one in again), g, task.records)


class Run:
    """Plays the chunks of all planned kinds, some ahead on every core, and keeps what is done."""

    def __init__(
        self,
        workers: Workers,
        store: Store | None = None,
        parts: Parts | None = None,
        limit: float | None = None,
        language: str = "en",
    ) -> None:
        self.workers, self.store, self.parts = workers, store, parts
        self.language = language
        self.ends = time.monotonic() + (limit if limit is not None else 10**9)
        self.on_chunk: Callable[[], None] = lambda: None  # called after each
        self.played: collections.Counter[Kind] = collections.Counter()  # games of each
        self.playing: dict[Kind, Games] = {}
        self.firsts: collections.deque[tuple[Kind, int]] = collections.deque()
        self.pending: dict[Future[Chunk], tuple[Kind, int]] = {}

    def plan(self, kind: Kind) -> None:
        """Add a kind to what is to be played, unless it is known; stored chunks count."""
        if kind in self.playing:
            return
        self.playing[kind] = playing = games_of(kind, self.language)
        for first in range(0, kind.games, playing.size):
            entry = self.store and self.store.entries.get(key_of(kind, first))
            if entry:
                results = stored_results(entry.content)
                playing.add(first, results, entry.facts["forfeits"])
                self.played[kind] += len(results)
            else:
                self.firsts.append((kind, first))

    def results(self, kind: Kind) -> Any:
        """All results of a kind; TimeIsUp if they cannot be complete in time."""
        self.plan(kind)
        playing = self.playing[kind]
        while self.played[kind] < kind.games:
            self.step()
        return np.concatenate([playing.results[first] for first in sorted(playing.results)])

    def step(self) -> None:
        """Submit chunks, wait for one, and keep those that are done."""
        if time.monotonic() >= self.ends:
            raise TimeIsUp
        while self.firsts and len(self.pending) < AHEAD * self.workers.slots:
            self.submit(*self.firsts.popleft())
        done, _ = wait(self.pending, CLOCK_EVERY, FIRST_COMPLETED)
        for future in done:
            self.take(*self.pending.pop(future), future.result())

    def submit(self, kind: Kind, first: int) -> None:
        task = Task(kind, first, self.parts.kind if self.parts else "", self.language)
        work: Callable[[Task], Chunk] = play
        if self.workers.shares_memory:  # so that games of running chunks can be shown
            work = functools.partial(play_in, self.playing[kind])
        self.pending[self.workers.submit(work, task)] = kind, first

    def take(self, kind: Kind, first: int, chunk: Chunk) -> None:
        if self.parts:
            self.parts.add(f"{kind.name}-{first:010d}", chunk.trajectories)
        if self.store:
            content, facts = chunk.results.tobytes(), {"forfeits": chunk.forfeits}
            self.store.add(key_of(kind, first), facts, content)
        self.playing[kind].add(first, chunk.results, chunk.forfeits)
        self.played[kind] += len(chunk.results)
        self.on_chunk()


def key_of(kind: Kind, first: int) -> str:
    return f"{kind.name}-{first}"


def stored_results(content: bytes) -> Any:
    from skipyard.bots.simulate import Result

    results = Result.many(len(content) // Result.dtype.itemsize)
    results.view(np.uint8)[:] = np.frombuffer(content, np.uint8)
    return results
