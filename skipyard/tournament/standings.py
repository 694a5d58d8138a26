"""Who is where: points first, then the form's tie-break, then direct encounters, then shared ranks.

Everything is counted in whole numbers: half points, and for tie-breaks quarters of a point.

- Points: at a table one for every rival left behind and half a one for every equal rival. A bye
  counts like a table won, but nothing in a round robin, where nobody loses by it.
- Knock-out: who went further is ahead; there are no other tie-breaks.
- Swiss: Buchholz, the sum of one's rivals' points.
- Round robin: Sonneborn-Berger, the points of the rivals beaten and half of those drawn with.
- Direct encounter: among equals who have all met, the points of their games with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from skipyard.tournament.agreement import KNOCKOUT, ROUND_ROBIN
from skipyard.tournament.rounds import EACH, Meeting, Round, byes_of, meetings_of, times_met

QUARTERS = 2  # quarters of a point in a half point


class Standing(NamedTuple):
    """One line of the table."""

    rank: int  # equals share one
    player: int
    half_points: int
    tie_break: int  # quarters of a point; of a knock-out: how many rounds were survived
    played: int
    byes: int


def standings(form: str, rounds: Sequence[Round], players: Iterable[int]) -> list[Standing]:
    """All players, the best first; the order among equals is that of their numbers."""
    ended = [Round(tuple(m for m in one.meetings if m.places), one.byes) for one in rounds]
    everybody = sorted(players)
    points = {player: points_of(form, ended, player) for player in everybody}
    breaks = {player: tie_break(form, ended, points, player) for player in everybody}

    def before(player: int) -> tuple[int, ...]:
        if form == KNOCKOUT:
            return (breaks[player],)
        return points[player], breaks[player]

    ranked: list[Standing] = []
    for group in grouped(everybody, before):
        direct = direct_points(ended, group) if form != KNOCKOUT else {}
        values = {player: (direct.get(player, 0),) for player in group}
        for equals in grouped(group, values.__getitem__):
            rank = len(ranked) + 1
            ranked += [
                Standing(
                    rank,
                    player,
                    points[player],
                    breaks[player],
                    len(meetings_of(ended, player)),
                    byes_of(ended, player),
                )
                for player in equals
            ]
    return ranked


def grouped(players: Iterable[int], value: Callable[[int], tuple[int, ...]]) -> list[list[int]]:
    """Players in groups of equal value, the greatest first."""
    ordered = sorted(players, key=value, reverse=True)
    return [sorted(group) for _, group in groupby(ordered, value)]


def points_of(form: str, ended: Sequence[Round], player: int) -> int:
    """A player's half points."""
    played = sum(meeting.half_points(player) for meeting in meetings_of(ended, player))
    return played + (0 if form == ROUND_ROBIN else byes_of(ended, player) * worth_of_bye(ended))


def worth_of_bye(ended: Sequence[Round]) -> int:
    """Half points of a bye: as many as for winning a table."""
    rivals = [len(meeting.players) - 1 for one in ended for meeting in one.meetings]
    return EACH * max(rivals, default=1)


def tie_break(form: str, ended: Sequence[Round], points: dict[int, int], player: int) -> int:
    """What decides among those with equal points."""
    if form == KNOCKOUT:
        return rounds_survived(ended, player)
    meetings = meetings_of(ended, player)
    if form == ROUND_ROBIN:
        return sum(sonneborn(meeting, points, player) for meeting in meetings)
    return sum(QUARTERS * points[rival] for each in meetings for rival in each.rivals(player))


def sonneborn(meeting: Meeting, points: dict[int, int], player: int) -> int:
    """Quarters of a point for one meeting: all of a beaten rival's points, half of an equal's."""
    mine = meeting.place(player)
    beaten = [rival for rival, place in meeting.pairs() if place > mine]
    equal = [rival for rival, place in meeting.pairs() if place == mine and rival != player]
    return sum(QUARTERS * points[one] for one in beaten) + sum(points[one] for one in equal)


def rounds_survived(ended: Sequence[Round], player: int) -> int:
    """How many rounds of a knock-out a player came through: by a win or a bye."""
    survived = 0
    for number, one in enumerate(ended):
        later = ended[number + 1 :]
        goes_on = bool(meetings_of(later, player)) or byes_of(later, player) > 0
        survived += goes_on or player in one.byes or player in winners(one)
    return survived


def winners(one: Round) -> list[int]:
    """Who alone won a table of a round; a drawn one is decided by the next round's pairing."""
    alone = [[p for p, place in meeting.pairs() if place == 1] for meeting in one.meetings]
    return [first[0] for first in alone if len(first) == 1]


def direct_points(ended: Sequence[Round], group: Sequence[int]) -> dict[int, int]:
    """Half points of games within a group; none where some of them have not met."""
    if any(not times_met(ended, a, b) for a, b in combinations(group, 2)):
        return {}
    within = [
        meeting
        for one in ended
        for meeting in one.meetings
        if len({*meeting.players} & {*group}) > 1
    ]
    return {player: sum(meeting_points(each, player, group) for each in within) for player in group}


def meeting_points(meeting: Meeting, player: int, group: Sequence[int]) -> int:
    """Half points against those of a group only."""
    if player not in meeting.players:
        return 0
    inside = [(one, place) for one, place in meeting.pairs() if one in group]
    players, places = zip(*inside, strict=True)
    return Meeting(players, places).half_points(player)
