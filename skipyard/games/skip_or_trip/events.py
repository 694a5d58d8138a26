"""What a move changed at a Skip or Trip table, from two views of one seat.

Kinds: move (the sentence of the move), deal, aim and with (a trip's target, its own token), lay and
play (a card for a trip, for a skip), back, push, advance and stay (tokens), discard, draw, reveal
(the deck's next number), endgame, quit, pass, mercy, turn, end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.catalogue import Told
from skipyard.core import NOBODY, NONE
from skipyard.games.grammar import listed
from skipyard.games.scene import Event, Item
from skipyard.games.skip_or_trip.actions import ACTIONS, Kind
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
from skipyard.games.skip_or_trip.items import (
    TEAMS,
    Sight,
    card_item,
    card_phrase,
    cards_in,
    number_phrase,
    tell,
    token_id,
)
from skipyard.games.skip_or_trip.signs import GROUPS

MOVES = [tuple(row) for row in ACTIONS.tolist()]  # plain numbers are read faster


def events(
    before: Any, after: Any, action: int, names: Sequence[str], language: str
) -> list[Event]:
    """What a move changed, as far as this seat sees it; without a view before it, the deal."""
    now = Sight(after, names, language)
    if before is None:
        return deal(now)
    return EventBuilder(Sight(before, names, language), now, action).build()


def deal(now: Sight) -> list[Event]:
    """ST-05  Two cards each, clockwise from the first player; the deck shows its number."""
    see = now.see
    dealt = [Event("deal", now.say("story.deal"))]
    for seat in in_turn(now, see.first):
        dealt += draws(now, seat, [n for n in range(NUMBERS) for _ in range(now.numbers(seat)[n])])
    dealt += [*reveal(now), *mercy(now)]
    return [*dealt, Event("turn", now.to(see.turn, "story.turn"), see.turn)]


def in_turn(sight: Sight, first: int) -> list[int]:
    """All seats, clockwise from one."""
    return [(first + n) % sight.see.seats for n in range(sight.see.seats)]


def all_of(cards: Sequence[int]) -> list[int]:
    """The cards in a set of bits."""
    return [card for number in range(NUMBERS) for card in cards_in(number, cards[number])]


def gained(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """The cards that a set of bits has gained."""
    return all_of([new & ~old for old, new in zip(before, after, strict=True)])


def draws(now: Sight, seat: int, numbers: Sequence[int], mine: Sequence[int] = ()) -> list[Event]:
    """An event for each card, the first with a label; `mine` are the cards if I drew them."""
    see, zone = now.see, f"hand.{seat}"
    if now.see.quit_at[now.side_of(seat)]:  # ST-A26  drawn, and discarded at once
        zone = f"down.{seat}"
    if not numbers:
        return []
    if seat == see.me:
        mine = mine or all_of(see.hand)
        phrases = [card_phrase(now.words, card, now.language) for card in mine]
        shown = [(item.id, item.face) for item in cards(now, mine)]
    else:
        phrases = [number_phrase(number + 1, now.language) for number in numbers]
        shown = [(zone, str(number + 1)) for number in numbers]
    drawn = [Event("draw", "", seat, "deck", to, face, [], "card") for to, face in shown]
    drawn[0].label = now.to(seat, "story.draw", cards=listed(phrases, now.language))
    return drawn


def cards(now: Sight, some: Sequence[int]) -> list[Item]:
    return [card_item(now.words, card, now.language) for card in some]


def reveal(now: Sight) -> list[Event]:
    """ST-06  The number that will be drawn next."""
    if not now.see.deck_left:
        return []
    label = now.say("story.reveal", card=number_phrase(now.see.top, now.language))
    return [Event("reveal", label, NOBODY, "deck", "deck.0", str(now.see.top), [], "card")]


def mercy(now: Sight, before: tuple[int, int] | None = None) -> list[Event]:
    """ST-34  The token that Mercy protects, if that has changed."""
    if now.spared is None or now.spared == before:
        return []
    label, token = now.about(*now.spared, "story.mercy"), token_id(*now.spared)
    return [Event("mercy", label, target=token, face=now.token_face(*now.spared), thing="token")]


# Moving tokens --------------------------------------------------------------------- ST-12..ST-21
class TokenMoves:
    """Replays how tokens moved and pushed each other; the views show only where they ended."""

    def __init__(self, was: Sight, now: Sight) -> None:
        self.now, self.mover, self.squares = now, was.see.turn, list(was.see.token)
        self.events: list[Event] = []

    def move(self, kind: str, at: int, square: int) -> None:
        """Move one token, and push any token that stands there (ST-17 ST-18)."""
        self.step(kind, at, square)
        while START < square < GOAL:
            others = [n for n, there in enumerate(self.squares) if there == square and n != at]
            if not others:
                return
            at, square = others[0], square - 1
            self.step("push", at, square)

    def step(self, kind: str, at: int, square: int) -> None:
        old, self.squares[at] = self.squares[at], square
        side, token = divmod(at, TOKENS)
        direction = -1 if square < old else 1
        label = self.now.about(side, token, f"story.{kind}", to=self.now.way_to(square))
        passed = list(range(old, square + direction, direction))
        source, target = token_id(side, token), f"square.{square}"
        face = self.now.token_face(side, token)
        self.events.append(Event(kind, label, self.mover, source, target, face, passed, "token"))

    def advance(self, at: int, pips: int) -> None:
        """ST-21 ST-40  Move forward by the full number or not at all; to 100 only to win."""
        square, see = self.squares[at] + pips, self.now.see
        if square < GOAL or (square == GOAL and see.over == Ended.AT_GOAL):
            self.move("advance", at, square)
        else:
            here = token_id(*divmod(at, TOKENS))
            self.events.append(Event("stay", self.now.say("story.stay"), self.mover, here, here))

    def go_back(self, at: int, pips: int) -> None:
        """ST-12 ST-20"""
        self.move("back", at, max(START, self.squares[at] - pips))


# One move -----------------------------------------------------------------------------------------
class EventBuilder:
    """Lists the events that lead from one view to the next."""

    def __init__(self, was: Sight, now: Sight, action: int) -> None:
        self.was, self.now, self.mover = was, now, was.see.turn
        self.kind, self.card, self.side, self.token = MOVES[action]
        self.events: list[Event] = []
        old, new = was.see, now.see
        opened = [a | b for a, b in zip(new.shown, new.in_play, strict=True)]
        self.opened = gained([a | b for a, b in zip(old.shown, old.in_play, strict=True)], opened)
        self.quitters = [
            side for side in range(now.sides) if new.quit_at[side] and not old.quit_at[side]
        ]

    def build(self) -> list[Event]:
        new = self.now.see
        if self.kind == Kind.SKIP:
            self.skip()
        elif self.kind == Kind.LAY:
            self.lay()
        else:
            self.choose()
        if new.step == Step.MOVE and (new.over or not new.tripped):
            self.end_turn()
        return self.events

    def tell(self, key: str, **facts: object) -> Told:
        """What the mover does, in the second person if it is the viewer."""
        now, you = self.now, "_you" if self.mover == self.now.see.me else ""
        facts |= {"name": now.names[self.mover], "nth": now.nth(self.token)}
        return tell(now.language, f"told.{key}{you}", **facts)

    def add_move(
        self, told: Told, face: str = "", thing: str = "", places: Sequence[int] = ()
    ) -> None:
        """Add the sentence of the move, with the thing that it is about."""
        event = Event("move", told.label, self.mover, "", "", face, list(places), thing, told.brief)
        self.events.append(event)

    # Trips --------------------------------------------------------------------- ST-11, ST-A36
    def choose(self) -> None:
        """Add the target of a trip, the own token that it moves, a pass or the end of trips."""
        now, new, mover = self.now, self.now.see, self.mover
        if self.kind == Kind.TRIP:
            self.aim()
        elif self.kind == Kind.WITH:
            face = now.token_face(self.was.side_of(mover), self.token)
            self.add_move(self.tell("with"), face, "token")
            own = token_id(self.was.side_of(mover), new.own_token)
            self.events.append(Event("with", "", mover, target=own, face=face, thing="token"))
        else:
            key = "end" if self.kind == Kind.END else "pass"
            self.add_move(self.tell(key))

    def aims_at(self) -> Told:
        """Whom the mover sets out to trip."""
        was, now, mover = self.was, self.now, self.mover
        key = "trip" if was.see.variant == Variant.BASIC else "trip_two"
        facts = {"square": was.square(self.side, self.token), "name": now.names[mover]}
        facts |= {"other": now.owner(self.side), "of_other": now.of_owner(self.side)}
        whose = "_you" if mover == now.see.me else "_yours" if now.is_mine(self.side) else ""
        return tell(now.language, f"told.{key}{whose}", **facts)

    def aim(self) -> None:
        """Add the token that is to be tripped, and the symbols that this takes."""
        now, mover = self.now, self.mover
        face, target = now.token_face(self.side, self.token), token_id(self.side, self.token)
        self.add_move(self.aims_at(), face, "token")
        key = "story.aim" if len(GROUPS[now.see.need]) > 1 else "story.aim_one"
        label = now.say(key, symbols=now.symbols(now.see.need))
        self.events.append(Event("aim", label, mover, target=target, face=face, thing="token"))

    def lay(self) -> None:
        """Add a card for a trip; the last one moves the tokens."""
        old, new, now = self.was.see, self.now.see, self.now
        item = card_item(now.words, self.card, now.language)
        told = self.tell("lay", card=card_phrase(now.words, self.card, now.language))
        source = self.was.hand_card(self.mover, self.card)
        self.add_move(told, item.face, "card")
        self.events.append(Event("lay", "", self.mover, source, item.id, item.face, [], "card"))
        if new.step == Step.MOVE:
            pips = old.pips + self.card // FACES + 1
            moves = TokenMoves(self.was, now)
            moves.go_back(old.target * TOKENS + old.target_token, pips)
            moves.advance(self.was.side_of(self.mover) * TOKENS + old.own_token, pips)
            self.events += moves.events

    # Skips ---------------------------------------------------------------------- ST-10, ST-A33
    def skip(self) -> None:
        """Add a skip; only the number of its card is told, for its symbols may be hidden."""
        was, now, number = self.was, self.now, self.card // FACES + 1
        moves, at = TokenMoves(was, now), was.side_of(self.mover) * TOKENS + self.token
        moves.advance(at, number)
        to = now.way_to(moves.squares[at])
        first, *pushes = moves.events
        first.label = ""  # the sentence of the move says it
        key = "skip" if was.see.variant == Variant.BASIC else "skip_two"
        if first.kind == "stay":
            key = "stay"
        card = number_phrase(number, now.language)
        way = first.places  # told again after a reload, where only sentences are
        self.add_move(self.tell(key, card=card, to=to), str(number), "card", way)
        self.play(number - 1)
        self.events += [first, *pushes]

    def play(self, number: int) -> None:
        """Add the card of a skip, which is discarded, face down unless `reveal_skipped`."""
        see, mover = self.now.see, self.mover
        if self.was.side_of(mover) in self.quitters and not self.opened:
            return  # ST-A26  the whole hand is discarded face down, and this card with it
        shown = self.opened or (gained(self.was.see.down, see.down) if mover == see.me else [])
        if shown:
            item = card_item(self.now.words, shown[0], self.now.language)
            source, target, face = self.was.hand_card(mover, shown[0]), item.id, item.face
        else:
            source, target = self.was.hand_card(mover, number * FACES), f"down.{mover}"
            face = str(number + 1)
        self.events.append(Event("play", "", mover, source, target, face, [], "card"))

    # The end of a turn ----------------------------------------------------------- ST-22..ST-28
    def end_turn(self) -> None:
        was, now, new = self.was, self.now, self.now.see
        for card in all_of(was.see.in_play):
            face = card_item(now.words, card, now.language).face
            at = f"card.{card}"
            self.events.append(Event("discard", "", self.mover, at, at, face, [], "card"))
        self.draw()
        if new.endgame and not was.see.endgame:
            self.events.append(Event("endgame", now.say("story.endgame"), target="deck"))
        self.quit()
        if new.over:
            self.events.append(Event("end", now.ending()))
            return
        self.pass_by()
        if new.deck_left != was.see.deck_left:
            self.events += reveal(now)
        self.events += mercy(now, was.spared)
        self.events.append(Event("turn", now.to(new.turn, "story.turn"), new.turn))

    def draw(self) -> None:
        """ST-22  Add what everybody drew: players without cards pass automatically and draw."""
        was, now, top = self.was.see, self.now.see, self.was.see.top - 1
        if was.deck_left == now.deck_left:
            return
        for seat in in_turn(self.was, self.mover):
            numbers = self.drawn_by(seat)
            if not numbers:
                continue
            numbers.sort(key=lambda n: n != top)  # the first was on top of the deck
            mine: list[int] = []
            if seat == now.me:
                held = [[a | b for a, b in zip(v.hand, v.down, strict=True)] for v in (was, now)]
                mine = sorted(gained(*held), key=lambda card: card // FACES != top)
            self.events += draws(self.now, seat, numbers, mine)
            top = NONE

    def drawn_by(self, seat: int) -> list[int]:
        """The numbers that a seat drew: what it has more of, counting the cards that it played."""
        old, new = (
            [a + b for a, b in zip(v.numbers(seat), v.numbers_down(seat), strict=True)]
            for v in (self.was, self.now)
        )
        for card in self.opened if seat == self.mover else []:
            new[card // FACES] += 1
        return [n for n in range(NUMBERS) for _ in range(new[n] - old[n])]

    def quit(self) -> None:
        """ST-27 ST-A26  Add the tokens that left the track, and the hands of those who are out."""
        was, now = self.was, self.now
        for side, token, _ in was.tokens():
            if now.square(side, token) == NONE and side not in self.quitters:  # ST-A57
                label = now.about(side, token, "story.lost")
                source, face = token_id(side, token), now.token_face(side, token)
                self.events.append(Event("quit", label, NOBODY, source, "out", face, [], "token"))
        for side in sorted(self.quitters, key=lambda side: now.see.quit_at[side]):
            self.leave(side)

    def leave(self, side: int) -> None:
        """Add that a side is out: its tokens leave the track, its hands are discarded."""
        now, events = self.now, []
        for token in range(TOKENS):
            if self.was.square(side, token) != NONE:
                source, face = token_id(side, token), now.token_face(side, token)
                events.append(Event("quit", "", side, source, "out", face, [], "token"))
        label = now.say("story.quit_team", team=TEAMS[side]) if now.teams else ""
        events[0].label = label or now.to(side, "story.quit")
        for seat in range(now.see.seats):
            if now.side_of(seat) == side and any(self.was.numbers(seat)):
                events.append(Event("discard", "", seat, f"hand.{seat}", f"down.{seat}"))
        self.events += events

    def pass_by(self) -> None:
        """ST-A04 ST-A59  Add the passes of players without cards between the mover and the next."""
        for seat in in_turn(self.now, self.mover + 1):
            if seat == self.now.see.turn:
                return
            if not self.now.see.quit_at[self.now.side_of(seat)]:
                self.events.append(Event("pass", self.now.to(seat, "story.pass"), seat))
