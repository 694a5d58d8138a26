"""What the scenes of a game need besides its zones and touches: players, status, events, the end.

A game's scene.py says which zones there are and what to touch for an action; the rest follows from
its views. Events tell which zones lost and gained things. A game that wants to say more about a
move writes its own `events`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.games.scene import Event, Path, Scene, Seat, Zone
from skipyard.seats import NOBODY

Zones = Callable[[Any, Sequence[str], str], list[Zone]]  # from a view, names and a language
Touches = Callable[[Any, int], Iterable[str]]  # from a view and an action: any one of these will do
Facts = Callable[[Any, int, str], list[str]]  # from a view, a seat and a language


class PlainScene:
    """Makes the scenes and events of one game."""

    def __init__(self, game: Game, zones: Zones, touches: Touches, facts: Facts) -> None:
        self.game, self.zones, self.touches, self.facts = game, zones, touches, facts

    def scene(self, view: Any, legal: Iterable[int], names: Sequence[str], language: str) -> Scene:
        """What a seat or a watcher sees, and how it can touch each legal action."""
        places = self.places(view)
        return Scene(
            self.game.name,
            int(view.me),
            int(view.turn),
            bool(view.over),
            [seat for seat, place in enumerate(places) if place == 1],
            self.status(view, names, language),
            [
                Seat(seat, seat, names[seat], self.facts(view, seat, language), place)
                for seat, place in enumerate(places)
            ],
            self.zones(view, names, language),
            self.paths(view, legal, language),
        )

    def paths(self, view: Any, legal: Iterable[int], language: str) -> list[Path]:
        describe = self.game.words.WORDS.describe
        actions = [int(action) for action in legal]
        return [
            Path([thing], action, describe(action, language))
            for action in actions
            for thing in self.touches(view, action)
        ]

    def ways(self, view: Any, language: str) -> list[Path]:
        """How every action would be touched, legal or not."""
        return self.paths(view, range(len(self.game.rules.ACTIONS)), language)

    def places(self, view: Any) -> list[int]:
        """Everybody's place by points at the end, shared ones equal; 0 before it."""
        points = np.zeros(int(view.seats), np.int64)
        if view.over:
            self.game.rules.score(view, points)
        return [int(view.over != 0) and int(1 + (points > mine).sum()) for mine in points]

    def status(self, view: Any, names: Sequence[str], language: str) -> str:
        """Whose turn it is, or who has won."""
        who = int(view.winner if view.over else view.turn)
        key = "end" if view.over else "turn"
        if who == NOBODY:
            return common().say(language, "scene.tie")
        you = "_you" if who == view.me else ""
        return common().say(language, f"scene.{key}{you}", name=names[who])

    def events(
        self, before: Any, after: Any, said: str, names: Sequence[str], language: str
    ) -> list[Event]:
        """What happened between two views; None before: the table has just been dealt."""
        told = [Event("deal", said or common().say(language, "scene.deal"))]
        if before is not None:
            told = self.moved(before, after, said, names, language)
        status = self.status(after, names, language)
        if after.over and not (before is not None and before.over):
            told.append(Event("end", status))
        elif not after.over and (before is None or before.turn != after.turn):
            told.append(Event("turn", status, int(after.turn)))
        return told

    def moved(
        self, before: Any, after: Any, said: str, names: Sequence[str], language: str
    ) -> list[Event]:
        """The move, and which zones gave and took things: the first two are the move's own."""
        old, new = (
            {z.id: z.count for z in self.zones(v, names, language)} for v in (before, after)
        )
        gave = [zone for zone in old if new.get(zone, 0) < old[zone]]
        took = [zone for zone in new if new[zone] > old.get(zone, 0)]
        seat = int(before.turn)
        told = [Event("move", said, seat, "".join(gave[:1]), "".join(took[:1]))]
        told += [Event("draw", "", seat, source=zone) for zone in gave[1:]]
        told += [Event("draw", "", seat, target=zone) for zone in took[1:]]
        return told
