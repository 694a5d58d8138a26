"""What happened between two views of a Skip-Bo table, as events for one viewer.

Kinds: move, complete, reveal, finish, sink, shed, penalty, shuffle, turn, draw, roll, end, deal.
Events are made from the two views alone, so they cannot reveal anything else.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.scene import Event
from skipyard.games.skipbo.cards import PILES, WILD, Ended

UNKNOWN = -2  # a face that does not follow from the two views


class EventBuilder:
    """Builds the events between two views, `b` before and `a` after."""

    def __init__(self, scenes: Any, before: Any, after: Any, names: Sequence[str], language: str):
        self.scenes, self.a, self.names, self.language = scenes, after, names, language
        self.b = before
        self.seats, self.me = range(after.seats), after.me
        self.events: list[Event] = []
        self.from_hand = False  # whether the mover played or discarded a hand card
        self.face = UNKNOWN  # the card that was played or discarded
        self.set_aside = 0  # cards of a completed series
        self.blocked = False  # SB-A14  whether piles went back because all have passed

    def build_events(self, said: str) -> list[Event]:
        if self.b is None:
            return self.deal_events(said)
        self.move(said)
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
        label: str = "",
        seat: int = NOBODY,
        source: str = "",
        target: str = "",
        face: str = "",
    ) -> None:
        self.events.append(Event(kind, label, seat, source, target, face))

    def say(self, key: str, seat: int = NOBODY, **facts: object) -> str:
        """The sentence of an event; the player it is about is addressed as “you”."""
        you = "_you" if seat == self.me and seat != NOBODY else ""
        name = "" if seat == NOBODY else self.names[seat]
        return str(self.scenes.say(self.language, f"event.{key}{you}", name=name, **facts))

    def card(self, face: int) -> str:
        return str(self.scenes.card_name(face, self.language))

    def code(self, face: int) -> str:
        if face == UNKNOWN:
            return ""
        return "wild" if face == WILD else str(face)

    # The move -------------------------------------------------------------------------------------
    def move(self, said: str) -> None:
        """Add the move itself: a discard, a build, or one that moves no card of the mover."""
        a, b = self.a, self.b
        grown = self.grown()
        if grown != NONE:
            seat, own = divmod(grown, PILES)
            self.from_hand, self.face = True, a.discard_top[grown]
            target = f"discard.{seat}.{own}.{b.discard_left[grown]}"
            source = self.slot(seat)
            self.add("move", said, seat, source, target, self.code(self.face))
        elif self.has_built():
            self.build(said)
        else:
            passed = a.turn == (b.turn + 1) % a.seats or a.over == Ended.BLOCKED
            used_die = b.die_left > a.die_left and a.die == b.die
            self.add("move", said, b.turn if passed or used_die else NOBODY)
            self.block()

    def grown(self) -> int:
        """The discard pile that has one more card; NONE if none has."""
        after, before = self.a.discard_left, self.b.discard_left
        if after == before:
            return NONE
        return next((i for i, left in enumerate(after) if left > before[i]), NONE)

    def has_built(self) -> bool:
        """Whether a card was built: the turn goes on, and no stock has grown."""
        a, b = self.a, self.b
        if a.turn != b.turn or not a.acted or a.over == Ended.BLOCKED:
            return False
        if a.stock_left != b.stock_left and any(map(operator.gt, a.stock_left, b.stock_left)):
            return False
        return visible_counts(a) != visible_counts(b)

    def build(self, said: str) -> None:
        a, b, mover = self.a, self.b, self.b.turn
        changed = [p for p in range(PILES) if series(a, p) != series(b, p)]
        # No pile changes if a series has two numbers and one move completes it and starts it again.
        pile = changed[0] if changed else NONE
        die = a.die_left < b.die_left
        self.complete(pile, die)
        source = self.source(mover, pile)
        face = self.code(self.face)
        target = "" if pile == NONE else f"build.{pile}"
        if die:
            self.add("move", said, mover, "die.0", target, self.scenes.die_code(b.die))
        if self.set_aside and die and pile != NONE and a.height[pile]:  # MOD-56  the die ended it
            self.add_complete(pile)
            self.add("move", "", mover, source, target, face)
            return
        self.add("move", "" if die else said, mover, source, target, face)
        if self.set_aside:
            self.add_complete(pile)

    def complete(self, pile: int, die: bool) -> None:
        """Count the cards of a series that this move completed."""
        a, b = self.a, self.b
        if pile == NONE:
            self.set_aside = 1
        elif a.height[pile] != b.height[pile] + 1 + die:
            by_die = die and b.height[pile] + 1 == b.top
            self.set_aside = b.height[pile] - b.dies[pile].bit_count() + (not by_die)

    def add_complete(self, pile: int) -> None:
        where = "" if pile == NONE else f"build.{pile}"
        label = self.say("complete", n=pile + 1) if where else self.say("complete_some")
        self.add("complete", label, NOBODY, where, "spent")

    def source(self, mover: int, pile: int) -> str:
        """The id of the item that was played; sets `face`."""
        a, b = self.a, self.b
        for seat in self.seats:
            if a.stock_left[seat] < b.stock_left[seat]:
                self.face = b.stock_top[seat]
                return f"stock.{seat}.top"
        for i, left in enumerate(a.discard_left):
            if left < b.discard_left[i]:
                self.face = b.discard_top[i]
                return f"discard.{i // PILES}.{i % PILES}.{left}"
        self.from_hand = True
        self.face = self.built(mover, pile)
        return self.slot(mover)

    def built(self, mover: int, pile: int) -> int:
        """The hand card that was built, if it follows from the views."""
        a, b = self.a, self.b
        if mover == self.me and b.hand_left[mover] == 1:
            return b.hand[0]
        if mover == self.me:
            return next(iter(hand_difference(b.hand, a.hand).values()), UNKNOWN)
        if pile == NONE:
            return UNKNOWN
        if a.height[pile]:
            top = a.height[pile]
            return WILD if a.wilds[pile] >> (top - 1) else top
        spent = a.spent if a.spent_left else a.recycled
        if not any(spent):
            return UNKNOWN
        return WILD if spent[WILD] > b.spent[WILD] + b.wilds[pile].bit_count() else b.top

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
            label = self.say("draw", seat, cards=", ".join(map(self.card, mine.values())))
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
            name = self.scenes.die_name(a.die, self.language)
            label = self.say("roll", a.turn, face=name)
            self.add("roll", label, a.turn, "", "die.0", self.scenes.die_code(a.die))

    # The deal -------------------------------------------------------------------------------------
    def deal_events(self, said: str) -> list[Event]:
        """SB-06 SB-09 SB-20  Stocks with the top turned up, then the first player's hand."""
        a, empty = self.a, len(self.a.hand_left) * (0,)
        self.b = a._replace(hand_left=empty, hand=len(a.hand) * (NONE,), turn=NOBODY, die=0)
        self.add("deal", said or self.say("deal", count=a.stock_size))
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


def series(v: Any, pile: int) -> tuple[int, int, int]:
    return v.height[pile], v.wilds[pile], v.dies[pile]


def visible_counts(v: Any) -> tuple[Any, ...]:
    """The public counts of cards in every place."""
    piles = (v.height, v.wilds, v.dies)
    return *piles, v.hand_left, v.stock_left, v.discard_left, v.spent_left, v.draw_left
