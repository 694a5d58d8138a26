"""What each viewer of one table is shown: views whole or what changed, events, and the journal.

All of it is made from the viewer's own View and from what everybody may know of the table.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from skipyard.catalogue import common
from skipyard.games.scene import Drawn, Event, Scene, Zone
from skipyard.seats import NOBODY
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.server.sentences import say
from skipyard.table import journal
from skipyard.table.chair import FREE, PERSON
from skipyard.table.database.store import Row
from skipyard.table.host import Host
from skipyard.table.policy import BOT

Group = tuple[int, str]  # those who see the same: a viewer, in a language


class Last(NamedTuple):
    """What a group was shown last; what has changed is told against it."""

    seq: int
    about: Any  # what was true of the table besides the game
    names: Sequence[str]
    zones: list[Zone]


class Picture(NamedTuple):
    """What a group sees and hears of a row."""

    scene: Scene | None
    events: list[Event]
    heard: list[str]


class Presenter:
    """The pictures of one table, made anew whenever it changes."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.settings = json.loads(host.header.settings)
        self.views: dict[int, Any] = {}  # of the table as it is, for those who were shown a row
        self.last: dict[Group, Last] = {}
        self.called: dict[str, tuple[Any, list[str]]] = {}  # names, and the chairs that they are of
        self.seated: tuple[Any, list[messages.Chair]] = (None, [])

    def view(self, viewer: int) -> Any:
        """What a viewer sees now; None before the deal. It is kept until the next row."""
        if viewer not in self.views:
            self.views[viewer] = self.new_view(viewer)
        return self.views[viewer]

    def new_view(self, viewer: int) -> Any:
        """The same for one question; a game that can redraw scenes has it read once for all."""
        view, scene = self.host.view(viewer), self.host.game.scene
        return scene.read(view) if view is not None and hasattr(scene, "redraw") else view

    def apply(self, row: Row) -> None:
        """Apply a row that is on disk; views of the table before it are forgotten."""
        self.host.apply(row)
        self.views = {}

    # Showing --------------------------------------------------------------------------------------
    def play(
        self, row: Row, listeners: Collection[Listener], present: Collection[int], now: int
    ) -> None:
        """Apply a row that is on disk, and tell every listener what it sees of it."""
        groups: dict[Group, list[Listener]] = {}
        for listener in listeners:
            groups.setdefault((listener.viewer, listener.language), []).append(listener)
        said = {group: self.said(row, *group) for group in groups}
        before = {viewer: self.view(viewer) for viewer, _ in groups}
        self.apply(row)
        about = self.about(present)
        for group, audience in groups.items():
            viewer, language = group
            seen, last = self.view(viewer), self.last.pop(group, None)
            if last is not None and last.seq != self.host.seq - 1:
                last = None
            events = self.events(row, before[viewer], seen, said[group], language)
            heard = [said[group], *(event.label for event in events[1:] if event.label)]
            drawn = None if last is None else Drawn(before[viewer], last.names, last.zones)
            picture = Picture(self.next_scene(group, seen, drawn), events, heard)
            if picture.scene is not None:
                names = self.names(language)
                self.last[group] = Last(self.host.seq, about, names, picture.scene.zones)
            self.tell(group, picture, last, audience, present, now)

    def shown(self, viewer: int, language: str, present: Collection[int], now: int) -> bytes:
        """The whole table for somebody who has just come."""
        facts, scene = self.facts(language, present, now), self.scene(viewer, language)
        return messages.write(messages.Shown(self.host.seq, viewer, facts, scene, [], []))

    def tell(
        self,
        group: Group,
        picture: Picture,
        last: Last | None,
        audience: Collection[Listener],
        present: Collection[int],
        now: int,
    ) -> None:
        """Hand everybody the new view; those who asked for it, only what has changed."""
        (viewer, language), seq = group, self.host.seq
        changed = self.changed(group, picture, last, present, now)
        whole = small = b""
        for listener in audience:
            if changed is not None and listener.changes and listener.seen == seq - 1:
                small = small or messages.write(changed)
                listener.put(small)
            else:
                whole = whole or messages.write(
                    messages.Shown(seq, viewer, self.facts(language, present, now), *picture)
                )
                listener.put(whole)
            listener.seen = seq

    def changed(
        self,
        group: Group,
        picture: Picture,
        last: Last | None,
        present: Collection[int],
        now: int,
    ) -> messages.Changed | None:
        """A view against the last one; None where there was none, or it looked unlike."""
        scene = picture.scene
        if scene is None or last is None or len(last.zones) != len(scene.zones):
            return None
        # Games hand out a zone again while it is the same, so few need a closer look.
        pairs = zip(scene.zones, last.zones, strict=True)
        redrawn = [(zone, old) for zone, old in pairs if zone is not old]
        if any(zone.id != old.id for zone, old in redrawn):
            return None
        scene = msgspec.structs.replace(scene, zones=[zone for zone, old in redrawn if zone != old])
        as_before = self.last[group].about == last.about
        table = None if as_before else self.facts(group[1], present, now)
        clock, seq = self.clock(now), self.host.seq
        return messages.Changed(seq, table, clock, scene, picture.events, picture.heard)

    # The game -------------------------------------------------------------------------------------
    def scene(self, viewer: int, language: str) -> Scene | None:
        host = self.host
        view = self.views[viewer] if viewer in self.views else self.new_view(viewer)
        if view is None:
            return None
        found: Scene = host.game.scene.scene(
            view, host.legal(viewer), self.names(language), language
        )
        return found

    def next_scene(self, group: Group, seen: Any, drawn: Drawn | None) -> Scene | None:
        """The scene after a row, for those who were shown the one before it."""
        viewer, language = group
        game = self.host.game
        if seen is None or drawn is None or not hasattr(game.scene, "redraw"):
            return self.scene(viewer, language)
        found: Scene = game.scene.redraw(
            seen, self.host.legal(viewer), self.names(language), language, drawn
        )
        return found

    def said(self, row: Row, viewer: int, language: str) -> str:
        """A row about to be applied, in the words that a viewer may hear."""
        if row.kind == "move":
            return self.host.describe_move(viewer, row.action, language)
        data = json.loads(row.data) if row.data else {}
        name = data.get("name") or (self.names(language)[row.seat] if row.seat != NOBODY else "")
        return journal.sentence(row.kind, row.seat, name, "", data, language)

    def events(self, row: Row, before: Any, after: Any, said: str, language: str) -> list[Event]:
        """What happened, for animation; rows beside the game have a sentence and no more."""
        if after is None or row.kind not in ("move", "deal"):
            return [Event(row.kind, said, row.seat)]
        names = self.names(language)
        start = None if row.kind == "deal" else before
        found: list[Event] = self.host.game.scene.events(start, after, said, names, language)
        return found

    # The table ------------------------------------------------------------------------------------
    def names(self, language: str) -> list[str]:
        """What players are called; those without a name have a number."""
        chairs, names = self.called.get(language, (None, []))
        if chairs != self.host.chairs:
            names = self.new_names(language)
            self.called[language] = list(self.host.chairs), names
        return names

    def new_names(self, language: str) -> list[str]:
        return [
            chair.name
            or (
                say(language, "seat.bot", player=seat + 1)
                if chair.kind.startswith(BOT)
                else common().say(language, "seat.player", player=seat + 1)
            )
            for seat, chair in enumerate(self.host.chairs)
        ]

    def taken(self, language: str) -> list[str]:
        """Who sits here."""
        names = zip(self.names(language), self.host.chairs, strict=True)
        return [name for name, chair in names if chair.kind != FREE]

    def facts(self, language: str, present: Collection[int], now: int) -> messages.TableFacts:
        host = self.host
        over = host.phase == "over"
        return messages.TableFacts(
            id=host.header.table,
            game=host.game.name,
            title=host.game.title,
            settings=self.settings,
            phase=host.phase,
            casual=host.policy.casual,
            hints=host.policy.hints,
            chairs=self.chairs(present),
            clock=self.clock(now),
            offers=[
                messages.Pending(offer.what, offer.seat, sorted(offer.agreed))
                for offer in host.offers.values()
            ],
            round=0 if host.table is None else host.table.round,
            totals=self.totals(),
            commitment=host.commitment,
            rematch=host.next_table,
            result=self.result(language),
            key=host.header.key.hex() if over else "",
        )

    def about(self, present: Collection[int]) -> Any:
        """What `facts` are made of besides the clock: where it is the same, so are they."""
        host = self.host
        offers = tuple(host.offers.values())
        round_number = 0 if host.table is None else host.table.round
        who = tuple(host.chairs), frozenset(present)
        return host.phase, who, offers, round_number, self.totals(), host.next_table, host.result

    def clock(self, now: int) -> messages.Clock:
        clock = self.host.clock
        return messages.Clock(clock.policy.clock, clock.remaining(now), clock.running, now)

    def totals(self) -> list[int]:
        """The points of a match so far."""
        match = None if self.host.table is None else self.host.table.match
        return list(match.totals) if match is not None and match.rounds else []

    def chairs(self, present: Collection[int]) -> list[messages.Chair]:
        """The seats; the same list until something about them changes."""
        key = (*self.host.chairs, *present)
        if key != self.seated[0]:
            self.seated = key, self.new_chairs(present)
        return self.seated[1]

    def new_chairs(self, present: Collection[int]) -> list[messages.Chair]:
        return [
            messages.Chair(
                seat=seat,
                name=chair.name,
                kind="bot" if chair.kind.startswith(BOT) else chair.kind,
                reserved="bot" if chair.reserved.startswith(BOT) else chair.reserved,
                present=seat in present or chair.kind not in (PERSON, FREE),
                by_bot=chair.played_by_bot,
                bot=chair.bot,
                commitment=chair.commitment,
                nonce=chair.nonce,
            )
            for seat, chair in enumerate(self.host.chairs)
        ]

    def result(self, language: str) -> messages.Result | None:
        ended = self.host.result
        if ended is None:
            return None
        names = self.names(language)
        winners = ", ".join(names[seat] for seat in ended.winners)
        everybody = len(ended.winners) == len(names)
        key = f"end.{ended.how}_draw" if everybody else f"end.{ended.how}"
        text = say(language, key, winners=winners)
        return messages.Result(ended.how, list(ended.winners), list(ended.points), text)
