"""Skip or Trip for people: moves in words and back, refusals in sentences."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from skipyard.catalogue import LANGUAGES, common
from skipyard.games.skip_or_trip import options, rules, symbols
from skipyard.games.skip_or_trip.actions import Kind, No
from skipyard.games.skip_or_trip.board import SEATS, Variant
from skipyard.games.skip_or_trip.cards import NUMBER_OF
from skipyard.games.skip_or_trip.symbols import SymbolSet
from skipyard.options import Never, Refused

OF_A_SIDE = (No.NOT_ON_TRACK, No.AT_START)  # refusals that name the other side; see Words.refuse
TEAM_NAMES = "ABCDEF"
KEYS = {
    Kind.SKIP: "skip",
    Kind.TRIP: "trip",
    Kind.WITH: "with",
    Kind.LAY: "lay",
    Kind.END: "end",
    Kind.PASS: "pass",
}


def plain(text: str) -> str:
    """A text without what people leave out: case, doubled spaces, typographic apostrophes."""
    return " ".join(text.replace("’", "'").lower().split())


class Words:
    """The words of one kind of table: cards are named by its symbols, and teams by a letter."""

    actions = rules.ACTIONS
    turn_rule = "ST-08"  # the id that says whose turn it is

    def __init__(self, symbol_set: SymbolSet, teams: bool = False) -> None:
        self.symbols, self.teams, self.catalogue = symbol_set, teams, options.sentences()

    def card(self, card: int) -> str:
        """A card by name, such as 4-SM."""
        return self.symbols.card(card)

    def describe(self, action: int, language: str = "en") -> str:
        """A move in words."""
        return self.say("move", action, language)

    def tell(self, view: Any, action: int, language: str = "en") -> str:
        """A move in the words that everybody may hear: ST-A33  a skipped card by its number."""
        hidden = self.actions[action].kind == Kind.SKIP and not view.reveal_skipped
        return self.say("told" if hidden else "move", action, language)

    def say(self, group: str, action: int, language: str) -> str:
        move = self.actions[action]
        key = KEYS[Kind(move.kind)]
        if self.teams and move.kind == Kind.TRIP:
            key += "_team"
        if move.token == 1 and move.kind in (Kind.SKIP, Kind.TRIP):
            key += "_second"
        return self.catalogue.say(language, f"{group}.{key}", **self.facts(action))

    def facts(self, action: int) -> dict[str, object]:
        """What the blanks of a move's sentence are filled with."""
        move = self.actions[action]
        return {
            "card": self.card(int(move.card)),
            "number": int(NUMBER_OF[move.card]) + 1,
            "player": int(move.side) + 1,
            "team": TEAM_NAMES[move.side],
            "token": int(move.token) + 1,
        }

    @functools.cache  # noqa: B019  one Words per symbol set, for as long as the program runs
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
        players = range(1, SEATS + 1)
        for player, other in itertools.product(players, players):
            yield pattern.format(player=player, other=other)

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
        move, facts = self.actions[action], self.facts(action)
        side = int(move.side)
        if move.kind == Kind.SKIP:
            side = int(view.turn) % 2 if view.variant == Variant.TEAM else int(view.turn)
        square = int(view.token[side, move.token])
        sign = int(view.need) if view.need else int(view.squares[max(square, 0)])
        facts |= {"square": square, "symbols": self.symbols.write(sign)}
        group = "team" if self.teams and no in OF_A_SIDE else "no"
        said = self.catalogue.say(language, f"{group}.{No(no).name}", **facts)
        return f"{said} ({self.rule_of(no)})"

    def rule_of(self, no: int) -> str:
        """The id of the rule behind a refusal."""
        return self.catalogue.about(f"no.{No(no).name}", "rule")

    def option(self, name: str, language: str = "en") -> tuple[str, str]:
        """An option's title and help."""
        key = f"option.{name}"
        return self.catalogue.say(language, key), self.catalogue.about(key, f"help_{language}")


@functools.cache
def words_for(symbol_set: str, teams: bool) -> Words:
    return Words(symbols.of(symbol_set), teams)


def of(record: Any) -> Words:
    """The words of one table, from its state or a view."""
    value = symbols.VALUES[int(record.symbol_mark)]
    return words_for(value, bool(record.variant == Variant.TEAM))


ALL = tuple(words_for(name, teams) for name in symbols.SHIPPED for teams in (False, True))
WORDS = ALL[0]  # the default set without teams; another table has its own: see `of`
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["ALL", "LANGUAGES", "WORDS", "Never", "Words", "describe", "of", "parse", "refuse"]
