"""What a move changed at a Flip & Skip table, from two views of one seat.

Kinds: move (the sentence of the move), deal, take, keep, flip and use (an underside turned up),
action (what an icon does), done (it is carried out), pick, place, return, score, look, step, skip,
capture, closed, open, turn, end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.core import NONE
from skipyard.games.flip_and_skip.actions import ACTIONS, Kind
from skipyard.games.flip_and_skip.coins import COINS, HANDS, PILES, SQUARES, Icon, Phase
from skipyard.games.flip_and_skip.items import BITS, TO_ALL, Sight, coin_face, coin_id, square_id
from skipyard.games.flip_and_skip.words import square_name
from skipyard.games.grammar import capital
from skipyard.games.scene import Event

MOVES = [tuple(row) for row in ACTIONS.tolist()]  # plain numbers are read faster


def events(
    before: Any, after: Any, action: int, names: Sequence[str], language: str
) -> list[Event]:
    """What a move changed, as far as this seat sees it; without a view before it, the deal."""
    now = Sight(after, names, language)
    if before is None:
        return deal(now)
    return EventBuilder(Sight(before, names, language), now, action).build()


def advise(view: Any, action: int, names: Sequence[str], language: str) -> str:
    """A move as its player is told it, before it is made: what is unseen stays so."""
    sight = Sight(view, names, language)
    return EventBuilder(sight, sight, action).events[0].label


def deal(now: Sight) -> list[Event]:
    """FS-04 FS-05 FS-A51  The coins are laid out; with random set-up, some are taken at once."""
    see = now.see
    dealt = [Event("deal", now.to(see.light, "event.deal"), target="board")]
    for seat in (see.light, 1 - see.light):
        for coin in range(COINS):
            if see.where[coin] == HANDS + seat:
                label = now.to(seat, "event.take", coin=now.a_coin(coin))
                face = coin_face(see.face[coin])
                dealt.append(Event("take", label, seat, "board", f"hand.{seat}", face, [], "coin"))
    return [*dealt, turn(now)]


def turn(now: Sight) -> Event:
    return Event("turn", now.to(now.see.turn, "event.turn"), now.see.turn)


def zone_of(where: int) -> str:
    """The square or the zone where a coin lies."""
    if where < SQUARES:
        return square_id(where)
    return f"hand.{where - HANDS}" if where < PILES else f"pile.{where - PILES}"


class EventBuilder:
    """Lists the events that lead from one view to the next."""

    def __init__(self, was: Sight, now: Sight, action: int) -> None:
        self.was, self.now, self.old, self.new = was, now, was.see, now.see
        self.mover = was.see.turn
        self.events = [self.told(action)]
        self.moved = [coin for coin in range(COINS) if self.old.where[coin] != self.new.where[coin]]
        self.flipped = self.flipped_coin()

    # The sentence of the move -------------------------------------------------------------------
    def told(self, action: int) -> Event:
        """What the mover did, with the coin that it is about."""
        number, coin, source, over, target = MOVES[action]
        kind, old, now = Kind(number), self.old, self.now
        facts: dict[str, object] = {"square": square_name(target)}
        key = kind.name.lower()
        if kind in (Kind.STEP, Kind.SKIP):
            coin = old.where.index(source)
        elif kind == Kind.PLACE:
            coin = old.picked
        if kind == Kind.SKIP:
            facts["captive"] = now.a_coin(old.where.index(over))
        elif kind == Kind.PICK:
            key = f"pick_{Icon(old.icon).name}"
        elif kind in (Kind.FLIP, Kind.USE):
            if self.new.under[coin] == NONE:  # advice, before the coin is turned
                key += "_unseen"
            else:
                facts["power"] = now.power(self.new.under[coin])
        elif kind in (Kind.ACCEPT, Kind.DECLINE):
            facts["power"] = now.power(old.icon)
        if coin == NONE:
            return Event("move", now.tell(self.mover, key, **facts).label, self.mover)
        label, brief = now.tell(self.mover, key, coin=now.a_coin(coin), **facts)
        face = coin_face(old.face[coin])
        places = [square for square in (source, over, target) if square != NONE]
        return Event("move", label, self.mover, "", "", face, places, "coin", brief)

    def flipped_coin(self) -> int:
        """FS-08  The coin that was flipped: its action is under way, or it is in the pile."""
        if self.old.phase != Phase.FLIP:
            return NONE
        if self.new.flipped != NONE:
            return int(self.new.flipped)
        return next((coin for coin in self.moved if self.has_scored(coin)), NONE)

    def has_scored(self, coin: int) -> bool:
        """FS-10  Whether a coin of the mover's hand went to the victory pile."""
        here, there = self.old.where[coin], self.new.where[coin]
        return bool(here == HANDS + self.mover and there == PILES + self.mover)

    def add(self, kind: str, label: str, coin: int, target: str = "", **more: Any) -> None:
        """One thing that the mover did with a coin."""
        source = coin_id(coin)
        more = {"face": coin_face(self.new.face[coin]), "thing": "coin"} | more
        self.events.append(Event(kind, label, self.mover, source, target or source, **more))

    def build(self) -> list[Event]:
        self.turn_up()
        self.look()
        self.act()
        for coin in self.moved:
            self.move(coin)
        for coin in self.moved:
            if self.has_scored(coin):
                kind = "keep" if self.old.phase == Phase.KEEP else "score"
                self.add(kind, "", coin, zone_of(self.new.where[coin]))
        if self.was.acting and not self.now.acting:
            self.events.append(Event("done", "", self.mover, source="action"))
        self.end()
        return self.events

    # Undersides ---------------------------------------------------- FS-08, FS-09, FS-23, FS-A48
    def turn_up(self) -> None:
        """A coin flipped, or another one whose action is taken instead."""
        used = self.new.used if self.new.used != self.old.used else NONE
        for kind, coin in (("flip", self.flipped), ("use", used)):
            icon = NONE if coin == NONE else self.new.under[coin]
            if icon != NONE:
                self.add(kind, "", coin, face=Icon(icon).name, thing="icon")

    def look(self) -> None:
        """FS-A21  Everybody sees who has looked where, but not what they saw."""
        for coin in range(COINS):
            more = self.new.known[coin] & ~self.old.known[coin]
            if coin != self.flipped and more and not more & TO_ALL:
                self.events.append(self.looked(0 if more & BITS[0] else 1, coin))

    def looked(self, seat: int, coin: int) -> Event:
        now, icon = self.now, self.new.under[coin]
        if seat != self.new.me or icon == NONE:
            return Event("look", "", seat, target=coin_id(coin))
        label, face = now.say("event.look_you", power=now.power(icon)), Icon(icon).name
        return Event("look", label, seat, target=coin_id(coin), face=face, thing="icon")

    def act(self) -> None:
        """FS-14  The icon's action: still to be carried out, or done at once."""
        old, new, now = self.old, self.new, self.now
        if now.acting and new.icon not in (old.icon, NONE):
            label = self.effect(new.icon, not now.idle_action())
            face = Icon(new.icon).name
            self.events.append(Event("action", label, self.mover, "", "action", face, [], "icon"))
        elif self.flipped != NONE and not now.acting:
            self.at_once(new.under[self.flipped])
        if new.picked not in (old.picked, NONE):
            self.add("pick", "", new.picked)

    def at_once(self, icon: int) -> None:
        """FS-19 FS-20 FS-A15  An action with nothing to choose."""
        if icon != NONE:
            works = icon == Icon.AXES or (icon == Icon.WREATH and self.new.again)
            label, face = self.effect(icon, bool(works)), Icon(icon).name
            self.events.append(Event("action", label, self.mover, face=face, thing="icon"))

    def effect(self, icon: int, works: bool) -> str:
        """What a power does, or that it does nothing."""
        if works:
            return self.now.say(f"effect.{Icon(icon).name}")
        return self.now.say("event.nothing", power=capital(self.now.power(icon)))

    # Coins on the move ----------------------------------------------- FS-06, FS-15..FS-22, FS-28
    def move(self, coin: int) -> None:
        """A coin that went from place to place, unless it scored."""
        here, there = self.old.where[coin], self.new.where[coin]
        target = zone_of(there)
        if there < SQUARES and here < SQUARES:
            self.step(coin, here, there)
        elif there < SQUARES:
            self.add("place", "", coin, target, places=[there])
        elif here < SQUARES:
            kind = "take" if self.old.phase == Phase.TAKE else "capture"
            self.add(kind, "", coin, target, places=[here])
        elif here >= PILES and there < PILES:
            self.add("return", "", coin, target)

    def step(self, coin: int, here: int, there: int) -> None:
        """A move to the next square, or a skip over the square between."""
        between = (here + there) // 2
        skipped = any(self.old.where[other] == between for other in self.moved if other != coin)
        passed = [here, between, there] if skipped else [here, there]
        self.add("skip" if skipped else "step", "", coin, square_id(there), places=passed)

    # The end of a turn ----------------------------------------------------------- FS-13, FS-36
    def end(self) -> None:
        old, new, now = self.old, self.new, self.now
        if new.over:
            self.events.append(Event("end", now.ending()))
            return
        if new.flip_only and not old.flip_only:
            self.events.append(Event("closed", now.say("event.closed"), target="board"))
        if old.flip_only and not new.flip_only:
            self.events.append(Event("open", now.say("event.open"), target="board"))
        if self.is_new_turn():
            self.events.append(turn(now))

    def is_new_turn(self) -> bool:
        """Whether another turn has begun; turns with nothing to do in them are not seen."""
        old, new = self.old, self.new
        if new.turn != old.turn or (new.phase == Phase.FLIP and not new.again):
            return True
        stepped = bool(self.moved) and (new.chain != NONE or new.steps_left == old.steps_left - 1)
        return bool(old.phase == new.phase == Phase.STEP) and not stepped
