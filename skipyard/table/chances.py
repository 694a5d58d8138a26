"""Winning chances after every move of a finished game, and what each move cost.

Each move has two chances. The mover's averages over the worlds that fit what its seat saw. The
other knows all that lay on the table then and averages over futures: what is still to be turned up
or rolled is chance there too, whatever the table's own dice made of it. A good bot plays the games
out, so these are the chances among such players.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from skipyard.games import Game, game
from skipyard.seats import NOBODY
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host
from skipyard.table.result import Result, sides_of
from skipyard.table.table import Table

DEFAULT_WORLDS = 200  # worlds for each chance
FEWEST_WORLDS, ESTIMATE_SHARE = 8, 4  # an estimate divides its worlds among the legal moves
MEASURED_TIMES = 4  # so many times the worlds measure a cost
MOST_MEASURED = 16  # moves, those with the greatest estimated cost
MOST_ESTIMATED, MOST_BY_SEAT = 8, 3  # moves of each seat, for the costliest in a review
SEEDS = 1 << 20
Z = 1.959964  # 95 %
Progress = Callable[[int, int], None]
Submit = Callable[[Callable[[Any], Any], Any], Future[Any]]  # begins work(what), somewhere


class Chance(NamedTuple):
    """A chance with half of its 95 % interval."""

    share: float
    margin: float


class Cost(NamedTuple):
    """What a move gave away, by what its mover knew."""

    chance: Chance  # of the best other move less that of this one
    best: int  # that other move


class Step(NamedTuple):
    """The game after one entry of its log; the first step is the deal."""

    number: int  # of the entry, from 1; 0 is the deal
    round: int
    seat: int  # who moved; below 0 for deals and referees
    action: int
    known: tuple[Chance, ...]  # by side, knowing the whole table
    mover: tuple[Chance, ...]  # by side, knowing what the mover saw; as `known` without one
    cost: Cost | None  # only of the moves that seemed to cost most


class Moment(NamedTuple):
    """An entry of the log, with the table before and after it."""

    number: int
    round: int
    seat: int
    action: int
    sides: int
    view: Any  # the mover's, before; None where no player moved
    legal: Any
    after: Any  # the state


def chances(
    table: Table,
    result: Result | None = None,
    worlds: int = DEFAULT_WORLDS,
    seed: int = 1,
    progress: Progress = lambda done, total: None,
    submit: Submit | None = None,
) -> list[Step]:
    """All steps of a table's game; one more with the result where it was not played out.

    Left out, `submit` is a thread for each core.
    """
    analysis = Analysis(table.game, worlds, seed)
    every = list(moments(table))
    if submit is not None:
        steps = analysis.run(every, progress, submit)
    else:
        pool = ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            steps = analysis.run(every, progress, pool.submit)
        finally:  # who interrupts this does not wait for the playouts under way
            pool.shutdown(wait=False, cancel_futures=True)
    if result is not None and not table.over:
        steps.append(awarded(steps[-1], result, sides_of(table)))
    return steps


def by_row(header: Header, rows: Sequence[Row], worlds: int) -> list[tuple[int, tuple[float, ...]]]:
    """A finished table's chances by seat after each row that changed them, the whole table known.

    For a server's review: in one thread, and only for the moves that were made. Rows that were
    taken back have none.
    """
    host, added, end = folded(header, rows)
    assert host.table is not None
    analysis, table = Analysis(host.game, worlds, header.opened % SEEDS), host.table
    steps = [(added[moment.number], analysis.known(moment)) for moment in moments(table)]
    if host.result is not None and not table.over:
        last = Step(0, table.round, NOBODY, NOBODY, (), (), None)
        steps.append((end, awarded(last, host.result, sides_of(table)).known))
    seats, sides = range(header.seats), sides_of(table)
    return [(seq, tuple(known[seat % sides].share for seat in seats)) for seq, known in steps]


class Costly(NamedTuple):
    """A move that gave something away, by what its mover knew, and a better one."""

    seq: int  # its row
    seat: int
    best: int  # the better move
    chance: float  # of the move that was made
    better: float  # of the other one


def costliest(
    header: Header,
    rows: Sequence[Row],
    worlds: int,
    known: Sequence[tuple[int, Sequence[float]]],  # as `by_row` has it
) -> list[Costly]:
    """The move of each seat that cost it most, where one surely cost something.

    Only those are compared with others after which the seat's chance fell most.
    """
    host, added, _ = folded(header, rows)
    assert host.table is not None
    analysis, rises = Analysis(host.game, worlds, header.opened % SEEDS), rises_by_row(known)
    by_seat: dict[int, list[Moment]] = {}
    for moment in moments(host.table):
        if moment.view is not None and len(moment.legal) > 1:
            by_seat.setdefault(moment.seat, []).append(moment)
    found = []
    for seat, made in sorted(by_seat.items()):
        made.sort(key=lambda moment: rises[added[moment.number]][seat])
        rough = [(*analysis.rough_cost(moment), moment) for moment in made[:MOST_ESTIMATED]]
        rough.sort(key=lambda one: -one[0])
        worth = [one for one in rough if one[0] > 0][:MOST_BY_SEAT]
        measured = [analysis.compared(moment, best) for _, best, moment in worth]
        sure = [one for one in measured if one.cost.share - one.cost.margin > 0]
        if sure:
            most = max(sure, key=lambda one: one.cost.share)
            better = min(1.0, most.chance + most.cost.share)
            found.append(Costly(added[most.moment.number], seat, most.best, most.chance, better))
    return found


def rises_by_row(known: Sequence[tuple[int, Sequence[float]]]) -> dict[int, list[float]]:
    """By how much each seat's chance rose with a row; negative where it fell."""
    rises = {}
    earlier = known[0][1]
    for seq, now in known:
        rises[seq] = [after - before for before, after in zip(earlier, now, strict=True)]
        earlier = now
    return rises


