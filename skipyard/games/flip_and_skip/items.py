"""Ids and labels of what lies on a Flip & Skip table, for scenes and events.

Ids: coin.N, square.a1, action.icon, skips.TYPE, power.ICON. Faces: "light.stone", a coin's colour
and top; "dark" and "light" squares; an icon is its name in the rules, such as "EYE". Marks of a
coin: known:ICON where this seat knows the underside, seen:SEAT where another does, flipped, used,
picked, chain. Mark of a type in the table of who skips whom: over:TYPE.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from skipyard.catalogue import Told
from skipyard.core import NOBODY, NONE
from skipyard.games.flip_and_skip.coins import (
    COLOURS,
    DARK,
    LOOKER,
    SQUARES,
    TYPES,
    WATCHER,
    Ended,
    Icon,
    Phase,
    Type,
)
from skipyard.games.flip_and_skip.options import sentences
from skipyard.games.flip_and_skip.view import View
from skipyard.games.flip_and_skip.words import WORDS, square_name
from skipyard.games.grammar import of
from skipyard.games.scene import NOWHERE, Item, Zone
from skipyard.games.unpack import reader

COLOUR_NAMES = ("light", "dark")
PREY = ((Type.SWORD, Type.SCROLL), (Type.SCROLL, Type.STONE), (Type.STONE, Type.SWORD))
BITS = tuple(int(bit) for bit in LOOKER)
TO_ALL = BITS[WATCHER]  # set if everybody has seen an underside
read = reader(View)
say = functools.lru_cache(maxsize=1 << 15)(sentences().say)
tell = functools.lru_cache(maxsize=1 << 15)(sentences().tell)


def square_id(square: int) -> str:
    return f"square.{square_name(square)}"


def coin_id(coin: int) -> str:
    return f"coin.{coin}"


# Items: cached, so that scenes share them ---------------------------------------------------------
@functools.cache
def squares(language: str) -> tuple[Item, ...]:
    """The 64 squares of the board."""
    return tuple(
        Item(
            square_id(square),
            "square",
            COLOUR_NAMES[bool(DARK[square])],
            say(language, "thing.square", square=square_name(square)),
            square,
        )
        for square in range(SQUARES)
    )


@functools.cache
def coin_name(coin: int, face: int, language: str) -> str:
    """A coin by its colour, type and number, such as light Stone L3."""
    colour, kind = divmod(face, TYPES)
    key = f"coin.{COLOUR_NAMES[colour]}_{Type(kind).name}"
    return say(language, key, coin=WORDS.coin(coin, language))


@functools.cache
def coin_face(face: int) -> str:
    """A coin's colour and top as the client knows them."""
    colour, kind = divmod(face, TYPES)
    return f"{COLOUR_NAMES[colour]}.{Type(kind).name.lower()}"


@functools.lru_cache(maxsize=1 << 15)
def coin_item(
    coin: int,
    face: int,
    where: int,
    icon: int,
    mine: bool,
    others: tuple[tuple[int, str], ...],
    uses: tuple[str, ...],
    language: str,
) -> Item:
    """A coin, with what this seat knows of its underside and which others have seen it."""
    marks = [f"known:{Icon(icon).name}"] if icon != NONE else []
    marks += [f"seen:{seat}" for seat, _ in others]
    if icon != NONE:
        key = "thing.alone" if mine and not others else "thing.known"
    else:
        key = "thing.seen" if others else "thing.unseen"
    facts = {"coin": coin_name(coin, face, language), "square": square_name(where)}
    facts |= {"icon": title(icon, language), "names": ", ".join(name for _, name in others)}
    on_board = where < SQUARES
    label = say(language, f"{key}_on" if on_board else key, **facts)
    place = where if on_board else NOWHERE
    about = say(language, key.replace("thing", "about"), **facts)
    if icon != NONE:
        about += " " + say(language, f"about.{Icon(icon).name}")
    return Item(coin_id(coin), "coin", coin_face(face), label, place, [*marks, *uses], about)


@functools.cache
def icon_item(icon: int, idle: bool, language: str) -> Item:
    """The action to carry out."""
    name = Icon(icon).name
    key = "does.nothing" if idle else f"does.{name}"
    label = say(language, key, icon=title(icon, language))
    return Item("action.icon", "icon", name, label, about=say(language, f"about.{name}"))


def title(icon: int, language: str) -> str:
    """The name of a power; empty for NONE."""
    return "" if icon == NONE else say(language, f"title.{Icon(icon).name}")


