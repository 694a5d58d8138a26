"""A Skip-Bo position as lines of text and back, for cases, bug reports and golden games.

Players count from 1; a card is its number or W. A line left out has the value of a fresh table:

    seats: 2
    turn: 1
    piles: 4 | 0 | 7 W2 | 0          number showing, then the levels where a W (or the die, D) lies
    hand 1: 5 7 W
    stock 1: 9 of 12                 the card face up, and how many in all; or: finished
    under 1: 3 4                     the cards put under the stock, which nobody sees
    drew 1: 3                        cards drawn from the recycled pile since it was shuffled
    discards 1: 3 4 | 8 | - | -      from the bottom up
    draw: unseen                     the rest of the deck as dealt; or the cards: 1 1 5; or: none
    spent: 1 2 W                     completed series
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

from skipyard.catalogue import common
from skipyard.core import NOBODY, NONE, key_from, start_dice
from skipyard.games import Game, game
from skipyard.games.position_text import Lines, chosen_in, counted, in_order, whose, write_options
from skipyard.games.skipbo import cards
from skipyard.games.skipbo.cards import (
    Ended,
)
from skipyard.games.skipbo.words import discard_pile
from skipyard.games.unpack import fields_of
from skipyard.options import Refused

SHARED_LINES = ("options", "seats", "dealer", "turn", "piles", "draw", "recycled", "spent")
STATE_LINES = ("unseen", "top", "die", "acted", "passes", "revived", "no draw", "over", "blocked")
SEAT_LINES = ("hand", "stock", "under", "discards", "drew")
DEFAULT_STOCK = "12 of 5"


def name_of(face: int) -> str:
    return "?" if face == NONE else "W" if face == cards.WILD else str(face)


def list_of(faces: Iterable[int]) -> str:
    return " ".join(name_of(int(face)) for face in faces) or "-"


def bag_of(bag: Any) -> str:
    """The cards of a bag in order."""
    return list_of(face for face in range(cards.FACES) for _ in range(bag[face]))


# Writing ----------------------------------------------------------------------------------------
def write_pile(s: Any, pile: int) -> str:
    levels = range(int(s.height[pile]))
    stand_ins = [f"W{n + 1}" for n in levels if s.wilds[pile] & cards.BIT[n]]
    stand_ins += [f"D{n + 1}" for n in levels if s.dies[pile] & cards.BIT[n]]
    return " ".join([str(s.height[pile]), *stand_ins])


def write_discards(s: Any, seat: int) -> list[list[int]]:
    """Each discard pile of a state from the bottom up."""
    piles = []
    for own in range(cards.PILES):
        pile, slot = [], int(s.discard_top[seat, own])
        while slot != cards.NO_SLOT:
            pile.append(int(cards.FACE_OF[slot]))
            slot = int(s.below[slot])
        piles.append(pile[::-1])
    return piles


def under_stock(s: Any, seat: int) -> list[int]:
    faces, slot = [], int(s.under[seat])
    for _ in range(int(s.under_left[seat])):
        slot = int(s.below[slot])
        faces.append(int(cards.FACE_OF[slot]))
    return faces


def settings(g: Game, s: Any) -> str:
    """The options of a state or a view that are not the book's."""
    chosen = chosen_in(g, s)
    if chosen["stock_size"] == g.options.book_stock(int(s.seats), chosen):
        chosen["stock_size"] = 0
    return write_options(g, chosen)


def common_lines(g: Game, s: Any) -> dict[str, str]:
    """The lines that a state and a view share: what everybody sees."""
    lines = {"options": settings(g, s), "seats": str(s.seats)}
    lines["dealer"] = str(s.dealt_by + 1)
    lines["turn"] = str(s.turn + 1)
    lines["piles"] = " | ".join(write_pile(s, pile) for pile in range(cards.PILES))
    for seat in range(s.seats):
        left = int(s.stock_left[seat])
        top = f"{name_of(int(s.stock_top[seat]))} of {left}"
        lines[f"stock {seat + 1}"] = top if left else "finished"
    lines["spent"] = bag_of(s.spent)
    if s.top != np.flatnonzero(s.deck).max():
        lines["top"] = str(s.top)
    if s.die or s.die_left:
        shown = g.words.WORDS.face(int(s.die))
        left = int(s.die_left)
        lines["die"] = {0: f"{shown}, used", 1: shown}.get(left, f"{shown}, {left} left")
    lines["acted"] = "yes" if s.acted else ""
    lines["passes"] = str(s.passes) if s.passes else ""
    lines["revived"] = "yes" if s.revived else ""
    lines["no draw"] = " ".join(str(n + 1) for n in range(s.seats) if s.no_draw[n])
    if s.over:
        lines["over"] = "draw" if s.winner == NOBODY else f"won by {s.winner + 1}"
        lines["blocked"] = "yes" if s.over == Ended.BLOCKED else ""
    return lines


