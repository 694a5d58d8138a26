"""Winning chances after every move of a finished game, and what the moves have cost.

Two readers look at a move. The mover, who sees what its seat sees: over worlds that it has to think
possible. And whoever knows all that lies on the table now: over futures, for what is still to be
turned up or rolled is chance to that reader too, whatever the table's own dice made of it. Games
are played out by a good bot; the chances are those among such players.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from skipyard.games import Game
from skipyard.seats import NOBODY
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host
from skipyard.table.result import Result, sides_of
from skipyard.table.table import Table

USUAL = 200  # worlds for each chance
FEWEST, ROUGHLY = 8, 4  # a first look shares its worlds out among the legal moves
CLOSELY, SUSPECTS = 4, 16  # a second look takes more, at the moves that seem to cost most
MANY = 1 << 20  # seeds
Z = 1.959964  # 95 %
Progress = Callable[[int, int], None]


class Chance(NamedTuple):
    """A chance with the half of its 95 % interval."""

    share: float
    margin: float


class Cost(NamedTuple):
    """What a move gave away, by what its mover knew."""

    chance: Chance  # of the best other move less that of this one
    best: int  # that other move


class Step(NamedTuple):
    """The game after one entry of its log; the first one is the deal."""

    number: int  # of the entry, from 1; 0 is the deal
    round: int
    seat: int  # who moved; below 0 for deals and referees
    action: int
    known: tuple[Chance, ...]  # by side, to whoever knows the whole table
    mover: tuple[Chance, ...]  # by side, to whoever moved; as `known` where nobody did
    cost: Cost | None  # of the moves that seemed to cost most


class Place(NamedTuple):
    """What is to be looked at: an entry of the log, and the table around it."""

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
    worlds: int = USUAL,
    seed: int = 1,
    progress: Progress = lambda done, total: None,
) -> list[Step]:
    """All steps of a table's game; where it was given up, one more that tells its result."""
    study = Study(table.game, worlds, seed)
    found = study.look(list(places(table)), progress)
    if result is not None and not table.over:
        found.append(given(found[-1], result, sides_of(table)))
    return found


def by_row(header: Header, rows: Sequence[Row], worlds: int) -> list[tuple[int, tuple[float, ...]]]:
    """A finished table's chances by seat after each row that changed them, the whole table known.

    For a server's review: one thread, and no look at the moves that were not made. Rows that were
    taken back have none.
    """
    host, added, end = Host(header), list[int](), 0
    for row in rows:
        host.apply(row)
        length = 0 if host.table is None else len(host.table.log) + 1
        added = added[:length] + [row.seq] * (length - len(added))
        end = end or (row.seq if host.phase == "over" else 0)
    assert host.table is not None
    study, table = Study(host.game, worlds, header.opened % MANY), host.table
    steps = [(added[place.number], study.known(place)) for place in places(table)]
    if host.result is not None and not table.over:
        last = Step(0, table.round, NOBODY, NOBODY, (), (), None)
        steps.append((end, given(last, host.result, sides_of(table)).known))
    seats, sides = range(header.seats), sides_of(table)
    return [(seq, tuple(known[seat % sides].share for seat in seats)) for seq, known in steps]


def places(table: Table) -> Iterator[Place]:
    """The game again, from the deal: each entry with what its mover saw."""
    twin = Table(table.game, table.seats, table.chosen, table.key)
    sides = sides_of(twin)
    yield Place(0, 1, NOBODY, NOBODY, sides, None, (), twin.copy_states()[0])
    for number, entry in enumerate(table.log, 1):
        view = twin.view(entry.seat) if entry.seat >= 0 else None
        legal = twin.legal().copy() if entry.seat >= 0 else ()
        twin.fold([entry])
        after, action = twin.copy_states()[0], entry.action if view is not None else NOBODY
        yield Place(number, twin.round, entry.seat, action, sides, view, legal, after)


def given(last: Step, result: Result, sides: int) -> Step:
    """The end of a game that was not played out: who was given the win."""
    first = {seat % sides for seat in result.winners}
    shares = tuple(Chance((side in first) / len(first), 0.0) for side in range(sides))
    return Step(last.number, last.round, NOBODY, NOBODY, shares, shares, None)


class Study:
    """Playouts of one game on all cores; what they tell follows from the seed."""

    def __init__(self, g: Game, worlds: int, seed: int) -> None:
        from skipyard.bots.playouts import Playouts  # brings Numba in

        self.playouts, self.worlds, self.seed = Playouts(g), worlds, seed

    def look(self, every: Sequence[Place], progress: Progress) -> list[Step]:
        """A first look at every place, a second one where a move seems to have cost something."""
        rough: list[tuple[Step, float, int]] = []
        total = len(every) + SUSPECTS
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for found in pool.map(self.first_look, every):
                rough.append(found)
                progress(len(rough), total)
            order = sorted(range(len(every)), key=lambda n: -rough[n][1])[:SUSPECTS]
            suspects = [n for n in order if rough[n][1] > 0]
            again = pool.map(lambda n: self.second_look(every[n], rough[n][2]), suspects)
            steps = [step for step, _, _ in rough]
            for done, (n, cost) in enumerate(zip(suspects, again, strict=True), 1):
                steps[n] = steps[n]._replace(cost=cost)
                progress(len(every) + done, total)
        progress(total, total)
        return steps

    def dice(self, place: Place, look: int) -> int:
        """Dice for one look at one place: no two looks share a world."""
        return (self.seed << 40) + (place.number << 24) + (look << 20)

    def known(self, place: Place) -> tuple[Chance, ...]:
        """The chances after a move, to whoever knows the whole table."""
        return told(self.playouts.of_state(place.after, self.worlds, self.dice(place, 0)))

    def first_look(self, place: Place) -> tuple[Step, float, int]:
        """The chances after a move, about what it cost, and which move seemed best."""
        known = self.known(place)
        mover, cost, best = known, 0.0, place.action
        if place.view is not None:
            mover = told(self.compare(place, [place.action], self.worlds, 1)[:, 0])
        if len(place.legal) > 1 and place.view is not None:
            few = max(FEWEST, min(self.worlds // ROUGHLY, self.worlds // len(place.legal)))
            own = self.compare(place, place.legal, few, 2)[:, :, place.seat % place.sides]
            shares = own.mean(axis=0)
            best = int(place.legal[shares.argmax()])
            cost = float(shares.max() - shares[list(place.legal).index(place.action)])
        number, round_, seat, action = place[:4]
        return Step(number, round_, seat, action, known, mover, None), cost, best

    def second_look(self, place: Place, best: int) -> Cost:
        """The difference between two moves in many worlds of their own.

        The first look chose the best of many rough guesses, which flatters it; these worlds know
        nothing of that choice.
        """
        many = self.worlds * CLOSELY
        own = self.compare(place, [best, place.action], many, 3)[:, :, place.seat % place.sides]
        return Cost(told((own[:, 0] - own[:, 1])[:, None])[0], best)

    def compare(self, place: Place, actions: Any, worlds: int, look: int) -> Any:
        dice = self.dice(place, look)
        return self.playouts.of_moves(place.view, actions, place.sides, worlds, dice)


def told(shares: Any) -> tuple[Chance, ...]:
    """Means over worlds, with margins; what always came out alike is certain as far as we know."""
    means, spread = shares.mean(axis=0), shares.std(axis=0)
    margins = Z * spread / np.sqrt(len(shares))
    return tuple(Chance(float(m), float(w)) for m, w in zip(means, margins, strict=True))
