"""A Flip & Skip position as lines of text and back: cases, bug reports and golden games.

Players count from 1. A coin is its colour and number, its type, and what is known of its underside:

    L3.Stone            nobody has seen the underside; the number may be left out
    D5.Scroll=EYE       an EYE, and everybody has seen it
    D5.Scroll=EYE?1     only player 1 has seen it
    D5.Scroll?1         (in a view) player 1 has seen it, and you have not
    D5.Scroll?all       (in a view) everybody saw it, and it is no longer shown

    light: 1                        who has the light coins
    turn: 2
    row 1: a1 L.Stone, b1 D.Sword   or all rows in one line, board: ...
    hand 1: D.Stone=AXES D.Sword
    pile 1: D.Scroll
    phase: flip                     what the table waits for; left out, the turn begins now
    skipped: L3 D5                  coins that have been skipped in this game

Coins that are not named lie in the box, out of play.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from skipyard.catalogue import common
from skipyard.core import NOBODY, NONE, key_from, start_dice
from skipyard.games import game
from skipyard.games.flip_and_skip import board, coins, corners, rules
from skipyard.games.flip_and_skip.coins import Ended, Icon, Phase, Type
from skipyard.games.flip_and_skip.words import square_name
from skipyard.games.position_text import Lines, chosen_in, counted, in_order, whose, write_options
from skipyard.games.unpack import fields_of
from skipyard.options import Refused

NAME = "flip_and_skip"
ROW_LINES = tuple(f"row {row}" for row in range(coins.ROWS, 0, -1))
PLACE_LINES = ("hand 1", "pile 1", "hand 2", "pile 2")
FLIP_LINES = ("phase", "again", "flipped", "used", "picked")
STEP_LINES = ("steps", "chain", "progress", "leaving", "entering", "entered")
END_LINES = ("flip only", "closed", "skipped", "idle", "quiet", "fresh", "over", "by")
LINES = ("options", "seats", "light", "turn", "board", *ROW_LINES, *PLACE_LINES)
LINES += (*FLIP_LINES, *STEP_LINES, *END_LINES)
TOKEN = re.compile(r"([LD])(\d*)\.(stone|sword|scroll)(?:=([a-z]+))?(?:\?(all|1?2?))?", re.I)
WAITING = {Phase(n).name.lower(): n for n in range(Phase.OPEN)}
SQUARE = {square_name(square): square for square in range(coins.SQUARES)}


# Writing ----------------------------------------------------------------------------------------
def coin_name(coin: int) -> str:
    return f"{'LD'[coin // coins.SET]}{coin % coins.SET + 1}"


def write_coin(s: Any, coin: int) -> str:
    """A coin of a state or a view with what is known of it."""
    icon, known = int(s.under[coin]), int(s.known[coin])
    text = f"{coin_name(coin)}.{Type(coins.TYPE_OF[s.face[coin]]).name.title()}"
    if icon != NONE:
        text += f"={Icon(icon).name}"
    if known == coins.SEEN_BY_ALL:
        return text if icon != NONE else f"{text}?all"
    who = "".join(str(seat + 1) for seat in range(coins.COLOURS) if known & coins.LOOKER[seat])
    return f"{text}?{who}" if who else text


def named(coin_bits: int) -> str:
    chosen = [coin for coin in range(coins.COINS) if coin_bits & int(coins.BIT[coin])]
    return " ".join(map(coin_name, chosen))


def write(state: Any) -> str:
    """A state as text, hidden icons included."""
    g, s = game(NAME), fields_of(state)
    lines = {"options": write_options(g, chosen_in(g, s)), "light": str(s.light + 1)}
    lines["turn"] = str(s.turn + 1)
    for row in range(coins.ROWS):
        in_row = [coin for coin in range(coins.COINS) if s.where[coin] // coins.ROWS == row]
        in_row.sort(key=lambda coin: int(s.where[coin]))
        held = [f"{square_name(int(s.where[coin]))} {write_coin(s, coin)}" for coin in in_row]
        lines[f"row {row + 1}"] = ", ".join(held)
    for seat in range(coins.COLOURS):
        for place, line in ((coins.HANDS, "hand"), (coins.PILES, "pile")):
            there = [coin for coin in range(coins.COINS) if s.where[coin] == place + seat]
            held = [write_coin(s, coin) for coin in there]
            lines[f"{line} {seat + 1}"] = " ".join(held) or "-"
    lines["phase"] = "" if s.over else Phase(s.phase).name.lower()
    for name in ("flipped", "used", "picked"):
        lines[name] = "" if s[name] == NONE else coin_name(int(s[name]))
    for name in ("again", "progress", "closed", "flip_only"):
        lines[name.replace("_", " ")] = "yes" if s[name] else ""
    usual = s.phase < Phase.FLIP or s.steps_left == board.STEPS
    lines["steps"] = "" if usual else str(s.steps_left)
    lines["chain"] = square_name(int(s.chain))
    left = [square_name(n) for n in range(coins.SQUARES) if s.began & corners.CORNER_BIT[n]]
    lines["leaving"] = " ".join(left)
    lines["skipped"] = named(int(s.skipped))
    lines["entering"] = named(int(s.entering))
    lines["entered"] = named(int(s.entered[0] | s.entered[1]))
    for name in ("idle", "quiet"):
        lines[name] = str(s[name]) if s[name] else ""
    fresh = [f"{coin_name(coin)}={s.fresh[coin]}" for coin in range(coins.COINS) if s.fresh[coin]]
    lines["fresh"] = " ".join(fresh)
    if s.over:
        lines["over"] = "draw" if s.winner == NOBODY else f"won by {s.winner + 1}"
        lines["by"] = "count" if s.over == Ended.COUNT else "three of each"
    return in_order(lines, LINES)


def write_view(v: Any) -> str:
    """A view as text: what one seat knows."""
    return f"me: {whose(v.me)}\n{write(v)}"


# Reading ------------------------------------------------------------------------------------------
class Reader:
    """Reads a state from a text."""

    def __init__(self, text: str) -> None:
        g, self.lines = game(NAME), Lines(text)
        self.lines.only(LINES)
        seats, chosen = self.lines.agreed(g)
        g.options.check(seats, chosen)
        self.s = g.set_up(seats, chosen)
        self.player = partial(counted, seats)

    def read(self) -> Any:
        s = self.s
        start_dice(s, key_from(0), 0)
        coins.lay_out(s)
        s.light = self.lines.value("light", "1", self.player)
        s.turn = self.lines.value("turn", "1", self.player)
        self.place_all()
        s.closed = self.lines.yes("closed")
        s.idle, s.quiet = (
            self.lines.value("idle", "0", count),
            self.lines.value("quiet", "0", count),
        )
        for coin in self.lines.value("entered", "", self.coins):
            s.entered[coins.COLOUR[coin] ^ s.light] |= coins.BIT[coin]
        for coin in self.lines.value("skipped", "", self.coins):
            s.skipped |= coins.BIT[coin]
        self.lines.value("fresh", "", self.fresh)
        if "over" in self.lines:
            self.lines.value("over", "", self.over)
        elif "phase" in self.lines:
            self.in_turn()
        else:
            s.phase = Phase.OPEN
            rules.go_on(s)
        return s

    def coin(self, text: str) -> int:
        number = int(text[1:])
        if not 1 <= number <= coins.SET:
            raise ValueError(text)
        return "LD".index(text[0].upper()) * coins.SET + number - 1

    def coins(self, text: str) -> list[int]:
        return [self.coin(word) for word in text.split()]

    # Coins in their places
    def place_all(self) -> None:
        """Place the coins; those with a number first, so that the others get free numbers."""
        named: list[tuple[str, int, str]] = []
        for line in ("board", *ROW_LINES):
            named += self.lines.value(line, "", partial(on_squares, line))
        for seat in range(coins.COLOURS):
            for place, name in ((coins.HANDS, "hand"), (coins.PILES, "pile")):
                line = f"{name} {seat + 1}"
                words = self.lines.get(line, "-").replace("-", "").split()
                named += [(line, place + seat, word) for word in words]
        for numbered in (True, False):
            for line, place, word in named:
                if bool(re.match(r"[LD]\d", word, re.I)) == numbered:
                    self.lines.value(line, "", partial(self.put, word, place))

    def put(self, word: str, place: int, line: str) -> None:
        """Put the coin that a word describes in its place."""
        s, match = self.s, TOKEN.fullmatch(word)
        if not match:
            raise ValueError(word)
        letter, number, kind, icon, who = match.groups()
        colour = "LD".index(letter.upper())
        first = coins.SET * colour
        free = [coin for coin in range(first, first + coins.SET) if s.where[coin] == coins.BOX]
        coin = self.coin(letter + number) if number else free[0]
        if coin not in free or (place < coins.SQUARES and s.coin_at[place] != NONE):
            raise ValueError(word)
        kind_number = Type[kind.upper()]
        s.face[coin] = coins.FACE[colour, kind_number]
        coins.put(s, coin, place)
        if icon:
            s.under[coin] = Icon[icon.upper()]
            s.bag[colour, kind_number, s.under[coin]] -= 1
            lookers = [int(coins.LOOKER[int(seat) - 1]) for seat in who or "" if who != "all"]
            s.known[coin] = sum(lookers) or coins.SEEN_BY_ALL
        elif who:
            raise ValueError(word)
        held = sum(int(face == s.face[coin]) for face in s.face)
        if s.bag[colour, kind_number].min() < 0 or held > type_count(s, kind_number):
            raise Refused(common().say("en", "position.cards", card=word))

    # In the middle of a turn
    def in_turn(self) -> None:
        s = self.s
        s.phase = self.lines.value("phase", "", lambda text: WAITING[text])
        for name in ("flipped", "used", "picked"):
            if name in self.lines:
                s[name] = self.lines.value(name, "", self.coin)
        if s.phase in (Phase.ACT, Phase.PLACE):
            s.icon = s.under[s.flipped if s.used == NONE else s.used]
        default = str(board.STEPS) if s.phase >= Phase.FLIP else "0"
        s.steps_left = self.lines.value("steps", default, count)
        s.chain = self.lines.value("chain", "", lambda text: SQUARE[text] if text else NONE)
        for name in ("again", "progress", "flip_only"):
            s[name] = self.lines.yes(name.replace("_", " "))
        for square in self.lines.value(
            "leaving", "", lambda text: [SQUARE[n] for n in text.split()]
        ):
            s.began |= corners.CORNER_BIT[square]
        for coin in self.lines.value("entering", "", self.coins):
            s.entering |= coins.BIT[coin]

    def fresh(self, text: str) -> None:
        for word in text.split():
            name, _, bits = word.partition("=")
            self.s.fresh[self.coin(name)] = count(bits)

    def over(self, text: str) -> None:
        s = self.s
        s.over = Ended.COUNT if self.lines.get("by") == "count" else Ended.THREE_OF_EACH
        s.winner = NOBODY if text == "draw" else self.player(text.split()[-1])
        s.phase = Phase.OPEN if s.over == Ended.COUNT else Phase.PAY
        self.lines.by_name.setdefault("phase", "step")
        held = int(s.phase)
        self.in_turn()
        s.phase = held


def on_squares(line: str, text: str) -> list[tuple[str, int, str]]:
    """The coins of a line of squares, each as line, place and word."""
    placed = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        square, word = part.split()
        if line != "board" and square[1:] != line.split()[1]:
            raise ValueError(part)
        placed.append((line, SQUARE[square], word))
    return placed


def count(text: str) -> int:
    if not text.isdecimal() or int(text) > 1000:
        raise ValueError(text)
    return int(text)


def type_count(s: Any, kind: int) -> int:
    """How many coins of a type one colour has."""
    return int(s.coin_set.reshape(coins.TYPES, coins.ICONS)[kind].sum())


def read(text: str) -> Any:
    """The state that a text describes, or Refused with a sentence."""
    return Reader(text).read()
