"""Scenes of Skip-Bo and, with the die, of MOD, made from a view alone.

Zones are build.PILE, draw, spent, die, and for each seat stock.SEAT, hand.SEAT, discard.SEAT.PILE.
An item's id is its zone and its place there, from the bottom or the left; it names no card.
Faces are 1 to 12, wild, back; of the die low, middle, high, wild, discard_two, opponent_draws.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.scene import NOWHERE, Drawn, Event, Item, Path, Scene, Seat, Zone
from skipyard.games.skipbo import options, rules, words
from skipyard.games.skipbo.actions import PARTNER, Kind
from skipyard.games.skipbo.cards import PILES, SLOTS, WILD
from skipyard.games.skipbo.events import EventBuilder
from skipyard.games.skipbo.view import View
from skipyard.games.unpack import reader

CACHED_LABELS = 1 << 13  # of seats: enough for 2,000 tables
BUILD = [f"build.{pile}" for pile in range(PILES)]
DIE, DRAW_TOP, SPENT_TOP = "die.0", "draw.top", "spent.top"
END, OPPONENT_DRAWS = int(Kind.END), int(Kind.OPPONENT_DRAWS)  # plain integers compare faster
HAND, DISCARD = int(Kind.HAND), int(Kind.DISCARD)
STOCK, PILE = int(Kind.STOCK), int(Kind.PILE)
AN = (8, 11)  # English: an 8, an 11
BUILDING = (HAND, STOCK, PILE)
REFEREE_KINDS = range(int(Kind.TALK), int(Kind.LET_STAND) + 1)  # these touch nothing
read = reader(View)
MIDDLE_PILES, SEAT_ZONES = 2, 2 + PILES  # middle: draw and spent; a seat: stock, hand, discards
Faces = tuple[int, ...]
Labels = tuple[str, ...]  # of a seat: player, stock, hand, discard piles
cached = functools.cache  # few values, and a SceneBuilder lives as long as the process
cached_recent = functools.lru_cache(CACHED_LABELS)


def face_code(face: int) -> str:
    """A card's face as the client knows it; NONE is a face-down card."""
    return {WILD: "wild", NONE: "back"}.get(face, str(face))


class ItemsByFace(dict[int, Item]):
    """The items of one place by face, each made when it is first needed."""

    def __init__(self, make: Callable[[int], Item]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, face: int) -> Item:
        self[face] = self.make(face)
        return self[face]