def folded(header: Header, rows: Sequence[Row]) -> tuple[Host, list[int], int]:
    """A host with all rows, the row of each entry of its game's log, and the row that ended it."""
    host, added, end = Host(header), list[int](), 0
    for row in rows:
        host.apply(row)
        length = 0 if host.table is None else len(host.table.log) + 1
        added = added[:length] + [row.seq] * (length - len(added))
        end = end or (row.seq if host.phase == "over" else 0)
    return host, added, end


def moments(table: Table) -> Iterator[Moment]:
    """Replay a game from the deal: each entry with what its mover saw."""
    replay = Table(table.game, table.seats, table.chosen, table.key)
    sides = sides_of(replay)
    yield Moment(0, 1, NOBODY, NOBODY, sides, None, (), replay.copy_states()[0])
    for number, entry in enumerate(table.log, 1):
        view = replay.view(entry.seat) if entry.seat >= 0 else None
        legal = replay.legal().copy() if entry.seat >= 0 else ()
        replay.fold([entry])
        after, action = replay.copy_states()[0], entry.action if view is not None else NOBODY
        yield Moment(number, replay.round, entry.seat, action, sides, view, legal, after)


def awarded(last: Step, result: Result, sides: int) -> Step:
    """The end of a game that was not played out: who was awarded the win."""
    winners = {seat % sides for seat in result.winners}
    shares = tuple(Chance((side in winners) / len(winners), 0.0) for side in range(sides))
    return Step(last.number, last.round, NOBODY, NOBODY, shares, shares, None)


class Compared(NamedTuple):
    """A move beside a better one: its own chance, and what it cost."""

    moment: Moment
    best: int
    chance: float
    cost: Chance


