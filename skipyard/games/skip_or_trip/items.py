"""Ids and labels of what lies on a Skip or Trip table, for scenes and events.

Ids: square.12, token.SIDE.N, symbol.S; card.N for a card whose symbols this seat sees; hand.SEAT.I,
down.SEAT.I and deck.0 for one that shows only its number, counted from the lowest number.
Faces: "4-SM" a card with its symbols, "4" its black side; a square its letters, "start" or "goal".
Marks: mercy (ST-34), target and moving (the tokens of the trip being chosen).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from skipyard.core import NOBODY, NONE
from skipyard.games.grammar import of
from skipyard.games.scene import Item
from skipyard.games.skip_or_trip.board import (
    FACES,
    GOAL,
    NUMBERS,
    START,
    TOKENS,
    Ended,
    Step,
    Variant,
)
from skipyard.games.skip_or_trip.options import sentences
from skipyard.games.skip_or_trip.signs import GROUPS
from skipyard.games.skip_or_trip.view import View
from skipyard.games.skip_or_trip.words import Words
from skipyard.games.skip_or_trip.words import of as words_of
from skipyard.games.unpack import reader

TEAMS = "AB"
ENDS = {START: "start", GOAL: "goal"}
AN = (8, 11)  # English: an 8
read = reader(View)
say = functools.lru_cache(maxsize=1 << 15)(sentences().say)
tell = functools.lru_cache(maxsize=1 << 15)(sentences().tell)


# Items: cached, so that scenes share them ---------------------------------------------------------
@functools.cache
def symbols(words: Words, sign: int, language: str) -> str:
    """The symbols of a sign by name."""
    return ", ".join(symbol_names(words, sign, language))


def symbol_names(words: Words, sign: int, language: str) -> list[str]:
    known = words.symbols
    return [known.names[known.letters[symbol]][language] for symbol in GROUPS[sign]]


@functools.cache
def card_item(words: Words, card: int, language: str) -> Item:
    """A card whose symbols this seat sees."""
    shown = symbols(words, words.symbols.faces[card], language)
    label = say(language, "thing.card", number=card // FACES + 1, symbols=shown)
    return Item(f"card.{card}", "card", words.card(card), label)


@functools.cache
def card_phrase(words: Words, card: int, language: str) -> str:
    """A card within a sentence: a 4 (sun, moon)."""
    number = number_phrase(card // FACES + 1, language)
    shown = symbols(words, words.symbols.faces[card], language)
    return say(language, "card.with", card=number, symbols=shown)


@functools.cache
def number_phrase(number: int, language: str) -> str:
    """A card of which only the number is told: a 4, an 8."""
    return say(language, "card.an" if number in AN else "card.a", number=number)


@functools.lru_cache(maxsize=1 << 15)
def open_cards(words: Words, number: int, faces: int, language: str) -> tuple[Item, ...]:
    """The cards of one number, from its set of bits."""
    return tuple(card_item(words, card, language) for card in cards_in(number, faces))


def cards_in(number: int, faces: int) -> list[int]:
    return [number * FACES + face for face in range(FACES) if faces >> face & 1]


@functools.cache
def back_item(zone: str, nth: int, number: int, language: str) -> Item:
    """A card that shows only its number (ST-07)."""
    return Item(f"{zone}.{nth}", "card", str(number), say(language, "thing.back", number=number))


@functools.lru_cache(maxsize=1 << 15)
def backs(zone: str, counts: tuple[int, ...], language: str) -> tuple[Item, ...]:
    """Cards that show only their numbers; `counts` are by number."""
    numbers = [number for number, count in enumerate(counts, 1) for _ in range(count)]
    return tuple(back_item(zone, nth, number, language) for nth, number in enumerate(numbers))


@functools.cache
def squares(words: Words, language: str) -> tuple[Item, ...]:
    """The track: 101 squares with their symbols."""
    track = []
    for square, sign in enumerate(words.symbols.squares):
        key = ENDS.get(square, "")
        shown = symbols(words, sign, language)
        label = say(language, f"thing.{key or 'square'}", square=square, symbols=shown)
        face = key or words.symbols.write(sign)
        track.append(Item(f"square.{square}", "square", face, label, square))
    return tuple(track)


@functools.cache
def legend(words: Words, language: str) -> tuple[Item, ...]:
    """ST-A01  What the letters of the symbol set mean; the mark names the drawing."""
    return tuple(
        Item(
            f"symbol.{letter}",
            "symbol",
            names["glyph"],
            say(language, "thing.symbol", letter=letter, name=names[language]),
            marks=[names["en"]],
        )
        for letter, names in words.symbols.names.items()
    )


@functools.cache
def button(name: str, language: str) -> Item:
    return Item(f"button.{name}", "button", name, say(language, f"button.{name}"))


def token_id(side: int, token: int) -> str:
    return f"token.{side}.{token}"


# One view -----------------------------------------------------------------------------------------
class Sight:
    """A view as plain numbers, with players' names, a language and words to describe it."""

    def __init__(self, view: Any, names: Sequence[str], language: str) -> None:
        self.see, self.words = read(view), words_of(view)
        self.names, self.language = names, language
        self.teams = self.see.variant == Variant.TEAM
        self.spared = self.find_spared() if self.see.mercy and not self.see.over else None

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def symbols(self, sign: int) -> str:
        """The symbols of a sign within a sentence."""
        return self.words.some_symbols(sign, self.language)

    # Sides ------------------------------------------------------------------------------ ST-A46
    @property
    def sides(self) -> int:
        return 2 if self.teams else int(self.see.seats)

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def is_mine(self, side: int) -> bool:
        return self.see.me != NOBODY and side == self.side_of(self.see.me)

    def owner(self, side: int) -> str:
        """A player, or a team, by name."""
        if self.teams:
            return self.say("thing.team", team=TEAMS[side])
        return self.names[side]

    def of_owner(self, side: int) -> str:
        """The same after the French “de”."""
        if self.teams:
            return self.say("of.team", team=TEAMS[side])
        return of(self.names[side])

    def nth(self, token: int) -> str:
        return self.say(f"nth.{token + 1}")

    def way_to(self, square: int) -> str:
        """Where a token goes: to square 12, to the start."""
        return self.say(f"to.{ENDS.get(square, 'square')}", square=square)

    def to(self, seat: int, key: str, **values: object) -> str:
        """A sentence about a player, in the second person if it is the viewer."""
        if seat == self.see.me:
            return self.say(f"{key}_you", **values)
        return self.say(key, name=self.names[seat], **values)

    # Tokens -----------------------------------------------------------------------------------
    def square(self, side: int, token: int) -> int:
        return int(self.see.token[side * TOKENS + token])

    def tokens(self) -> list[tuple[int, int, int]]:
        """Side, token and square of all tokens on the track."""
        return [
            (at // TOKENS, at % TOKENS, square)
            for at, square in enumerate(self.see.token)
            if square != NONE
        ]

    def token_face(self, side: int, token: int) -> str:
        """The face of a token: its side, and its number if a side has two."""
        return f"{side}" if self.see.variant == Variant.BASIC else f"{side}.{token}"

    def out(self) -> list[tuple[int, int]]:
        """Side and token of all tokens that have left the track."""
        each = 1 if self.see.variant == Variant.BASIC else TOKENS
        every = [(side, token) for side in range(self.sides) for token in range(each)]
        return [where for where in every if self.square(*where) == NONE]

    def wins_at_goal(self, side: int, token: int) -> bool:
        """ST-26 ST-40 ST-A40  Whether a token on 100 wins: the other one leads all rear tokens."""
        other = self.square(side, 1 - token)
        if other == NONE:
            return True
        rivals = [s for s in range(self.sides) if s != side and not self.see.quit_at[s]]
        return all(self.rear(rival) < other for rival in rivals)

    def rear(self, side: int) -> int:
        """ST-39  The square of a side's rear token; NONE if it has none."""
        squares = [self.square(side, token) for token in range(TOKENS)]
        return min((square for square in squares if square != NONE), default=NONE)

    def about(self, side: int, token: int, key: str, **values: object) -> str:
        """A sentence about a token; it depends on whose it is and whether its side has two."""
        whose = "mine" if self.is_mine(side) else "theirs"
        many = "one" if self.see.variant == Variant.BASIC else "two"
        facts = {"owner": self.owner(side), "of_owner": self.of_owner(side), "token": token + 1}
        facts["nth"] = self.nth(token)
        return self.say(f"{key}_{whose}_{many}", **facts, **values)

    def find_spared(self) -> tuple[int, int] | None:
        """ST-34 ST-A30  The token that Mercy protects: the rearmost, unless it is on the start."""
        side, token, square = min(self.tokens(), key=lambda token: token[2], default=(0, 0, START))
        return (side, token) if square > START else None

    # Cards ------------------------------------------------------------------------------------
    def numbers(self, seat: int) -> tuple[int, ...]:
        """ST-07  How many cards of each number a hand has."""
        row: tuple[int, ...] = self.see.numbers[seat * NUMBERS : (seat + 1) * NUMBERS]
        return row

    def numbers_down(self, seat: int) -> tuple[int, ...]:
        """ST-A33  How many cards of each number a seat has discarded face down."""
        row: tuple[int, ...] = self.see.numbers_down[seat * NUMBERS : (seat + 1) * NUMBERS]
        return row

    def hand_card(self, seat: int, card: int) -> str:
        """The id of a card in a hand, as this seat sees it."""
        if seat == self.see.me:
            return f"card.{card}"
        return f"hand.{seat}.{sum(self.numbers(seat)[: card // FACES])}"

    # The end ------------------------------------------------------------------------- ST-26, ST-28
    @property
    def winners(self) -> list[int]:
        see = self.see
        if not see.over or see.winner == NOBODY:
            return []
        return [seat for seat in range(see.seats) if self.side_of(seat) == see.winner]

    def ending(self) -> str:
        """Who won, and how."""
        see = self.see
        if see.over == Ended.ALL_QUIT:
            return self.say("ending.draw")
        key = "ending.goal" if see.over == Ended.AT_GOAL else "ending.last"
        if self.teams:
            return self.say(f"{key}_team", team=TEAMS[see.winner])
        return self.to(see.winner, key)

    @property
    def choosing(self) -> bool:
        """Whether a trip has begun and is not finished."""
        return bool(self.see.step != Step.MOVE)
