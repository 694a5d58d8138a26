"""Who meets whom in the next round, for each form.

- Round robin: the circle method; an odd number leaves one bye a round.
- Knock-out: seeds by lot; byes of the first round go to the best seeds.
- Swiss: neighbours in the standings meet; nobody twice while that can be avoided (a matching of
  minimum weight), and a bye goes to the lowest of those who had the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence

from skipyard.tournament.rounds import (
    Meeting,
    Round,
    byes_of,
    times_at_seat,
    times_met,
)

TWICE = 10**9  # weight of meeting again: more than all distances together
APART = 10**4  # weight of a half point between two who meet, squared
NOBODY_THERE = -1  # an empty place of a schedule or a bracket


# Round robin --------------------------------------------------------------------------------------
def circle(places: Sequence[int], number: int, legs: int = 1) -> Round:
    """Round `number` (from 0) for an even number of places, of which some may be empty."""
    count = len(places)
    leg, turn = divmod(number, count - 1)
    if leg >= legs:
        return Round(())
    fixed, *others = range(count)
    ring = [fixed, *others[turn:], *others[:turn]]
    meetings, byes = [], []
    for n in range(count // 2):
        pair = [ring[n], ring[count - 1 - n]]
        if (turn if n == 0 else n) % 2 != leg:  # who begins alternates, and changes in a return
            pair.reverse()
        present = [places[at] for at in pair if places[at] != NOBODY_THERE]
        if len(present) == len(pair):
            meetings.append(Meeting(tuple(present)))
        else:
            byes += present
    return Round(tuple(meetings), tuple(byes))


# Knock-out ----------------------------------------------------------------------------------------
def bracket(seeds: Sequence[int]) -> list[int]:
    """The places of a bracket in order: the first two seeds can meet only in its final."""
    order = [0]
    while len(order) < len(seeds):
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return [seeds[n] if n < len(seeds) else NOBODY_THERE for n in order]


def knockout(seeds: Sequence[int], rounds: Sequence[Round], left: Sequence[int]) -> Round:
    """The next round of a knock-out; who has left is out."""
    still = bracket(seeds)
    for one in rounds:
        pairs = zip(still[::2], still[1::2], strict=True)
        still = [survivor(one, seeds, pair) for pair in pairs]
    still = [NOBODY_THERE if player in left else player for player in still]
    meetings, byes = [], []
    for pair in zip(still[::2], still[1::2], strict=False):
        present = [player for player in pair if player != NOBODY_THERE]
        if len(present) == len(pair):
            meetings.append(Meeting(tuple(seated(rounds, present))))
        else:
            byes += present
    return Round(tuple(meetings), tuple(byes))


def survivor(one: Round, seeds: Sequence[int], pair: tuple[int, int]) -> int:
    """Who of two goes on; after a draw the better seed."""
    for meeting in one.meetings:
        if set(meeting.players) == set(pair):
            return min(pair, key=lambda player: (meeting.place(player), seeds.index(player)))
    return next((player for player in pair if player in one.byes), NOBODY_THERE)


# Swiss --------------------------------------------------------------------------------------------
def swiss(
    ranking: Sequence[int], points: dict[int, int], rounds: Sequence[Round], seats: int
) -> Round:
    """The next round for those who are there, given from the first rank to the last."""
    byes = choose_byes(ranking, rounds, len(ranking) % seats)
    playing = [player for player in ranking if player not in byes]
    groups = matched(playing, points, rounds) if seats == 2 else gathered(playing, rounds, seats)
    meetings = [Meeting(tuple(seated(rounds, group))) for group in groups]
    return Round(tuple(meetings), tuple(byes))


def choose_byes(ranking: Sequence[int], rounds: Sequence[Round], count: int) -> list[int]:
    """Those with the fewest byes so far; of these the lowest."""
    from_the_end = list(reversed(ranking))
    from_the_end.sort(key=lambda player: byes_of(rounds, player))
    return from_the_end[:count]


def matched(
    playing: Sequence[int], points: dict[int, int], rounds: Sequence[Round]
) -> list[list[int]]:
    """Pairs: as few as possible that have met, then as equal in points, then as near in rank."""
    import networkx  # 200 ms; a server without tournaments never needs it

    graph = networkx.Graph()
    for n, one in enumerate(playing):
        for m, other in enumerate(playing[:n]):
            apart = (points[one] - points[other]) ** 2
            weight = TWICE * times_met(rounds, one, other) + APART * apart + n - m
            graph.add_edge(n, m, weight=weight)
    pairs = networkx.min_weight_matching(graph)
    return sorted([playing[n] for n in sorted(pair)] for pair in pairs)


def gathered(playing: Sequence[int], rounds: Sequence[Round], seats: int) -> list[list[int]]:
    """Tables of more than two: from the top, each with those whom its players have met least."""
    waiting, tables = list(playing), []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            best = min(waiting, key=lambda one: sum(times_met(rounds, one, at) for at in table))
            waiting.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def seated(rounds: Sequence[Round], players: Sequence[int]) -> list[int]:
    """The order of seats: who began least often begins."""
    return sorted(players, key=lambda player: times_at_seat(rounds, player))