@functools.cache
def aids(language: str) -> tuple[Zone, Zone]:
    """FS-25 FS-26 FS-27 FS-38  Which type skips which, and what each power does."""
    skips = [
        Item(
            f"skips.{Type(kind).name.lower()}",
            "engraved",
            Type(kind).name.lower(),
            say(language, f"type.{Type(kind).name.title()}"),
            marks=[f"over:{Type(prey).name.lower()}"],
            about=say(language, f"skips.{Type(kind).name}"),
        )
        for kind, prey in PREY
    ]
    powers = [
        Item(
            f"power.{i.name}",
            "icon",
            i.name,
            title(i, language),
            about=say(language, f"about.{i.name}"),
        )
        for i in Icon
    ]
    return (
        Zone("skips", "row", say(language, "zone.skips"), skips, count=len(skips)),
        Zone("powers", "row", say(language, "zone.powers"), powers, count=len(powers)),
    )


@functools.cache
def button(name: str, language: str) -> Item:
    return Item(f"button.{name}", "button", name, say(language, f"button.{name}"))


# One view -----------------------------------------------------------------------------------------
class Sight:
    """A view as plain numbers, with players' names and a language to describe it."""

    def __init__(self, view: Any, names: Sequence[str], language: str) -> None:
        self.see, self.names, self.language = read(view), names, language

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def to(self, seat: int, key: str, **values: object) -> str:
        """A sentence about a player, in the second person if it is the viewer."""
        if seat == self.see.me:
            return self.say(f"{key}_you", **values)
        return self.say(key, name=self.names[seat], **values)

    def tell(self, seat: int, key: str, **facts: object) -> Told:
        """What a player did, perhaps to the other player's coins."""
        other = self.names[1 - seat]
        facts |= {"name": self.names[seat], "other": other, "of_other": of(other)}
        whose = "_you" if seat == self.see.me else ""
        if self.see.me == 1 - seat and key.startswith("pick"):
            whose = "_yours"
        return tell(self.language, f"told.{key}{whose}", **facts)

    def a_coin(self, coin: int) -> str:
        """A coin within a sentence, by its colour and type."""
        colour, kind = divmod(self.see.face[coin], TYPES)
        return self.say(f"one.{COLOUR_NAMES[colour]}_{Type(kind).name}")

    def power(self, icon: int) -> str:
        """An icon within a sentence."""
        return self.say(f"power.{Icon(icon).name}")

    def name(self, coin: int) -> str:
        return coin_name(coin, self.see.face[coin], self.language)

    def icon(self, icon: int) -> str:
        return WORDS.icon(icon, self.language)

    def title(self, icon: int) -> str:
        return title(icon, self.language)

    def item(self, coin: int) -> Item:
        """A coin as this seat sees and remembers it (FS-A13 FS-A21)."""
        see = self.see
        icon, known = see.under[coin], see.known[coin]
        others: tuple[tuple[int, str], ...] = ()
        if known and (icon != NONE or see.show_memory or see.fresh[coin]):
            others = tuple(
                (seat, self.names[seat])
                for seat in range(COLOURS)
                if seat != see.me and known & BITS[seat]
            )
        where, mine = see.where[coin], see.me != NOBODY
        return coin_item(
            coin, see.face[coin], where, icon, mine, others, self.uses(coin), self.language
        )

    def uses(self, coin: int) -> tuple[str, ...]:
        """What is happening to a coin."""
        see = self.see
        marks = [name for name in ("flipped", "used", "picked") if getattr(see, name) == coin]
        if see.chain == see.where[coin]:  # FS-29
            marks.append("chain")
        return tuple(marks)

    def pile(self, seat: int) -> tuple[int, ...]:
        """How many coins of each type a victory pile has."""
        row: tuple[int, ...] = self.see.pile[seat * TYPES : (seat + 1) * TYPES]
        return row

    @property
    def acting(self) -> bool:
        """Whether there is an action to carry out."""
        return not self.see.over and self.see.phase in (Phase.ACT, Phase.PLACE)

    def idle_action(self) -> bool:
        """FS-A15  Whether the action has nothing to act on."""
        see, other = self.see, 1 - self.see.turn
        if see.icon == Icon.BOARD:
            return not see.hand_left[other]
        return see.icon in (Icon.HAND, Icon.MONSTER) and not any(self.pile(other))

    @property
    def winners(self) -> list[int]:
        see = self.see
        return [see.winner] if see.over and see.winner != NOBODY else []

    def ending(self) -> str:
        """Who has won, and how."""
        see = self.see
        if see.winner == NOBODY:
            return self.say("ending.draw")
        three = see.over == Ended.THREE_OF_EACH
        return self.to(see.winner, "ending.three" if three else "ending.count")
