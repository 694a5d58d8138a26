"""The players of a tournament and the rounds that they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

PERSON = "person"
EACH = 2  # half points for a rival left behind; an equal one gives half of it


class Player(NamedTuple):
    """Somebody who plays: a person, or a bot that fills up."""

    name: str
    kind: str = PERSON  # or bot:LEVEL
    commitment: str = ""  # to a nonce; empty without one
    nonce: str = ""  # once revealed
    left: bool = False
    late: bool = False  # came after the first round had begun


class Meeting(NamedTuple):
    """One table of a round."""

    players: tuple[int, ...]  # in the order of their seats
    places: tuple[int, ...] = ()  # by seat, equals share one; empty while it is played
    how: str = ""  # how it ended, as a table's result says

    def half_points(self, player: int) -> int:
        """Two for every rival that the player left behind, one for every equal one."""
        if not self.places or player not in self.players:
            return 0
        mine = self.place(player)
        others = [place for one, place in self.pairs() if one != player]
        return sum(EACH if mine < place else EACH // 2 if mine == place else 0 for place in others)

    def place(self, player: int) -> int:
        return self.places[self.players.index(player)]

    def pairs(self) -> list[tuple[int, int]]:
        """Each player with the place."""
        return list(zip(self.players, self.places, strict=True))

    def rivals(self, player: int) -> list[int]:
        return [one for one in self.players if one != player]


class Round(NamedTuple):
    """One round: who meets whom, and who has a bye."""

    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()

    @property
    def ended(self) -> bool:
        return all(meeting.places for meeting in self.meetings)


def meetings_of(rounds: Sequence[Round], player: int) -> list[Meeting]:
    """The meetings of a player so far, the running one included."""
    return [each for one in rounds for each in one.meetings if player in each.players]


def byes_of(rounds: Sequence[Round], player: int) -> int:
    return sum(player in one.byes for one in rounds)


def times_met(rounds: Sequence[Round], player: int, other: int) -> int:
    return sum(other in meeting.players for meeting in meetings_of(rounds, player))


def times_at_seat(rounds: Sequence[Round], player: int, seat: int = 0) -> int:
    """How often a player had a seat; by default the first, which begins."""
    return sum(each.players[seat] == player for each in meetings_of(rounds, player))
