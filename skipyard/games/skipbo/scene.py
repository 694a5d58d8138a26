"""A Skip-Bo table as a screen shows it, from a view alone; MOD's too, with its die.

Zones are build.PILE, draw, spent, die, and for each seat stock.SEAT, hand.SEAT, discard.SEAT.PILE.
An item's id is its zone's and its place there, from the bottom or the left: it names no card.
Faces are 1 to 12, wild, back; of the die low, middle, high, wild, discard_two, opponent_draws.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.plain import reader
from skipyard.games.scene import Event, Item, Path, Scene, Seat, Zone
from skipyard.games.skipbo import options, rules, words
from skipyard.games.skipbo.actions import PARTNER, Kind
from skipyard.games.skipbo.cards import PILES, WILD
from skipyard.games.skipbo.events import Story
from skipyard.games.skipbo.view import View

KEPT = 1 << 14  # zones and labels of each sort, kept for the next scene
BUILD = [f"build.{pile}" for pile in range(PILES)]
DIE, DRAW_TOP, SPENT_TOP = "die.0", "draw.top", "spent.top"
END, OPPONENT_DRAWS = int(Kind.END), int(Kind.OPPONENT_DRAWS)  # plain numbers compare quicker
HAND, DISCARD = int(Kind.HAND), int(Kind.DISCARD)
REFEREES = range(int(Kind.TALK), int(Kind.LET_STAND) + 1)  # nothing is touched for these
read = reader(View)
kept = functools.lru_cache(KEPT)  # a Stage lives as long as the program


def face_code(face: int) -> str:
    """A card's face in code; NONE is a card that nobody sees."""
    return {WILD: "wild", NONE: "back"}.get(face, str(face))


