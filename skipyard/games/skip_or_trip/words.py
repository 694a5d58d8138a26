"""Moves of Skip or Trip in words and back, and refusals as sentences."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from skipyard.catalogue import LANGUAGES
from skipyard.games.grammar import listed
from skipyard.games.move_words import Speech
from skipyard.games.skip_or_trip import options, rules, symbols
from skipyard.games.skip_or_trip.actions import Kind, No
from skipyard.games.skip_or_trip.board import SEATS, Variant
from skipyard.games.skip_or_trip.cards import NUMBER_OF
from skipyard.games.skip_or_trip.signs import GROUPS
from skipyard.games.skip_or_trip.symbols import SymbolSet
from skipyard.options import Never

OF_A_SIDE = (No.NOT_ON_TRACK, No.AT_START)  # refusals that name the other side; see Words.refusal
TEAM_NAMES = "ABCDEF"
KEYS = {
    Kind.SKIP: "skip",
    Kind.TRIP: "trip",
    Kind.WITH: "with",
    Kind.LAY: "lay",
    Kind.END: "end",
    Kind.PASS: "pass",
}


class Words(Speech):
    """The words of tables with one symbol set: it names the cards, and letters name the teams."""

    def __init__(self, symbol_set: SymbolSet, teams: bool = False) -> None:
        super().__init__(rules.ACTIONS, options.sentences(), No, "ST-08")
        self.symbols, self.teams = symbol_set, teams

    def card(self, card: int) -> str:
        """A card by name, such as 4-SM."""
        return self.symbols.card(card)

    def some_symbols(self, sign: int, language: str = "en") -> str:
        """The symbols of a sign within a sentence: a sun and two moons."""
        counts = Counter(GROUPS[sign])
        names = [self.symbols.names[self.symbols.letters[symbol]] for symbol in counts]
        phrases = [
            self.symbol(name, count, language)
            for name, count in zip(names, counts.values(), strict=True)
        ]
        return listed(phrases, language) if phrases else ""

    def symbol(self, names: Mapping[str, str], count: int, language: str) -> str:
        """So many of a symbol; one that the catalogue does not know is quoted."""
        key = f"symbol.{names['en']}"
        if key not in self.catalogue.entries:
            return self.catalogue.say(language, "symbol.other", name=names[language])
        many = {1: "", 2: "two_", 3: "three_"}[count]
        return self.catalogue.about(key, many + language)

    def tell(self, view: Any, action: int, language: str = "en") -> str:
        """A move as everybody may know it: ST-A33  a skipped card only by its number."""
        hidden = self.actions[action].kind == Kind.SKIP and not view.reveal_skipped
        return self.say("public" if hidden else "move", action, language)

    def key(self, move: Any) -> str:
        key = KEYS[Kind(move.kind)]
        if self.teams and move.kind == Kind.TRIP:
            key += "_team"
        if move.token == 1 and move.kind in (Kind.SKIP, Kind.TRIP):
            key += "_second"
        return key

    def facts(self, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        return {
            "card": self.card(int(move.card)),
            "number": int(NUMBER_OF[move.card]) + 1,
            "player": int(move.side) + 1,
            "team": TEAM_NAMES[move.side],
            "token": int(move.token) + 1,
        }

    def seen(self, view: Any, action: int, language: str) -> dict[str, object]:
        move = self.actions[action]
        side = int(move.side)
        if move.kind == Kind.SKIP:
            side = int(view.turn) % 2 if view.variant == Variant.TEAM else int(view.turn)
        square = int(view.token[side, move.token])
        sign = int(view.need) if view.need else int(view.squares[max(square, 0)])
        return {"square": square, "symbols": self.some_symbols(sign, language)}

    def refusal(self, no: int) -> str:
        group = "team" if self.teams and no in OF_A_SIDE else "no"
        return f"{group}.{No(no).name}"

    def blanks(self, never: str, language: str) -> Iterator[Mapping[str, object]]:
        players = range(1, SEATS + 1)
        for player, other in itertools.product(players, players):
            yield {"player": player, "other": other}


@functools.cache
def words_for(symbol_set: str, teams: bool) -> Words:
    return Words(symbols.of(symbol_set), teams)


def of(record: Any) -> Words:
    """The words of one table, from its state or a view."""
    value = symbols.VALUES[int(record.symbol_mark)]
    return words_for(value, bool(record.variant == Variant.TEAM))


ALL = tuple(words_for(name, teams) for name in symbols.SHIPPED for teams in (False, True))
WORDS = ALL[0]  # the default set without teams; other tables have their own: see `of`
describe, parse, refuse = WORDS.describe, WORDS.parse, WORDS.refuse

__all__ = ["ALL", "LANGUAGES", "WORDS", "Never", "Words", "describe", "of", "parse", "refuse"]
