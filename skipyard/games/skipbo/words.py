"""Skip-Bo for people: moves in words and back, refusals in sentences; MOD speaks from here too."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from skipyard.catalogue import LANGUAGES, Catalogue, common
from skipyard.core import NONE
from skipyard.games.skipbo import options, rules
from skipyard.games.skipbo.actions import PARTNER, Kind, No
from skipyard.games.skipbo.cards import FACES, PILES, WILD
from skipyard.options import Never, Refused

KEYS = {
    Kind.HAND: "move.hand",
    Kind.STOCK: "move.stock",
    Kind.PILE: "move.pile",
    Kind.DISCARD: "move.discard",
    Kind.END: "move.end",
    Kind.TALK: "move.talk",
    Kind.EXCESS: "move.excess",
    Kind.OUT_OF_TURN: "move.out_of_turn",
    Kind.LET_STAND: "move.let_stand",
    Kind.OPPONENT_DRAWS: "move.opponent_draws",
}


def plain(text: str) -> str:
    """A text without what people leave out: case, doubled spaces, typographic apostrophes."""
    return " ".join(text.replace("’", "'").lower().split())


class Words:
    """The words of one book of the family: its actions and its catalogue."""

    def __init__(
        self, actions: Any, catalogue: Catalogue, turn_rule: str, faces: tuple[str, ...] = ()
    ) -> None:
        self.actions, self.catalogue, self.faces = actions, catalogue, faces
        self.turn_rule = turn_rule  # the id that says whose turn it is

    def card(self, face: int, language: str = "en") -> str:
        """A card by name."""
        return self.catalogue.say(language, "card.wild") if face == WILD else str(face)

    def describe(self, action: int, language: str = "en") -> str:
        """A move in words."""
        move = self.actions[action]
        key = KEYS[Kind(move.kind)]
        if move.owner == PARTNER:
            key += "_partner"
        if move.die and move.kind != Kind.OPPONENT_DRAWS:
            key += "_die"
        return self.catalogue.say(language, key, **self.facts(action, language))

    def facts(self, action: int, language: str) -> dict[str, object]:
        """What the blanks of a move's sentence are filled with."""
        move = self.actions[action]
        in_hand = move.kind in (Kind.HAND, Kind.DISCARD)
        return {
            "card": self.card(move.source, language) if in_hand else "",
            "own": int(move.target if move.kind == Kind.DISCARD else move.source) + 1,
            "pile": int(move.target) + 1,
            "player": int(move.target) + 1,
            "count": int(move.source),
        }

    @functools.cache  # noqa: B019  one Words per book, for as long as the program runs
    def by_words(self, language: str) -> dict[str, int]:
        """Every action by its sentence."""
        return {plain(self.describe(a, language)): a for a in range(len(self.actions))}

    @functools.cache  # noqa: B019
    def never(self, language: str) -> dict[str, str]:
        """The forbidden moves' names by their sentences."""
        return {
            plain(sentence): name
            for name in self.catalogue.group("never")
            for sentence in self.never_sentences(name, language)
        }

    def never_sentences(self, name: str, language: str) -> Iterator[str]:
        pattern = self.catalogue.about(f"never.{name}", f"say_{language}")
        piles = range(1, PILES + 1)
        for own, other, pile, face in itertools.product(piles, piles, piles, range(FACES)):
            card = self.card(face, language)
            yield pattern.format(own=own, other=other, pile=pile, card=card)

    def parse(self, text: str, language: str = "en") -> int:
        """The action that a sentence names; Never or Refused with a sentence where none does."""
        said = plain(text)
        if said in self.by_words(language):
            return self.by_words(language)[said]
        if said in self.never(language):
            key = f"never.{self.never(language)[said]}"
            rule = self.catalogue.about(key, "rule")
            raise Never(f"{self.catalogue.say(language, key)} ({rule})")
        raise Refused(common().say(language, "parse.unknown", text=text.strip()))

    def refuse(self, view: Any, action: int, no: int, language: str = "en") -> str:
        """Why a move is refused, from what the asker sees, with the rule's id."""
        move, reason = self.actions[action], f"no.{No(no).name}"
        pile = int(move.target) if move.kind <= Kind.PILE else 0
        facts = self.facts(action, language)
        if not facts["card"]:
            facts["card"] = self.card_on_table(view, move, language)
        following = int(view.height[pile]) + 1
        facts |= {"next": following, "after": following + 1, "last": int(view.top)}
        facts |= {"seats": int(view.seats), "face": self.face(int(view.die), language)}
        return f"{self.catalogue.say(language, reason, **facts)} ({self.rule_of(no)})"

    def rule_of(self, no: int) -> str:
        """The id of the rule behind a refusal."""
        return self.catalogue.about(f"no.{No(no).name}", "rule")

    def card_on_table(self, view: Any, move: Any, language: str) -> str:
        """The face-up card that a move names by its place."""
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

    def option(self, name: str, language: str = "en") -> tuple[str, str]:
        """An option's title and help."""
        key = f"option.{name}"
        return self.catalogue.say(language, key), self.catalogue.about(key, f"help_{language}")


def discard_pile(view: Any, seat: int, own: int) -> list[int]:
    """A discard pile from the bottom up, as a view tells it; NONE is a covered card."""
    sizes = view.discard_left.ravel()
    at = int(sizes[: seat * PILES + own].sum())
    return [int(face) for face in view.discards[at : at + int(sizes[seat * PILES + own])][::-1]]


WORDS = Words(rules.ACTIONS, options.sentences(), "SB-51")
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["LANGUAGES", "WORDS", "Never", "Words", "describe", "discard_pile", "parse", "refuse"]