class Stage:
    """The scenes of one book of the family: its actions, its sentences, the faces of its die."""

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

    # The whole ------------------------------------------------------------------------------------
    def scene(self, view: Any, legal: Iterable[int], names: Sequence[str], language: str) -> Scene:
        """What a seat or a watcher sees, and how it can touch each legal action."""
        v, actions = read(view), [int(action) for action in legal]
        zones = self.zones(v, names, language)
        paths = self.paths(v, actions, language)
        if any(self.rows[action][0] == END for action in actions):
            zones.append(self.buttons(language))
        return Scene(
            self.game,
            v.me,
            v.turn,
            bool(v.over),
            winners(v),
            self.status(v, actions, names, language),
            [self.seat(v, seat, names, language) for seat in range(v.seats)],
            zones,
            paths,
        )

    def events(
        self, before: Any, after: Any, said: str, names: Sequence[str], language: str
    ) -> list[Event]:
        """What happened between two views of one seat; None before: the table was just dealt."""
        old = None if before is None else read(before)
        return Story(self, old, read(after), names, language).tell(said)

    def say(self, language: str, key: str, **values: object) -> str:
        return str(self.sentences.say(language, key, **values))

    # Cards ----------------------------------------------------------------------------------------
    def card_name(self, face: int, language: str) -> str:
        return self.say(language, "card.wild") if face == WILD else str(face)

    def die_name(self, die: int, language: str) -> str:
        return self.say(language, f"face.{self.faces[die - 1]}")

    def die_code(self, die: int) -> str:
        return self.faces[die - 1].lower()

    @kept
    def card(self, at: str, face: int, language: str) -> Item:
        """A card in its place; NONE lies face down."""
        if face == NONE:
            return Item(at, "card", "back", self.say(language, "scene.back"))
        return Item(at, "card", face_code(face), self.card_name(face, language))

    # The middle -----------------------------------------------------------------------------------
    def zones(self, v: Any, names: Sequence[str], language: str) -> list[Zone]:
        found = [
            self.series(
                pile,
                v.height[pile],
                v.height[pile] - v.dies[pile].bit_count(),
                bool(v.height[pile] and v.wilds[pile] >> (v.height[pile] - 1)),
                language,
            )
            for pile in range(PILES)
        ]
        found.append(self.heap("draw", DRAW_TOP, v.draw_left, language))
        found.append(self.heap("spent", SPENT_TOP, v.spent_left, language))
        if v.die:
            found.append(self.die(v.die, v.die_left, language))
        at = 0
        for seat in range(v.seats):
            stock, hand, *discards = self.seat_labels(names[seat], seat == v.me, language)[1:]
            found.append(self.stock(seat, v.stock_left[seat], v.stock_top[seat], stock, language))
            if seat == v.me:
                found.append(self.hand(seat, v.hand[: v.hand_left[seat]], hand, language))
            else:
                found.append(self.hand(seat, v.hand_left[seat] * (NONE,), hand, language))
            for own in range(PILES):
                end = at + v.discard_left[seat * PILES + own]
                found.append(self.discard(seat, own, v.discards[at:end], discards[own], language))
                at = end
        return found

    @kept
    def series(self, pile: int, height: int, cards: int, wild: bool, language: str) -> Zone:
        """A building pile: its top card, and the number that it needs."""
        items = []
        if wild:
            label = self.say(language, "scene.stand_in", number=height)
            items = [Item(f"build.{pile}.{height - 1}", "card", "wild", label, NONE, [str(height)])]
        elif height:
            items = [self.card(f"build.{pile}.{height - 1}", height, language)]
        label = self.say(language, "scene.build", n=pile + 1, next=height + 1)
        return Zone(BUILD[pile], "pile", label, items, NOBODY, cards, 0, str(height + 1))

    @kept
    def heap(self, zone: str, top: str, left: int, language: str) -> Zone:
        """The draw pile, or the completed cards: nothing but backs."""
        items = [self.card(top, NONE, language)] if left else []
        return Zone(zone, "pile", self.say(language, f"scene.{zone}"), items, NOBODY, left)

    @kept
    def die(self, die: int, left: int, language: str) -> Zone:
        marks = {0: ["used"], 2: ["twice"]}.get(left, [])
        item = Item(DIE, "die", self.die_code(die), self.die_name(die, language), NONE, marks)
        return Zone("die", "row", self.say(language, "scene.die"), [item], NOBODY, 1)

    @kept
    def buttons(self, language: str) -> Zone:
        item = Item("end", "button", "end", self.say(language, "scene.end"))
        return Zone("buttons", "row", self.say(language, "scene.buttons"), [item])

    # Around the table -----------------------------------------------------------------------------
    @kept
    def seat_labels(self, name: str, mine: bool, language: str) -> tuple[str, ...]:
        """The labels of a seat: its player, the stock, the hand, the discard piles."""
        you = "_you" if mine else ""
        keys = (f"scene.player{you}", f"scene.stock{you}", f"scene.hand{you}")
        found = [self.say(language, key, name=name) for key in keys]
        piles = range(1, PILES + 1)
        found += [self.say(language, f"scene.discard{you}", name=name, n=n) for n in piles]
        return tuple(found)

    @kept
    def stock(self, seat: int, left: int, top: int, label: str, language: str) -> Zone:
        items = [self.card(f"stock.{seat}.top", top, language)] if left else []
        return Zone(f"stock.{seat}", "pile", label, items, seat, left)

    @kept
    def hand(self, seat: int, faces: tuple[int, ...], label: str, language: str) -> Zone:
        """A hand, others' face down; slots are places in it, not cards."""
        items = [self.card(f"hand.{seat}.{i}", face, language) for i, face in enumerate(faces)]
        return Zone(f"hand.{seat}", "row", label, items, seat, len(faces))

    @kept
    def discard(
        self, seat: int, own: int, faces: tuple[int, ...], label: str, language: str
    ) -> Zone:
        """A discard pile from the bottom up; `faces` go from the top down (SB-A10)."""
        zone = f"discard.{seat}.{own}"
        items = [self.card(f"{zone}.{i}", face, language) for i, face in enumerate(faces[::-1])]
        return Zone(zone, "pile", label, items, seat, len(faces))

    def seat(self, v: Any, seat: int, names: Sequence[str], language: str) -> Seat:
        facts = [
            self.fact("stock", v.stock_left[seat], language),
            self.fact("hand", v.hand_left[seat], language),
        ]
        if v.no_draw[seat]:
            facts.append(self.fact("no_draw", 0, language))
        if v.teams:
            partner = names[(seat + v.seats // 2) % v.seats]
            facts.append(self.say(language, "fact.partner", name=partner))
        place = 0
        if v.over:
            place = 1 if v.winner in (NOBODY, side_of(v, seat)) else 2
        label = self.seat_labels(names[seat], seat == v.me, language)[0]
        return Seat(seat, side_of(v, seat), label, facts, place)

    @functools.cache  # noqa: B019
    def fact(self, what: str, count: int, language: str) -> str:
        """A count in words: none, one or many."""
        number = {0: "none", 1: "one"}.get(count, "many")
        return self.say(language, f"fact.{what}_{number}", count=count)

    # What is asked --------------------------------------------------------------------------------
    def status(self, v: Any, legal: list[int], names: Sequence[str], language: str) -> str:
        if v.over:
            return self.outcome(v, names, language)
        if v.turn != v.me:
            return self.say(language, "status.other", name=names[v.turn])
        moves = [self.rows[action] for action in legal]
        if any(move[-1] for move in moves):
            return self.say(language, "status.die", face=self.die_name(v.die, language))
        kinds = {move[0] for move in moves}
        can = "play" if not kinds.isdisjoint((Kind.HAND, Kind.STOCK, Kind.PILE)) else "only"
        ends = "discard" if Kind.DISCARD in kinds else "end" if Kind.END in kinds else "on"
        return self.say(language, f"status.{can}_{ends}")

    def outcome(self, v: Any, names: Sequence[str], language: str) -> str:
        """Who has won, as this viewer hears it."""
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
        """A path for each legal action and each of the like cards that can play it."""
        if not legal:
            return []
        labels, found = self.moves(language), []
        slots: dict[int, list[str]] = {}
        for i, face in enumerate(v.hand[: v.hand_left[v.me]]):
            slots.setdefault(face, []).append(f"hand.{v.me}.{i}")
        for action in legal:
            kind, owner, source, target, _ = self.rows[action]
            if kind == END:
                found.append(Path(["end"], action, labels[action]))
            elif kind == OPPONENT_DRAWS:
                found.append(Path([DIE, f"stock.{target}"], action, labels[action]))
            else:
                from_hand = kind in (HAND, DISCARD)
                starts = slots.get(source, []) if from_hand else [top_of(v, kind, owner, source)]
                onto = f"discard.{v.me}.{target}" if kind == DISCARD else BUILD[target]
                found += [self.path(start, onto, action, language) for start in starts]
        return found

    def ways(self, view: Any, language: str) -> list[Path]:
        """How every action would be touched, legal or not, as far as its things are there."""
        players = [a for a, row in enumerate(self.rows) if row[0] not in REFEREES]
        return self.paths(read(view), players, language)

    @kept
    def path(self, start: str, onto: str, action: int, language: str) -> Path:
        """A card from one place to another, with the die where it goes before."""
        die = self.rows[action][-1]
        touch = [DIE, start, onto] if die else [start, onto]
        return Path(touch, action, self.moves(language)[action])


def top_of(v: Any, kind: int, owner: int, own: int) -> str:
    """The item on top of a stock or a discard pile of mine, or of my partner's."""
    seat = (v.me + v.seats // 2) % v.seats if owner == PARTNER else v.me
    if kind == Kind.STOCK:
        return f"stock.{seat}.top"
    return f"discard.{seat}.{own}.{v.discard_left[seat * PILES + own] - 1}"


def side_of(v: Any, seat: int) -> int:
    """SB-A23  Partners sit opposite."""
    return int(seat % (v.seats // 2)) if v.teams else seat


def winners(v: Any) -> list[int]:
    """The seats of the side that has won; none in a draw."""
    if not v.over or v.winner == NOBODY:
        return []
    return [seat for seat in range(v.seats) if side_of(v, seat) == v.winner]


STAGE = Stage("skipbo", rules.ACTIONS, options.sentences(), words.describe)
scene, events, ways = STAGE.scene, STAGE.events, STAGE.ways
