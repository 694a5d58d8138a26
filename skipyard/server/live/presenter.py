"""Renders one table for its viewers: scenes (whole, or what changed), events and sentences.

Everything is made from the viewer's own View and from what everybody may know of the table.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from skipyard.games.facts import points_told
from skipyard.games.scene import Drawn, Event, Scene, Zone
from skipyard.seats import NOBODY
from skipyard.server.live import table_summary
from skipyard.server.live.past_events import PastEvents
from skipyard.server.net import messages
from skipyard.server.net.listeners import NEVER_SHOWN, Listener
from skipyard.server.sentences import say
from skipyard.table import journal, log_limit, pace
from skipyard.table.chair import FREE, PERSON
from skipyard.table.database.store import Row
from skipyard.table.host import Host
from skipyard.table.policy import BOT

NO_UNDO = messages.UndoFacts(allowed=False)
Group = tuple[int, str]  # listeners who are shown the same: a viewer, in a language


class LastShown(NamedTuple):
    """What a group was shown last: `changed` is the difference to it."""

    seq: int
    facts_key: Any  # equal as long as the table's facts are
    undo: messages.UndoFacts
    names: Sequence[str]
    zones: list[Zone]


class Rendering(NamedTuple):
    """What a group is shown of a row."""

    scene: Scene | None
    events: list[Event]
    heard: list[str]


class Presenter:
    """Renders one table whenever it changes."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.settings = json.loads(host.header.settings)
        self.views: dict[int, Any] = {}  # of the table as it is, by viewer
        self.last: dict[Group, LastShown] = {}
        self.cached_names: dict[str, tuple[Any, list[str]]] = {}  # by language: chairs, names
        self.cached_chairs: tuple[Any, list[messages.Chair]] = (None, [])
        self.cached_agreed: dict[tuple[str, int, str], list[str]] = {}
        self.past = PastEvents()
        self.watchers = 0  # at the table now, in whichever process

    def copy(self) -> Presenter:
        """A presenter of a copy of the table, which can be turned back."""
        return Presenter(self.host.copy())

    def view(self, viewer: int) -> Any:
        """What a viewer sees now; None before the deal. Cached until the next row."""
        if viewer not in self.views:
            self.views[viewer] = self.new_view(viewer)
        return self.views[viewer]

    def new_view(self, viewer: int) -> Any:
        """The same without the cache; a game with `redraw` gets the view unpacked once."""
        view, scene = self.host.view(viewer), self.host.game.scene
        return scene.read(view) if view is not None and hasattr(scene, "redraw") else view

    def apply(self, row: Row) -> None:
        """Apply a row that is on disk; drop the cached views."""
        self.past.add(self.host, row)
        self.host.apply(row)
        self.views = {}

    # Showing --------------------------------------------------------------------------------------
    def play(
        self, row: Row, listeners: Collection[Listener], present: Collection[int], now: int
    ) -> None:
        """Apply a row that is on disk, and send every listener its view of it."""
        groups: dict[Group, list[Listener]] = {}
        for listener in listeners:
            groups.setdefault((listener.viewer, listener.language), []).append(listener)
        sentences = {group: self.sentence(row, *group) for group in groups}
        before = {viewer: self.view(viewer) for viewer, _ in groups}
        self.apply(row)
        facts_key = self.facts_key(present)
        for group, audience in groups.items():
            viewer, language = group
            seen, last = self.view(viewer), self.last.pop(group, None)
            if last is not None and last.seq != self.host.seq - 1:
                last = None
            events = self.events(row, before[viewer], seen, sentences[group], language)
            heard = [event.label for event in events if event.label]
            previous = None if last is None else Drawn(before[viewer], last.names, last.zones)
            rendering = Rendering(self.next_scene(group, seen, previous), events, heard)
            if rendering.scene is not None:
                names = self.names(language)
                undo = self.undo(*group)
                self.last[group] = LastShown(
                    self.host.seq, facts_key, undo, names, rendering.scene.zones
                )
            self.send(group, rendering, last, audience, present, now)

    def shown(
        self, viewer: int, language: str, present: Collection[int], now: int, past: bool = False
    ) -> bytes:
        """The whole table as a message; with what was told before, for somebody who has come."""
        facts, scene = self.facts(viewer, language, present, now), self.scene(viewer, language)
        told = self.past.events(self, viewer, language) if past else []
        return messages.write(messages.Shown(self.host.seq, viewer, facts, scene, [], [], told))

    def send(
        self,
        group: Group,
        rendering: Rendering,
        last: LastShown | None,
        audience: Collection[Listener],
        present: Collection[int],
        now: int,
    ) -> None:
        """Send a group the new view; those who asked for it get only what has changed."""
        (viewer, language), seq = group, self.host.seq
        changed = self.changed(group, rendering, last, present, now)
        whole = small = b""
        for listener in audience:
            if changed is not None and listener.changes and listener.seen == seq - 1:
                small = small or messages.write(changed)
                listener.put(small)
            elif listener.seen == NEVER_SHOWN:  # the row came before the answer to the hello
                facts = self.facts(viewer, language, present, now)
                past = self.past.events(self, viewer, language, seq - 1)
                listener.put(messages.write(messages.Shown(seq, viewer, facts, *rendering, past)))
            else:
                whole = whole or messages.write(
                    messages.Shown(
                        seq, viewer, self.facts(viewer, language, present, now), *rendering
                    )
                )
                listener.put(whole)
            listener.seen = seq

    def changed(
        self,
        group: Group,
        rendering: Rendering,
        last: LastShown | None,
        present: Collection[int],
        now: int,
    ) -> messages.Changed | None:
        """What changed since the last view; None where there was none, or its zones differ."""
        scene = rendering.scene
        if scene is None or last is None or len(last.zones) != len(scene.zones):
            return None
        # Games return the same object for a zone that did not change, so few need comparing.
        pairs = zip(scene.zones, last.zones, strict=True)
        redrawn = [(zone, old) for zone, old in pairs if zone is not old]
        if any(zone.id != old.id for zone, old in redrawn):
            return None
        scene = msgspec.structs.replace(scene, zones=[zone for zone, old in redrawn if zone != old])
        same_facts = self.last[group].facts_key == last.facts_key
        table = None if same_facts else self.facts(*group, present, now)
        clock, seq, undo = self.clock(now), self.host.seq, self.last[group].undo
        told = rendering.events, rendering.heard, None if undo == last.undo else undo
        return messages.Changed(seq, table, clock, scene, *told)

    # The game -------------------------------------------------------------------------------------
    def scene(self, viewer: int, language: str) -> Scene | None:
        host = self.host
        view = self.views[viewer] if viewer in self.views else self.new_view(viewer)
        if view is None:
            return None
        scene: Scene = host.game.scene.scene(
            view, host.legal(viewer), self.names(language), language
        )
        return scene

    def next_scene(self, group: Group, seen: Any, previous: Drawn | None) -> Scene | None:
        """The scene after a row; quicker where the one before it was shown."""
        viewer, language = group
        game = self.host.game
        if seen is None or previous is None or not hasattr(game.scene, "redraw"):
            return self.scene(viewer, language)
        scene: Scene = game.scene.redraw(
            seen, self.host.legal(viewer), self.names(language), language, previous
        )
        return scene

    def sentence(self, row: Row, viewer: int, language: str) -> str:
        """A row about to be applied, in words; empty for one about the game, told by its events."""
        if row.kind in journal.ABOUT_THE_GAME:
            return ""
        return journal.row_sentence(row, viewer, self.names(language), language)

    def events(
        self, row: Row, before: Any, after: Any, sentence: str, language: str
    ) -> list[Event]:
        """What happened, for animation; rows that are not about the game have only a sentence."""
        if sentence:
            events = [Event(row.kind, sentence, row.seat)]
        else:
            names = self.names(language)
            events = journal.events(self.host, row, before, after, names, language)
        if log_limit.stage(row.seq) != log_limit.stage(row.seq - 1):
            events.append(Event("log", log_limit.told(row.seq, language), NOBODY))
        return events

    # The table ------------------------------------------------------------------------------------
    def names(self, language: str) -> list[str]:
        """What players are called."""
        chairs, names = self.cached_names.get(language, (None, []))
        if chairs != self.host.chairs:
            names = journal.names_of(self.host, language)
            self.cached_names[language] = list(self.host.chairs), names
        return names

    def seated_names(self, language: str) -> list[str]:
        """The names of those who sit here."""
        names = zip(self.names(language), self.host.chairs, strict=True)
        return [name for name, chair in names if chair.kind != FREE]

    def facts(
        self, viewer: int, language: str, present: Collection[int], now: int
    ) -> messages.TableFacts:
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
            host=host.host_seat,
            phrases=host.phrases,
            watchers=self.watchers,
            agreed=self.agreed(language),
            series=list(host.score) if host.header.before else [],
            pace=pace.name_of(host.pace),
            undo=self.undo(viewer, language),
            rematch=host.next_table,
            result=self.result(language),
            # A duplicate deal may still be played elsewhere: its record shows the key later.
            key=host.header.key.hex() if over and not host.policy.tournament else "",
            tournament=host.policy.tournament,
            points=points_told(host.game, host.chosen, language),
        )

    def facts_key(self, present: Collection[int]) -> Any:
        """All that `facts` depend on besides the clock and `undo`."""
        host = self.host
        offers = tuple(host.offers.values())
        round_number = 0 if host.table is None else host.table.round
        who = tuple(host.chairs), frozenset(present), self.watchers, host.came
        set_by_host = host.pace, host.phrases, log_limit.stage(host.seq)
        standing = round_number, self.totals(), host.next_table, host.result
        return host.phase, who, set_by_host, offers, standing

    def agreed(self, language: str) -> list[str]:
        """What the table plays by, as lines; cached until one of them changes."""
        key = language, self.host.pace, log_limit.stage(self.host.seq)
        if key not in self.cached_agreed:
            self.cached_agreed[key] = table_summary.agreed(self.host, language)
        return self.cached_agreed[key]

    def undo(self, viewer: int, language: str) -> messages.UndoFacts:
        """Whether the viewer may take something back now."""
        if viewer == NOBODY or self.host.phase != "playing":
            return NO_UNDO
        why = self.host.why_not(viewer, "undo", language)
        return messages.UndoFacts(not why, why)

    def clock(self, now: int) -> messages.Clock:
        clock = self.host.clock
        return messages.Clock(clock.policy.clock, clock.remaining(now), clock.running, now)

    def totals(self) -> list[int]:
        """The points of a match so far."""
        match = None if self.host.table is None else self.host.table.match
        return [] if match is None else list(match.totals)

    def chairs(self, present: Collection[int]) -> list[messages.Chair]:
        """The seats; cached until something about them changes."""
        key = (*self.host.chairs, *present)
        if key != self.cached_chairs[0]:
            self.cached_chairs = key, self.new_chairs(present)
        return self.cached_chairs[1]

    def new_chairs(self, present: Collection[int]) -> list[messages.Chair]:
        names = journal.names_of(self.host, "en")  # bots have the same name in every language
        return [
            messages.Chair(
                seat=seat,
                name=names[seat] if chair.kind.startswith(BOT) else chair.name,
                kind="bot" if chair.kind.startswith(BOT) else chair.kind,
                reserved="bot" if chair.reserved.startswith(BOT) else chair.reserved,
                present=seat in present or chair.kind not in (PERSON, FREE),
                by_bot=chair.played_by_bot,
                bot=chair.bot,
                commitment=chair.commitment,
                nonce=chair.nonce,
                face=chair.face,
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