class SceneBuilder:
    """Builds the scenes of Skip-Bo or MOD, which differ in actions, sentences and die faces."""

    def __init__(
        self,
        game: str,
        actions: Any,
        sentences: Any,
        describe: Callable[[int, str], str],
        faces: tuple[str, ...] = (),
    ) -> None:
        self.game, self.sentences, self.describe, self.faces = game, sentences, describe, faces
        self.rows = [tuple(row) for row in actions.tolist()]
        self.kinds = [row[0] for row in self.rows]

    # Scenes and events ----------------------------------------------------------------------------
    def scene(self, view: Any, legal: Iterable[int], names: Sequence[str], language: str) -> Scene:
        """What a seat or a watcher sees, with a path to touch for each legal action."""
        return self.redraw(view, legal, names, language, None)

    def redraw(
        self,
        view: Any,
        legal: Iterable[int],
        names: Sequence[str],
        language: str,
        last: Drawn | None,
    ) -> Scene:
        """The same for a viewer who was shown `last`; zones that have not changed are reused."""
        v, actions = read(view), [int(action) for action in legal]
        players = enumerate(names)
        labels = [self.seat_labels(name, seat == v.me, language) for seat, name in players]
        zones = self.zones(v, labels, language, last if last and last.names == names else None)
        if END in map(self.kinds.__getitem__, actions):
            zones.append(self.buttons(language))
        return Scene(
            self.game,
            v.me,
            v.turn,
            bool(v.over),
            winners(v),
            self.status(v, actions, names, language),
            [self.seat(v, seat, labels[seat][0], names, language) for seat in range(v.seats)],
            zones,
            self.paths(v, actions, language),
        )

    def events(
        self, before: Any, after: Any, action: int, names: Sequence[str], language: str
    ) -> list[Event]:
        """What a move changed between two views of one seat; `before` is None after the deal."""
        old = None if before is None else read(before)
        return EventBuilder(self, old, read(after), names, language).build_events(action)

    def advise(self, view: Any, action: int, names: Sequence[str], language: str) -> str:
        """A move as its player is told it, before it is made; the die and its card together."""
        seen = read(view)
        builder = EventBuilder(self, seen, seen, names, language)
        builder.move(action)
        first, *others = [event.label for event in builder.events if event.kind == "move"]
        for other in others:
            then = other[:1].lower() + other[1:]
            first = self.say(language, "advice.then", first=first.removesuffix("."), then=then)
        return first

    def say(self, language: str, key: str, **values: object) -> str:
        return str(self.sentences.say(language, key, **values))

    # Cards ----------------------------------------------------------------------------------------
    def card_name(self, face: int, language: str) -> str:
        return self.say(language, "card.wild") if face == WILD else str(face)

    @cached
    def card_phrase(self, face: int, number: int, language: str) -> str:
        """A card with its article; `number` is what a Skip-Bo stands for, or 0."""
        if face == WILD and number:
            return self.say(language, "card.as", number=number)
        article = "card.an" if face in AN else "card.a"
        return self.say(language, article, card=self.card_name(face, language))

    def die_effect(self, die: int, language: str) -> str:
        return self.say(language, f"does.{self.faces[die - 1]}")

    def die_name(self, die: int, language: str) -> str:
        return self.say(language, f"face.{self.faces[die - 1]}")

    def die_code(self, die: int) -> str:
        return self.faces[die - 1].lower()

    def cards(self, zone: str, faces: Faces, language: str) -> list[Item]:
        """Cards in their places, from the bottom or the left."""
        places = self.places(zone, language)
        return [place[face] for place, face in zip(places, faces, strict=False)]

    @functools.cache  # noqa: B019
    def places(self, zone: str, language: str) -> list[ItemsByFace]:
        """The items of each place in a zone."""
        return [
            ItemsByFace(functools.partial(self.card, f"{zone}.{i}", language=language))
            for i in range(SLOTS)
        ]

    @cached
    def card(self, at: str, face: int, language: str) -> Item:
        """A card in its place; NONE is face down."""
        if face == NONE:
            return Item(at, "card", "back", self.say(language, "scene.back"))
        return Item(at, "card", face_code(face), self.card_name(face, language))

    # Zones ----------------------------------------------------------------------------------------
    def zones(
        self, v: Any, labels: Sequence[Labels], language: str, last: Drawn | None
    ) -> list[Zone]:
        """All zones; those of `last` that have not changed are reused."""
        old, old_zones = (None, []) if last is None else (read(last.view), last.zones)
        zones = self.middle(v, language, old, old_zones)
        end = PILES + MIDDLE_PILES + bool(old and old.die)
        piles_changed = not old or piles(old) != piles(v)
        for seat in range(v.seats):
            start, end = end, end + SEAT_ZONES
            shown = cards_of_seat(old, seat, piles_changed) if old else SEAT_ZONES * [None]
            for own, faces in enumerate(cards_of_seat(v, seat, piles_changed)):
                if faces == shown[own]:
                    zones.append(old_zones[start + own])
                else:
                    zones.append(self.seat_zone(seat, own, faces, labels[seat][1 + own], language))
            if not piles_changed:
                zones += old_zones[end - PILES : end]
        return zones

    # The middle -----------------------------------------------------------------------------------
    def middle(self, v: Any, language: str, old: Any, old_zones: list[Zone]) -> list[Zone]:
        """The building piles, the draw pile, the completed cards, the die."""
        if old and (old.height, old.wilds, old.dies) == (v.height, v.wilds, v.dies):
            zones = old_zones[:PILES]
        else:
            zones = [self.build(v, pile, language) for pile in range(PILES)]
        zones.append(self.face_down_pile("draw", DRAW_TOP, v.draw_left, language))
        zones.append(self.face_down_pile("spent", SPENT_TOP, v.spent_left, language))
        if v.die:
            zones.append(self.die(v.die, v.die_left, language))
        return zones

    def build(self, v: Any, pile: int, language: str) -> Zone:
        height = v.height[pile]
        wild = bool(height and v.wilds[pile] >> (height - 1))
        return self.series(pile, height, height - v.dies[pile].bit_count(), wild, language)

    @cached
    def series(self, pile: int, height: int, cards: int, wild: bool, language: str) -> Zone:
        """A building pile: its top card, and the number it needs next."""
        items = []
        if wild:
            label = self.say(language, "scene.stand_in", number=height)
            items = [Item(f"build.{pile}.{height - 1}", "card", "wild", label, NONE, [str(height)])]
        elif height:
            items = [self.card(f"build.{pile}.{height - 1}", height, language)]
        label = self.say(language, "scene.build", n=pile + 1, next=height + 1)
        return Zone(BUILD[pile], "pile", label, items, NOBODY, cards, 0, str(height + 1))

    @cached
    def face_down_pile(self, zone: str, top: str, left: int, language: str) -> Zone:
        """The draw pile or the completed cards: one card back."""
        items = [self.card(top, NONE, language)] if left else []
        return Zone(zone, "pile", self.say(language, f"scene.{zone}"), items, NOBODY, left)

    @cached
    def die(self, die: int, left: int, language: str) -> Zone:
        marks = {0: ["used"], 2: ["twice"]}.get(left, [])
        code, name = self.die_code(die), self.die_name(die, language)
        about = self.say(language, "about.die_used" if marks == ["used"] else f"about.{code}")
        item = Item(DIE, "die", code, name, NONE, marks, about)
        return Zone("die", "row", self.say(language, "scene.die"), [item], NOBODY, 1)

    @cached
    def buttons(self, language: str) -> Zone:
        item = Item("end", "button", "end", self.say(language, "scene.end"))
        return Zone("buttons", "row", self.say(language, "scene.buttons"), [item])

    # Around the table -----------------------------------------------------------------------------
    def seat_zone(self, seat: int, own: int, faces: Faces, label: str, language: str) -> Zone:
        """One of a seat's zones, in the order of `cards_of_seat`."""
        if own == 0:
            return self.stock(seat, faces, label, language)
        if own == 1:
            return self.hand(seat, faces, label, language)
        return self.discard(seat, own - 2, faces, label, language)

    @cached_recent
    def seat_labels(self, name: str, mine: bool, language: str) -> Labels:
        """The labels of a seat: player, stock, hand, discard piles."""
        you = "_you" if mine else ""
        keys = (f"scene.player{you}", f"scene.stock{you}", f"scene.hand{you}")
        labels = [self.say(language, key, name=name) for key in keys]
        piles = range(1, PILES + 1)
        labels += [self.say(language, f"scene.discard{you}", name=name, n=n) for n in piles]
        return tuple(labels)

    def stock(self, seat: int, faces: Faces, label: str, language: str) -> Zone:
        left, top = faces
        items = [self.card(f"stock.{seat}.top", top, language)] if left else []
        return Zone(f"stock.{seat}", "pile", label, items, seat, left)

    def hand(self, seat: int, faces: Faces, label: str, language: str) -> Zone:
        """A hand, face down if it is another's; ids name places in it, not cards."""
        zone = f"hand.{seat}"
        items = self.cards(zone, faces, language)
        return Zone(zone, "row", label, items, seat, len(faces))

    def discard(self, seat: int, own: int, faces: Faces, label: str, language: str) -> Zone:
        """A discard pile from the bottom up; `faces` go from the top down (SB-A10)."""
        zone = f"discard.{seat}.{own}"
        items = self.cards(zone, faces[::-1], language)
        return Zone(zone, "pile", label, items, seat, len(faces))

    def seat(self, v: Any, seat: int, label: str, names: Sequence[str], language: str) -> Seat:
        partner = names[(seat + v.seats // 2) % v.seats] if v.teams else ""
        place = 0
        if v.over:
            place = 1 if v.winner in (NOBODY, side_of(v, seat)) else 2
        counts = v.stock_left[seat], v.stock_size, v.hand_left[seat]
        barred = bool(v.no_draw[seat])
        return self.player(seat, side_of(v, seat), label, counts, barred, partner, place, language)

    def player(
        self,
        seat: int,
        side: int,
        label: str,
        counts: tuple[int, int, int],
        barred: bool,
        partner: str,
        place: int,
        language: str,
    ) -> Seat:
        """A player with the cards left in the stock, of how many, and in hand; and the partner."""
        left, whole, held = counts
        facts = [self.fact("stock", left, language), self.fact("hand", held, language)]
        if barred:
            facts.append(self.fact("no_draw", 0, language))
        if partner:
            facts.append(self.say(language, "fact.partner", name=partner))
        return Seat(seat, side, label, facts, place, left, whole)

    @functools.cache  # noqa: B019
    def fact(self, what: str, count: int, language: str) -> str:
        """A count as a phrase: none, one or many."""
        number = {0: "none", 1: "one"}.get(count, "many")
        return self.say(language, f"fact.{what}_{number}", count=count)

    # Status ---------------------------------------------------------------------------------------
    def status(self, v: Any, legal: list[int], names: Sequence[str], language: str) -> str:
        if v.over:
            return self.outcome(v, names, language)
        if v.turn != v.me:
            return self.say(language, "status.other", name=names[v.turn])
        if v.die and any(self.rows[action][-1] for action in legal):
            return self.say(language, "status.die", face=self.die_name(v.die, language))
        kinds = {self.kinds[action] for action in legal}
        can = "only" if kinds.isdisjoint(BUILDING) else "play"
        ends = "discard" if DISCARD in kinds else "end" if END in kinds else "on"
        return self.say(language, f"status.{can}_{ends}")

    def outcome(self, v: Any, names: Sequence[str], language: str) -> str:
        """Who has won, worded for this viewer."""
        seats = winners(v)
        if not seats:
            return self.say(language, "end.nobody")
        key = "end.team" if v.teams else "end.one"
        if v.me in seats:
            seats = [v.me, *(seat for seat in seats if seat != v.me)]
            key += "_you"
        return self.say(language, key, name=names[seats[0]], other=names[seats[-1]])

    # Paths ----------------------------------------------------------------------------------------
    @functools.cache  # noqa: B019
    def moves(self, language: str) -> list[str]:
        """Every action in words."""
        return [self.describe(action, language) for action in range(len(self.rows))]

    def paths(self, v: Any, legal: list[int], language: str) -> list[Path]:
        """A path for each legal action and each card that can play it."""
        paths: list[Path] = []
        slots = slots_by_face(v.hand[: v.hand_left[v.me]]) if legal else {}
        partner = (v.me + v.seats // 2) % v.seats
        for action in legal:
            kind, owner, source, _, _ = self.rows[action]
            seat, at = partner if owner == PARTNER else v.me, NOWHERE
            if kind in (HAND, DISCARD):
                at = slots.get(source, 0)
            elif kind == PILE:
                at = v.discard_left[seat * PILES + source] - 1
            paths += self.paths_of(action, seat, at, language)
        return paths

    def ways(self, view: Any, language: str) -> list[Path]:
        """A path for every action, legal or not, whose items are on the table."""
        players = [a for a, row in enumerate(self.rows) if row[0] not in REFEREE_KINDS]
        return self.paths(read(view), players, language)

    @cached
    def paths_of(self, action: int, seat: int, at: int, language: str) -> list[Path]:
        """The paths of an action; `at` is a bit for each slot of a hand, or a place in a pile."""
        kind, _, source, target, die = self.rows[action]
        if kind == END:
            return [self.path(action, ["end"], language, quiet=True)]
        if kind == OPPONENT_DRAWS:
            effect = self.say(language, "effect.draws")
            return [self.path(action, [DIE, f"stock.{target}"], language, effect)]
        if kind == STOCK:
            starts = [f"stock.{seat}.top"]
        elif kind == PILE:
            starts = [f"discard.{seat}.{source}.{at}"]
        else:
            starts = [f"hand.{seat}.{i}" for i in range(at.bit_length()) if at >> i & 1]
        if kind == DISCARD:
            onto, effect = f"discard.{seat}.{target}", self.say(language, "effect.discard")
        else:
            onto, effect = BUILD[target], self.say(language, "effect.build", n=target + 1)
        before, quiet = ([DIE], False) if die else ([], kind == DISCARD)
        return [self.path(action, [*before, one, onto], language, effect, quiet) for one in starts]

    def path(
        self, action: int, touch: list[str], language: str, effect: str = "", quiet: bool = False
    ) -> Path:
        return Path(touch, action, self.moves(language)[action], quiet, effect)


def piles(v: Any) -> tuple[Faces, Faces]:
    """The sizes and the cards of all discard piles."""
    return v.discard_left, v.discards


def cards_of_seat(v: Any, seat: int, with_piles: bool) -> list[Faces]:
    """What is in the zones of a seat: stock size and top, hand, discard piles."""
    left = v.hand_left[seat]
    hand = v.hand[:left] if seat == v.me else left * (NONE,)
    zones = [(v.stock_left[seat], v.stock_top[seat]), hand]
    if not with_piles:
        return zones
    first = seat * PILES
    end = sum(v.discard_left[:first])
    for size in v.discard_left[first : first + PILES]:
        start, end = end, end + size
        zones.append(v.discards[start:end])
    return zones


def slots_by_face(hand: Faces) -> dict[int, int]:
    """The slots of each face in a hand, a bit for each slot."""
    slots: dict[int, int] = {}
    for i, face in enumerate(hand):
        slots[face] = slots.get(face, 0) | 1 << i
    return slots


def side_of(v: Any, seat: int) -> int:
    """SB-A23  Partners sit opposite."""
    return int(seat % (v.seats // 2)) if v.teams else seat


def winners(v: Any) -> list[int]:
    """The seats of the side that has won; none in a draw."""
    if not v.over or v.winner == NOBODY:
        return []
    return [seat for seat in range(v.seats) if side_of(v, seat) == v.winner]


SCENES = SceneBuilder("skipbo", rules.ACTIONS, options.sentences(), words.describe)
scene, redraw, events, ways = SCENES.scene, SCENES.redraw, SCENES.events, SCENES.ways
advise = SCENES.advise