class Analysis:
    """Playouts of one game on all cores; the result follows from the seed."""

    def __init__(self, g: Game, worlds: int, seed: int) -> None:
        from skipyard.bots.playouts import Playouts  # brings Numba in

        self.playouts, self.worlds, self.seed = Playouts(g), worlds, seed

    def __reduce__(self) -> Any:
        """Other processes have playouts of their own."""
        return analysis_of, (self.playouts.game, self.worlds, self.seed)

    def run(self, every: Sequence[Moment], progress: Progress, submit: Submit) -> list[Step]:
        """Estimate every move; measure the cost of those that seem to have cost most."""
        estimates: list[tuple[Step, float, int]] = []
        total = len(every) + MOST_MEASURED
        for future in [submit(self.estimate, moment) for moment in every]:
            estimates.append(future.result())
            progress(len(estimates), total)
        order = sorted(range(len(every)), key=lambda n: -estimates[n][1])[:MOST_MEASURED]
        costly = [n for n in order if estimates[n][1] > 0]
        costs = [submit(self.cost, (every[n], estimates[n][2])) for n in costly]
        steps = [step for step, _, _ in estimates]
        for done, (n, cost) in enumerate(zip(costly, costs, strict=True), 1):
            steps[n] = steps[n]._replace(cost=cost.result())
            progress(len(every) + done, total)
        progress(total, total)
        return steps

    def cost(self, asked: tuple[Moment, int]) -> Cost:
        """`measure_cost` as a task."""
        return self.measure_cost(*asked)

    def dice(self, moment: Moment, purpose: int) -> int:
        """The seed for one purpose at one moment: no two share a world."""
        return (self.seed << 40) + (moment.number << 24) + (purpose << 20)

    def known(self, moment: Moment) -> tuple[Chance, ...]:
        """The chances after a move, knowing the whole table."""
        return mean_chances(self.playouts.of_state(moment.after, self.worlds, self.dice(moment, 0)))

    def estimate(self, moment: Moment) -> tuple[Step, float, int]:
        """The chances after a move, about what it cost, and which move seemed best."""
        known = self.known(moment)
        mover, cost, best = known, 0.0, moment.action
        if moment.view is not None:
            mover = mean_chances(self.compare(moment, [moment.action], self.worlds, 1)[:, 0])
        if len(moment.legal) > 1 and moment.view is not None:
            cost, best = self.rough_cost(moment)
        number, round_, seat, action = moment[:4]
        return Step(number, round_, seat, action, known, mover, None), cost, best

    def rough_cost(self, moment: Moment) -> tuple[float, int]:
        """About what a move cost, and which move seemed best."""
        few = max(
            FEWEST_WORLDS, min(self.worlds // ESTIMATE_SHARE, self.worlds // len(moment.legal))
        )
        own = self.compare(moment, moment.legal, few, 2)[:, :, moment.seat % moment.sides]
        shares = own.mean(axis=0)
        cost = float(shares.max() - shares[list(moment.legal).index(moment.action)])
        return cost, int(moment.legal[shares.argmax()])

    def measure_cost(self, moment: Moment, best: int) -> Cost:
        """The difference between two moves, measured in many fresh worlds.

        The estimate chose the best of many rough guesses, which is biased upwards; fresh worlds
        are not.
        """
        return Cost(self.compared(moment, best).cost, best)

    def compared(self, moment: Moment, best: int) -> Compared:
        many = self.worlds * MEASURED_TIMES
        own = self.compare(moment, [best, moment.action], many, 3)[:, :, moment.seat % moment.sides]
        cost = mean_chances((own[:, 0] - own[:, 1])[:, None])[0]
        return Compared(moment, best, float(own[:, 1].mean()), cost)

    def compare(self, moment: Moment, actions: Any, worlds: int, purpose: int) -> Any:
        dice = self.dice(moment, purpose)
        return self.playouts.of_moves(moment.view, actions, moment.sides, worlds, dice)


@functools.cache
def analysis_of(name: str, worlds: int, seed: int) -> Analysis:
    """An analysis in another process, where its tasks share it."""
    return Analysis(game(name), worlds, seed)


def mean_chances(shares: Any) -> tuple[Chance, ...]:
    """Means over worlds, with margins; a margin of 0 means that all worlds agreed."""
    means, spread = shares.mean(axis=0), shares.std(axis=0)
    margins = Z * spread / np.sqrt(len(shares))
    return tuple(Chance(float(m), float(w)) for m, w in zip(means, margins, strict=True))
