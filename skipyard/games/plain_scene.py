"""Scenes of a game from its zones and touches: adds players, status, events and the end.

A game's scene.py says which zones there are and what to touch for an action; the rest follows from
its views. Events say which zones lost and gained things, and the group `told` of the game's
catalogue what the mover did. A game that wants to say more about a move writes its own `events`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.games.move_words import speaker
from skipyard.games.scene import Event, Path, Scene, Seat, Zone
from skipyard.seats import NOBODY

Zones = Callable[[Any, Sequence[str], str], list[Zone]]  # from a view, names and a language
Touches = Callable[
    [Any, int], Iterable[str]
]  # from a view and an action: ids, any of which will do
Facts = Callable[[Any, int, str], list[str]]  # from a view, a seat and a language


class PlainScene:
    """Makes the scenes and events of one game."""

    def __init__(self, game: Game, zones: Zones, touches: Touches, facts: Facts) -> None:
        self.game, self.zones, self.touches, self.facts = game, zones, touches, facts

    def scene(self, view: Any, legal: Iterable[int], names: Sequence[str], language: str) -> Scene:
        """What a seat or a watcher sees, and what to touch for each legal action."""
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
        """What to touch for every action, legal or not."""
        return self.paths(view, range(len(self.game.rules.ACTIONS)), language)

    def places(self, view: Any) -> list[int]:
        """Everybody's place by points once the game is over, with ties shared; 0 before."""
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
        self, before: Any, after: Any, action: int, names: Sequence[str], language: str
    ) -> list[Event]:
        """What a move changed between two views; `before` is None after the deal."""
        events = [Event("deal", common().say(language, "scene.deal"))]
        if before is not None:
            events = self.moved(before, after, action, names, language)
        status = self.status(after, names, language)
        if after.over and not (before is not None and before.over):
            events.append(Event("end", status))
        elif not after.over and (before is None or before.turn != after.turn):
            events.append(Event("turn", status, int(after.turn)))
        return events

    def moved(
        self, before: Any, after: Any, action: int, names: Sequence[str], language: str
    ) -> list[Event]:
        """The move, between the first zones that lost and gained things; then the other zones."""
        old, new = (
            {z.id: z.count for z in self.zones(v, names, language)} for v in (before, after)
        )
        lost = [zone for zone in old if new.get(zone, 0) < old[zone]]
        gained = [zone for zone in new if new[zone] > old.get(zone, 0)]
        seat, words = int(before.turn), speaker(self.game, before)
        said = words.tell_about(action, names[seat], seat == after.me, language)
        events = [Event("move", said, seat, "".join(lost[:1]), "".join(gained[:1]))]
        events += [Event("draw", "", seat, source=zone) for zone in lost[1:]]
        events += [Event("draw", "", seat, target=zone) for zone in gained[1:]]
        return events