def write(state: Any, name: str = "skipbo") -> str:
    """A state as text, hidden cards included."""
    s = fields_of(state)
    lines = common_lines(game(name), s)
    for seat in range(s.seats):
        lines[f"hand {seat + 1}"] = list_of(s.hand[seat, : s.hand_left[seat]])
        lines[f"under {seat + 1}"] = " ".join(name_of(f) for f in under_stock(s, seat))
        piles = write_discards(s, seat)
        lines[f"discards {seat + 1}"] = " | ".join(map(list_of, piles)) if any(piles) else ""
    if s.fresh and s.draw_left:
        lines["draw"] = "unseen"
    else:
        lines["draw"] = bag_of(s.draw) if s.draw_left else "none"
        lines["unseen"] = bag_of(s.unseen) if s.unseen_left else ""
        known = bag_of(s.recycled)
        if s.draw_left and known != lines["draw"]:
            lines["recycled"] = "unknown" if known == "-" else known
        for seat in range(s.seats if s.draw_left else 0):
            lines[f"drew {seat + 1}"] = bag_of(s.drew[seat]) if s.drew[seat].any() else ""
    return ordered(lines)


def write_view(v: Any, name: str = "skipbo") -> str:
    """A view as text: what one seat knows."""
    lines = common_lines(game(name), v)
    lines["me"] = whose(v.me)
    for seat in range(v.seats):
        shown = list_of(v.hand[: v.hand_left[seat]]) if seat == v.me else ""
        lines[f"hand {seat + 1}"] = shown or f"{v.hand_left[seat]} cards"
        piles = [discard_pile(v, seat, own) for own in range(cards.PILES)]
        lines[f"discards {seat + 1}"] = " | ".join(map(list_of, piles)) if any(piles) else ""
    lines["draw"] = f"{v.draw_left} cards"
    known = bag_of(v.recycled)
    lines["recycled"] = "" if known == "-" else known
    if v.drew.any():
        lines[f"drew {v.me + 1}"] = bag_of(v.drew)
    return ordered(lines)


def ordered(lines: dict[str, str]) -> str:
    """The lines in the order in which they are written."""
    order = ["me", *SHARED_LINES[:5]]
    order += [f"{line} {seat + 1}" for seat in range(int(lines["seats"])) for line in SEAT_LINES]
    return in_order(lines, [*order, *SHARED_LINES[5:], *STATE_LINES])


def counts_of(text: str) -> Any:
    """How many of each face a list names, without taking cards out of the bag."""
    faces = [cards.WILD if word == "W" else int(word) for word in text.split()]
    return np.bincount(np.array(faces, np.int64), minlength=cards.FACES)[: cards.FACES]


