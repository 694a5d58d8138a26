"""What each viewer of one table is shown: views whole or what changed, events, and the journal.

All of it is made from the viewer's own View and from what everybody may know of the table.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from skipyard.games.scene import Event, Scene, Zone
from skipyard.seats import NOBODY
from skipyard.server import messages
from skipyard.server.listeners import Listener
from skipyard.server.sentences import say
from skipyard.table import journal
from skipyard.table.chairs import FREE, PERSON
from skipyard.table.host import Host
from skipyard.table.policy import BOT
from skipyard.table.store import Row

Group = tuple[int, str]  # those who see the same: a viewer, in a language


class Last(NamedTuple):
    """What a group was shown last; what has changed is told against it."""

    seq: int
    facts: messages.TableFacts
    zones: list[Zone]


class Gallery:
    """The pictures of one table, made anew whenever it changes."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.settings = json.loads(host.header.settings)
        self.views: dict[int, Any] = {}  # of the table as it is
        self.last: dict[Group, Last] = {}
        self.called: dict[str, tuple[Any, list[str]]] = {}  # names, and the chairs that they are of
        self.seated: tuple[Any, list[messages.Chair]] = (None, [])

    def view(self, viewer: int) -> Any:
        """What a viewer sees now; None before the deal."""
        if viewer not in self.views:
            self.views[viewer] = self.host.view(viewer)
        return self.views[viewer]

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
        self.host.apply(row)
        self.views = {}
        facts: dict[str, Any] = {}
        for group, audience in groups.items():
            viewer, language = group
            if language not in facts:
                facts[language] = self.facts(language, present, now)
            events = self.events(row, before[viewer], viewer, said[group], language)
            heard = [said[group], *(event.label for event in events[1:] if event.label)]
            scene = self.scene(viewer, language)
            shown = messages.Shown(self.host.seq, viewer, facts[language], scene, events, heard)
            self.tell(group, shown, audience)

    def shown(self, viewer: int, language: str, present: Collection[int], now: int) -> bytes:
        """The whole table for somebody who has just come."""
        facts, scene = self.facts(language, present, now), self.scene(viewer, language)
        return messages.write(messages.Shown(self.host.seq, viewer, facts, scene, [], []))

    def tell(self, group: Group, shown: messages.Shown, audience: Collection[Listener]) -> None:
        """Hand everybody the new view; those who asked for it, only what has changed."""
        changed = self.changed(group, shown)
        whole = small = b""
        for listener in audience:
            if changed is not None and listener.changes and listener.seen == shown.seq - 1:
                small = small or messages.write(changed)
                listener.put(small)
            else:
                whole = whole or messages.write(shown)
                listener.put(whole)
            listener.seen = shown.seq

    def changed(self, group: Group, shown: messages.Shown) -> messages.Changed | None:
        """A view against the one before it; None where that was not the last, or looked unlike."""
        last, scene = self.last.pop(group, None), shown.scene
        if scene is None:
            return None
        self.last[group] = Last(shown.seq, shown.table, scene.zones)
        if last is None or last.seq != shown.seq - 1 or len(last.zones) != len(scene.zones):
            return None
        # Games hand out a zone again while it is the same, so few need a closer look.
        pairs = zip(scene.zones, last.zones, strict=True)
        redrawn = [(zone, old) for zone, old in pairs if zone is not old]
        if any(zone.id != old.id for zone, old in redrawn):
            return None
        scene = msgspec.structs.replace(scene, zones=[zone for zone, old in redrawn if zone != old])
        clock = shown.table.clock
        as_before = msgspec.structs.replace(shown.table, clock=last.facts.clock) == last.facts
        table = None if as_before else shown.table
        return messages.Changed(shown.seq, table, clock, scene, shown.events, shown.heard)

    # The game -------------------------------------------------------------------------------------
    def scene(self, viewer: int, language: str) -> Scene | None:
        view, host = self.view(viewer), self.host
        if view is None:
            return None
        found: Scene = host.game.scene.scene(
            view, host.legal(viewer), self.names(language), language
        )
        return found

    def said(self, row: Row, viewer: int, language: str) -> str:
        """A row about to be applied, in the words that a viewer may hear."""
        if row.kind == "move":
            return self.host.heard(viewer, row.action, language)
        data = json.loads(row.data) if row.data else {}
        name = data.get("name") or (self.names(language)[row.seat] if row.seat != NOBODY else "")
        return journal.sentence(row.kind, row.seat, name, "", data, language)

    def events(self, row: Row, before: Any, viewer: int, said: str, language: str) -> list[Event]:
        """What happened, for animation; rows beside the game have a sentence and no more."""
        after = self.view(viewer)
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
            or say(
                language,
                "seat.bot" if chair.kind.startswith(BOT) else "seat.player",
                player=seat + 1,
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
        match = None if host.table is None else host.table.match
        return messages.TableFacts(
            id=host.header.table,
            game=host.game.name,
            title=host.game.title,
            settings=self.settings,
            phase=host.phase,
            casual=host.policy.casual,
            hints=host.policy.hints,
            chairs=self.chairs(present),
            clock=messages.Clock(
                host.policy.clock, host.clock.remaining(now), host.clock.running, now
            ),
            offers=[
                messages.Pending(offer.what, offer.seat, sorted(offer.agreed))
                for offer in host.offers.values()
            ],
            round=0 if host.table is None else host.table.round,
            totals=list(match.totals) if match is not None and match.rounds else [],
            commitment=host.commitment,
            rematch=host.next_table,
            result=self.result(language),
            key=host.header.key.hex() if over else "",
        )

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
