"""Moves as sentences and back, and refusals: what the games' words.py share.

A game's words.py has a `Words` built on `Speech`: it names the game's things and says what fills
the blanks of a sentence. Refusals are made from a view, never from the state itself.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from skipyard.catalogue import Catalogue, common
from skipyard.games import Game
from skipyard.options import Never, Refused


def plain(text: str) -> str:
    """A text in lower case, with single spaces and straight apostrophes."""
    return " ".join(text.replace("’", "'").lower().split())


class Speech:
    """The words of one game, from its actions, its catalogue and its reasons to refuse."""

    def __init__(
        self,
        actions: Any,
        catalogue: Catalogue,
        reasons: type[IntEnum],
        turn_rule: str,
        kinds: type[IntEnum] | None = None,
    ) -> None:
        self.actions, self.catalogue, self.reasons = actions, catalogue, reasons
        self.turn_rule = turn_rule  # the id that says whose turn it is
        self.kinds = kinds  # of moves, for a game whose sentences are named after them
        self.by_words = functools.cache(self.all_moves)
        self.never = functools.cache(self.all_forbidden)

    # What a game overrides ----------------------------------------------------------------------
    def key(self, move: Any) -> str:
        """The name of a move's sentence in the catalogue: its kind, in small letters."""
        assert self.kinds is not None
        return self.kinds(move.kind).name.lower()

    def facts(self, action: int, language: str) -> dict[str, object]:
        """What fills the blanks of a move's sentence: the columns of its row."""
        move = self.actions[action]
        return {name: int(move[name]) for name in move.dtype.names}

    def seen(self, view: Any, action: int, language: str) -> dict[str, object]:
        """More facts for a refusal, from what the asker sees."""
        return {}

    def refusal(self, no: int) -> str:
        """The name of a refusal's sentence in the catalogue."""
        return f"no.{self.reasons(no).name}"

    def blanks(self, never: str, language: str) -> Iterator[Mapping[str, object]]:
        """Every way to fill the blanks of a forbidden move's sentence."""
        yield {}

    # Moves --------------------------------------------------------------------------------------
    def describe(self, action: int, language: str = "en") -> str:
        """A move as a sentence."""
        return self.say("move", action, language)

    def say(self, group: str, action: int, language: str) -> str:
        """A move as the sentence in a group of the catalogue."""
        key = f"{group}.{self.key(self.actions[action])}"
        return self.catalogue.say(language, key, **self.facts(action, language))

    def tell_about(self, action: int, name: str, you: bool, language: str) -> str:
        """What a player did, as a sentence in the third person, or about “you”."""
        key = f"told.{self.key(self.actions[action])}{'_you' if you else ''}"
        return self.catalogue.say(language, key, name=name, **self.facts(action, language))

    def all_moves(self, language: str) -> dict[str, int]:
        """Every action, by its sentence."""
        return {plain(self.describe(a, language)): a for a in range(len(self.actions))}

    def all_forbidden(self, language: str) -> dict[str, str]:
        """The names of forbidden moves, by their sentences."""
        return {
            plain(sentence): name
            for name in self.catalogue.group("never")
            for sentence in self.never_sentences(name, language)
        }

    def never_sentences(self, name: str, language: str) -> Iterator[str]:
        """Every way to ask for a forbidden move."""
        pattern = self.catalogue.about(f"never.{name}", f"say_{language}")
        for blanks in self.blanks(name, language):
            yield pattern.format(**blanks)

    def parse(self, text: str, language: str = "en") -> int:
        """The action that a sentence names; Never or Refused if there is none."""
        said = plain(text)
        if said in self.by_words(language):
            return self.by_words(language)[said]
        if said in self.never(language):
            key = f"never.{self.never(language)[said]}"
            rule = self.catalogue.about(key, "rule")
            raise Never(f"{self.catalogue.say(language, key)} ({rule})", rule)
        raise Refused(common().say(language, "parse.unknown", text=text.strip()))

    # Refusals and options -----------------------------------------------------------------------
    def refuse(self, view: Any, action: int, no: int, language: str = "en") -> str:
        """Why a move is refused, from what the asker sees, with the rule's id."""
        facts = self.facts(action, language) | self.seen(view, action, language)
        said = self.catalogue.say(language, self.refusal(no), **facts)
        return f"{said} ({self.rule_of(no)})"

    def rule_of(self, no: int) -> str:
        """The id of the rule behind a refusal."""
        return self.catalogue.about(f"no.{self.reasons(no).name}", "rule")

    def option(self, name: str, language: str = "en") -> tuple[str, str]:
        """An option's title and help."""
        key = f"option.{name}"
        return self.catalogue.say(language, key), self.catalogue.about(key, f"help_{language}")


def speaker(game: Game, record: Any) -> Any:
    """The words for a table; in some games they depend on its options."""
    return game.words.of(record) if hasattr(game.words, "of") else game.words.WORDS
