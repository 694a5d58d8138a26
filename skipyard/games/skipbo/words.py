"""Moves of Skip-Bo and MOD in words and back, and refusals as sentences."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from skipyard.catalogue import LANGUAGES, Catalogue
from skipyard.core import NONE
from skipyard.games.move_words import Speech
from skipyard.games.skipbo import options, rules
from skipyard.games.skipbo.actions import MOST_EXCESS, PARTNER, Kind, No
from skipyard.games.skipbo.cards import FACES, PILES, SEATS, WILD
from skipyard.options import Never

KEYS = {
    Kind.HAND: "hand",
    Kind.STOCK: "stock",
    Kind.PILE: "pile",
    Kind.DISCARD: "discard",
    Kind.END: "end",
    Kind.TALK: "talk",
    Kind.EXCESS: "excess",
    Kind.OUT_OF_TURN: "out_of_turn",
    Kind.LET_STAND: "let_stand",
    Kind.OPPONENT_DRAWS: "opponent_draws",
}
IN_HAND = (Kind.HAND, Kind.DISCARD)
MOST_EXCESS_NAMED = 20  # cards; a referee who names more than allowed is told the rule


class Words(Speech):
    """The words of Skip-Bo or MOD: each has its own actions and catalogue."""

    def __init__(
        self, actions: Any, catalogue: Catalogue, turn_rule: str, faces: tuple[str, ...] = ()
    ) -> None:
        super().__init__(actions, catalogue, No, turn_rule)
        self.faces = faces

    def card(self, face: int, language: str = "en") -> str:
        """A card by name."""
        return self.catalogue.say(language, "card.wild") if face == WILD else str(face)

    def key(self, move: Any) -> str:
        key = KEYS[Kind(move.kind)]
        if move.owner == PARTNER:
            key += "_partner"
        if move.die and move.kind != Kind.OPPONENT_DRAWS:
            key += "_die"
        return key

    def facts(self, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        return {
            "card": self.card(move.source, language) if move.kind in IN_HAND else "",
            "own": int(move.target if move.kind == Kind.DISCARD else move.source) + 1,
            "pile": int(move.target) + 1,
            "player": int(move.target) + 1,
            "count": int(move.source),
        }

    def seen(self, view: Any, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        pile = int(move.target) if move.kind <= Kind.PILE else 0
        following = int(view.height[pile]) + 1
        facts: dict[str, object] = {"next": following, "after": following + 1}
        facts |= {"last": int(view.top), "seats": int(view.seats)}
        facts["face"] = self.face(int(view.die), language)
        if move.kind not in IN_HAND:
            facts["card"] = self.card_on_table(view, move, language)
        return facts

    def blanks(self, never: str, language: str) -> Iterator[Mapping[str, object]]:
        if never == "excess":  # SB-A61
            counts = (0, *range(MOST_EXCESS + 1, MOST_EXCESS_NAMED + 1))
            for player, count in itertools.product(range(1, SEATS + 1), counts):
                yield {"player": player, "count": count}
            return
        piles = range(1, PILES + 1)
        for own, other, pile, face in itertools.product(piles, piles, piles, range(FACES)):
            yield {"own": own, "other": other, "pile": pile, "card": self.card(face, language)}

    def card_on_table(self, view: Any, move: Any, language: str) -> str:
        """The face-up card in the place that a move names."""
        seat = int(view.turn)
        if move.owner == PARTNER:
            seat = (seat + int(view.seats) // 2) % int(view.seats)
        if move.kind == Kind.STOCK:
            face = int(view.stock_top[seat])
        elif move.kind == Kind.PILE:
            face = int(view.discard_top[seat, move.source])
        else:
            face = NONE
        return "" if face == NONE else self.card(face, language)

    def face(self, die: int, language: str = "en") -> str:
        """What the die shows."""
        return self.catalogue.say(language, f"face.{self.faces[die - 1]}") if die > 0 else ""


def discard_pile(view: Any, seat: int, own: int) -> list[int]:
    """A discard pile of a view from the bottom up; NONE is a covered card."""
    sizes = view.discard_left.ravel()
    at = int(sizes[: seat * PILES + own].sum())
    return [int(face) for face in view.discards[at : at + int(sizes[seat * PILES + own])][::-1]]


WORDS = Words(rules.ACTIONS, options.sentences(), "SB-51")
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["LANGUAGES", "WORDS", "Never", "Words", "describe", "discard_pile", "parse", "refuse"]