# Reading ------------------------------------------------------------------------------------------
class Reader:
    """Reads a text into a state."""

    def __init__(self, text: str, name: str) -> None:
        self.game, self.lines = game(name), Lines(text)
        seats, chosen = self.lines.agreed(self.game)
        book = {option.name: option.default for option in self.game.options.OPTIONS}
        self.game.options.check(seats, chosen | {"stock_size": 1, "deck": book["deck"]})
        self.s = self.game.set_up(seats, chosen)
        if self.s.stock_size == 0:
            self.s.stock_size = self.game.options.book_stock(seats, chosen)
        known = [*SHARED_LINES, *STATE_LINES]
        known += [f"{line} {seat + 1}" for seat in range(seats) for line in SEAT_LINES]
        self.lines.only(known)
        self.player = partial(counted, seats)

    def take(self, word: str) -> int:
        """Take a named card out of the deck."""
        face = cards.WILD if word.upper() == "W" else int(word)
        if not 0 <= face < cards.FACES:
            raise ValueError(word)
        self.remove(face)
        return face

    def remove(self, face: int) -> None:
        if self.s.unseen[face] == 0:
            raise Refused(common().say("en", "position.cards", card=name_of(face)))
        self.s.unseen[face] -= 1
        self.s.unseen_left -= 1

    def faces(self, text: str) -> list[int]:
        return [] if text in ("-", "") else [self.take(word) for word in text.split()]

    def bag(self, text: str) -> Any:
        return np.bincount(np.array(self.faces(text), np.int64), minlength=cards.FACES)

    def top(self, text: str) -> int:
        """The number that ends a series, given if it does not follow from the deck."""
        if not 2 <= int(text) < cards.FACES:
            raise ValueError(text)
        return int(text)

    def read(self) -> Any:
        s = self.s
        start_dice(s, key_from(0), 0)
        cards.clear_table(s)
        s.top = self.lines.value("top", str(s.top), self.top)
        s.turn = self.lines.value("turn", "1", self.player)
        s.dealt_by = self.lines.value("dealer", str((s.turn - 1) % s.seats + 1), self.player)
        self.lines.value("piles", "0 | 0 | 0 | 0", self.piles)
        for seat in range(s.seats):
            self.lines.value(f"hand {seat + 1}", "-", partial(self.hand, seat))
            self.lines.value(f"stock {seat + 1}", DEFAULT_STOCK, partial(self.stock, seat))
            self.lines.value(f"under {seat + 1}", "-", partial(self.under, seat))
            self.lines.value(f"discards {seat + 1}", "-", partial(self.discards, seat))
        s.spent = self.lines.value("spent", "-", self.bag)
        s.spent_left = s.spent.sum()
        self.draw_pile()
        self.lines.value("die", "", self.die)
        s.acted = self.lines.yes("acted")
        s.passes = self.lines.value("passes", "0", int)
        s.revived = self.lines.yes("revived")
        for seat in self.lines.value("no draw", "", lambda text: [*map(self.player, text.split())]):
            s.no_draw[seat] = 1
        if "over" in self.lines:
            blocked = self.lines.yes("blocked")
            s.over = Ended.BLOCKED if blocked else Ended.STOCK_GONE
        if s.over and self.lines.get("over") != "draw":
            s.winner = self.lines.value("over", "", lambda text: self.player(text.split()[-1]))
        return s

    def piles(self, text: str) -> None:
        s, parts = self.s, text.split("|")
        if len(parts) != cards.PILES:
            raise ValueError(text)
        for pile, part in enumerate(parts):
            height, *stand_ins = part.split()
            marks = {int(mark[1:]): mark[0].upper() for mark in stand_ins}
            if not 0 <= int(height) < s.top or not set(marks.values()) <= {"W", "D"}:
                raise ValueError(text)
            for level in range(1, int(height) + 1):
                mark = marks.pop(level, "")
                if mark == "W":
                    s.wilds[pile] |= cards.BIT[level - 1]
                if mark == "D":
                    s.dies[pile] |= cards.BIT[level - 1]
                else:
                    self.remove(cards.WILD if mark == "W" else level)
            if marks:
                raise ValueError(text)
            s.height[pile] = int(height)

    def hand(self, seat: int, text: str) -> None:
        faces = self.faces(text)
        if len(faces) > cards.HAND:
            raise ValueError(text)
        for face in faces:
            cards.add_to_hand(self.s, seat, face)

    def stock(self, seat: int, text: str) -> None:
        s = self.s
        if text == "finished":
            s.stock_top[seat] = NONE
            return
        top, left = text.split(" of ")
        s.stock_left[seat], s.stock_top[seat] = int(left), self.take(top)
        if s.stock_left[seat] < 1:
            raise ValueError(text)

    def under(self, seat: int, text: str) -> None:
        for face in self.faces(text):
            cards.push_ring(self.s, seat, face)
        if self.s.under_left[seat] > max(0, self.s.stock_left[seat] - 1):
            raise ValueError(text)

    def discards(self, seat: int, text: str) -> None:
        parts = [] if text == "-" else text.split("|")
        if len(parts) > cards.PILES:
            raise ValueError(text)
        for own, part in enumerate(parts):
            for face in self.faces(part.strip()):
                cards.push_discard(self.s, seat, own, face)

    def draw_pile(self) -> None:
        """Read the draw pile; the other cards are in the stocks, face down."""
        s = self.s
        down = sum(max(0, int(s.stock_left[n] - 1 - s.under_left[n])) for n in range(s.seats))
        text = self.lines.get("draw", "unseen")
        if text == "unseen":
            if down > s.unseen_left:
                raise Refused(common().say("en", "position.value", name="stock", text=str(down)))
            s.draw_left = s.unseen_left - down
            return
        s.fresh = 0
        s.draw = self.lines.value("draw", "", lambda text: self.bag("" if text == "none" else text))
        s.draw_left = s.draw.sum()
        known = self.lines.get("recycled")
        s.recycled = s.draw
        if known == "unknown":
            s.recycled = 0
        elif known:
            s.recycled = self.lines.value("recycled", "", counts_of)
        for seat in range(s.seats):
            s.drew[seat] = self.lines.value(f"drew {seat + 1}", "", counts_of)
        self.face_down(down)

    def face_down(self, down: int) -> None:
        """Fill the bag of the face-down cards; cards that it does not need are out of play."""
        s = self.s
        if "unseen" in self.lines:
            bag = self.lines.value("unseen", "", self.bag)
        else:
            bag = np.zeros(cards.FACES, np.int64)
            for _ in range(min(down, int(s.unseen_left))):
                bag[cards.pick(s, s.unseen, s.unseen_left)] += 1
                s.unseen_left -= 1
        if bag.sum() != down:
            raise Refused(common().say("en", "position.value", name="unseen", text=str(down)))
        s.deck -= s.unseen
        s.unseen, s.unseen_left = bag, down

    def die(self, text: str) -> None:
        s = self.s
        if not text:
            return
        shown, _, left = text.partition(", ")
        words = self.game.words.WORDS
        names = [words.face(n + 1) for n in range(len(words.faces))]
        s.die = 1 + names.index(shown)
        s.die_left = 0 if left == "used" else int(left.split()[0]) if left else 1


def read(text: str, name: str = "skipbo") -> Any:
    """The state that a text describes, or Refused with a sentence."""
    return Reader(text, name).read()
