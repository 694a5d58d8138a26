"""What happened between two views of a Skip-Bo table, as events for one viewer.

Kinds: move, complete, reveal, finish, sink, shed, penalty, shuffle, turn, draw, roll, end, deal.
Events are made from the two views and the move, which everybody sees in this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.catalogue import Told
from skipyard.core import NOBODY, NONE
from skipyard.games.grammar import listed, of
from skipyard.games.scene import Event
from skipyard.games.skipbo.actions import PARTNER, Kind
from skipyard.games.skipbo.cards import PILES, WILD

BUILDS = ("hand", "stock", "pile")  # by kind of move
REFEREE = ("talk", "excess", "out_of_turn", "let_stand")  # by kind, from Kind.TALK
REFEREE_KEYS = (*REFEREE, "excess_one")


class EventBuilder:
    """Builds the events between two views, `b` before and `a` after."""

    def __init__(self, scenes: Any, before: Any, after: Any, names: Sequence[str], language: str):
        self.scenes, self.a, self.names, self.language = scenes, after, names, language
        self.b = before
        self.seats, self.me = range(after.seats), after.me
        self.events: list[Event] = []
        self.from_hand = False  # whether the mover played or discarded a hand card
        self.face = NONE  # the card that was played or discarded
        self.set_aside = 0  # cards of a completed series
        self.blocked = False  # SB-A14  whether piles went back because all have passed

    def build_events(self, action: int) -> list[Event]:
        if self.b is None:
            return self.deal_events()
        self.move(action)
        if self.a.stock_left != self.b.stock_left:
            for seat in self.seats:
                self.stock(seat)
        self.penalties()
        if self.a.spent_left != self.b.spent_left + self.set_aside:
            self.add("shuffle", self.say("shuffle"), NOBODY, "spent", "draw")
        self.start_turn()
        for seat in self.seats:
            self.draws(seat)
        self.roll()
        if self.a.over and not self.b.over:
            self.add("end", self.scenes.outcome(self.a, self.names, self.language))
        return self.events

    def add(
        self,
        kind: str,
        label: str | Told = "",
        seat: int = NOBODY,
        source: str = "",
        target: str = "",
        face: str = "",
    ) -> None:
        thing = "die" if "die.0" in (source, target) else "card" if face else ""
        told = label if isinstance(label, Told) else Told(label)
        event = Event(kind, told.label, seat, source, target, face, [], thing, told.brief)
        self.events.append(event)

    # Sentences ------------------------------------------------------------------------------------
    def say(self, key: str, seat: int = NOBODY, **facts: object) -> str:
        """The sentence of an event; the player it is about is addressed as “you”."""
        you = "_you" if seat == self.me and seat != NOBODY else ""
        name = "" if seat == NOBODY else self.names[seat]
        return str(self.scenes.say(self.language, f"event.{key}{you}", name=name, **facts))

    def tell(self, key: str, other: int = NOBODY, **facts: object) -> Told:
        """The sentences of a move, which may concern another player, such as a partner."""
        mover, whose = self.b.turn, ""
        if mover == self.me and key not in REFEREE_KEYS:
            whose = "_you"
        elif other == self.me and other != NOBODY:
            whose = "_yours"
        if other != NOBODY:
            facts |= {"other": self.names[other], "of_other": of(self.names[other])}
        name = self.names[mover]
        told: Told = self.scenes.sentences.tell(
            self.language, f"told.{key}{whose}", name=name, **facts
        )
        return told

    def card(self, face: int, number: int = 0) -> str:
        """A card with its article; `number` is what a Skip-Bo stands for."""
        return str(self.scenes.card_phrase(face, number, self.language))

    def nth(self, own: int) -> str:
        return str(self.scenes.say(self.language, f"nth.{own + 1}"))

    def code(self, face: int) -> str:
        return "wild" if face == WILD else str(face)

    # The move -------------------------------------------------------------------------------------
    def move(self, action: int) -> None:
        """Add the move itself: a discard, a build, or one that moves no card of the mover."""
        b = self.b
        kind, owner, source, target, die = self.scenes.rows[action]
        seat = (b.turn + b.seats // 2) % b.seats if owner == PARTNER else b.turn
        if kind == Kind.DISCARD:
            self.from_hand, self.face = True, source
            label = self.tell(
                "discard_die" if die else "discard", card=self.card(source), own=self.nth(target)
            )
            onto = f"discard.{seat}.{target}.{b.discard_left[seat * PILES + target]}"
            self.add("move", label, seat, self.slot(seat), onto, self.code(source))
        elif kind <= Kind.PILE:
            self.build(kind, seat, source, target, bool(die))
        elif kind == Kind.OPPONENT_DRAWS:
            label = self.tell("opponent_draws", target)
            self.add("move", label, b.turn, "", "die.0", self.scenes.die_code(b.die))
        elif kind == Kind.END:
            self.add("move", self.tell("end"), b.turn)
            self.block()
        else:
            key = REFEREE[kind - Kind.TALK]
            key = count_key(key, source) if kind == Kind.EXCESS else key
            self.add("move", self.tell(key, target, count=source))

    def build(self, kind: int, owner: int, source: int, pile: int, die: bool) -> None:
        """Add a card that is built, after the die if it stands in before it (MOD-17)."""
        b, mover = self.b, self.b.turn
        first = b.height[pile] + 1  # the number that the die or the card stands for
        number = first % b.top + 1 if die else first
        ends_by_die = die and first == b.top  # MOD-56
        if ends_by_die or number == b.top:
            self.set_aside = b.height[pile] - b.dies[pile].bit_count() + (not ends_by_die)
        target = f"build.{pile}"
        if die:
            label = self.tell("die", card=self.card(first), pile=pile + 1)
            self.add("move", label, mover, "die.0", target, self.scenes.die_code(b.die))
        if ends_by_die:
            self.add_complete(pile)
        at = self.source(kind, owner, source)
        key = BUILDS[kind] + ("_partner" if owner != mover else "")
        other = owner if owner != mover else NOBODY
        card, own = self.card(self.face, number), self.nth(source) if kind == Kind.PILE else ""
        label = self.tell(key, other, card=card, own=own, pile=pile + 1)
        self.add("move", label, mover, at, target, self.code(self.face))
        if self.set_aside and not ends_by_die:
            self.add_complete(pile)

    def add_complete(self, pile: int) -> None:
        label = self.say("complete", n=pile + 1)
        self.add("complete", label, NOBODY, f"build.{pile}", "spent")

    def source(self, kind: int, owner: int, source: int) -> str:
        """The id of the item that was played; sets `face`."""
        b = self.b
        if kind == Kind.STOCK:
            self.face = b.stock_top[owner]
            return f"stock.{owner}.top"
        if kind == Kind.PILE:
            at = owner * PILES + source
            self.face = b.discard_top[at]
            return f"discard.{owner}.{source}.{b.discard_left[at] - 1}"
        self.from_hand, self.face = True, source
        return self.slot(owner)

    def slot(self, seat: int) -> str:
        """The slot that a card left: in my hand its own, in other hands always the last."""
        b = self.b
        if seat == self.me and self.face in b.hand:
            return f"hand.{seat}.{b.hand.index(self.face)}"
        return f"hand.{seat}.{b.hand_left[seat] - 1}"

    # Consequences of a move -----------------------------------------------------------------------
    def stock(self, seat: int) -> None:
        """Cards put under a stock, a card turned up, or the end of the stock."""
        left, before = self.a.stock_left[seat], self.b.stock_left[seat]
        if left > before:
            label = self.say(count_key("sink", left - before), seat, count=left - before)
            self.add("sink", label, seat, "draw", f"stock.{seat}")
        if left and (left < before or not before) and not self.blocked:
            self.reveal(seat)
        if before and not left:
            self.add("finish", self.say("finish", seat), seat, "", f"stock.{seat}")

    def reveal(self, seat: int) -> None:
        face = self.a.stock_top[seat]
        label = self.say("reveal", seat, card=self.card(face))
        self.add("reveal", label, seat, f"stock.{seat}", f"stock.{seat}.top", self.code(face))

    def block(self) -> None:
        """SB-A14  Everybody has passed: stocks or discards go to the draw pile."""
        a, b = self.a, self.b
        gone = [f"stock.{s}" for s in self.seats if a.stock_left[s] < b.stock_left[s]]
        label = "shed_stocks"
        if not gone:
            label = "shed_discards"
            left = enumerate(b.discard_left)
            gone = [f"discard.{i // PILES}.{i % PILES}" for i, n in left if n > a.discard_left[i]]
        self.blocked = bool(gone)
        for i, zone in enumerate(gone):
            self.add("shed", "" if i else self.say(label), NOBODY, zone, "draw")

    def penalties(self) -> None:
        if self.a.no_draw == self.b.no_draw:
            return
        for seat in self.seats:
            if self.a.no_draw[seat] != self.b.no_draw[seat]:
                key = "barred" if self.a.no_draw[seat] else "paid"
                self.add("penalty", self.say(key, seat), seat)

    def start_turn(self) -> None:
        if self.a.turn != self.b.turn and not self.a.over:
            self.add("turn", self.say("turn", self.a.turn), self.a.turn)

    def draws(self, seat: int) -> None:
        """Cards drawn, one event each; face down if another player drew them."""
        left, before = self.a.hand_left[seat], self.b.hand_left[seat]
        drawn = left - before + (self.from_hand and seat == self.b.turn)
        if drawn <= 0:
            return
        if seat == self.me:
            mine = self.drawn()
            faces = {i: self.code(face) for i, face in mine.items()}
            cards = listed([self.card(face) for face in mine.values()], self.language)
            label = self.say("draw", seat, cards=cards)
        else:
            faces = dict.fromkeys(range(left - drawn, left), "back")
            label = self.say(count_key("draw", drawn), seat, count=drawn)
        for i, face in faces.items():
            self.add("draw", label, seat, "draw", f"hand.{seat}.{i}", face)
            label = ""

    def drawn(self) -> dict[int, int]:
        """My new cards by their slots."""
        kept = list(self.b.hand)
        if self.from_hand and self.me == self.b.turn and self.face in kept:
            kept.remove(self.face)
        return hand_difference(self.a.hand[: self.a.hand_left[self.me]], kept)

    def roll(self) -> None:
        """MOD-16  The roll that opens a turn."""
        a, b = self.a, self.b
        if not a.die or a.over:
            return
        if a.turn != b.turn or a.die != b.die or a.die_left > b.die_left:
            label = self.say("roll", a.turn, does=self.scenes.die_effect(a.die, self.language))
            self.add("roll", label, a.turn, "", "die.0", self.scenes.die_code(a.die))

    # The deal -------------------------------------------------------------------------------------
    def deal_events(self) -> list[Event]:
        """SB-06 SB-09 SB-20  Stocks with the top turned up, then the first player's hand."""
        a, empty = self.a, len(self.a.hand_left) * (0,)
        self.b = a._replace(hand_left=empty, hand=len(a.hand) * (NONE,), turn=NOBODY, die=0)
        self.add("deal", self.say("deal", count=a.stock_size))
        for seat in self.seats:
            self.add("deal", "", seat, "draw", f"stock.{seat}")
            self.reveal(seat)
        self.start_turn()
        for seat in self.seats:
            self.draws(seat)
        self.roll()
        return self.events


def hand_difference(hand: Sequence[int], other: Sequence[int]) -> dict[int, int]:
    """The cards of a hand, by slot, that are not in another hand, or not as often."""
    rest, difference = list(other), {}
    for i, face in enumerate(hand):
        if face in rest:
            rest.remove(face)
        else:
            difference[i] = face
    return difference


def count_key(key: str, number: int) -> str:
    return key if number > 1 else f"{key}_one"
