"""What just happened at a Skip or Trip table, told from two views of one seat.

Kinds: move (the sentence of the move), deal, aim and with (a trip's target, its own token), lay and
play (a card for a trip, for a skip), back, push, advance and stay (tokens), discard, draw, reveal
(the deck's next number), endgame, quit, pass, mercy, turn, end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.core import NONE
from skipyard.games.scene import Event
from skipyard.games.skip_or_trip.board import FACES, GOAL, NUMBERS, START, TOKENS, Ended, Step
from skipyard.games.skip_or_trip.items import Sight, card_item, cards_in, token_id


def events(before: Any, after: Any, said: str, names: Sequence[str], language: str) -> list[Event]:
    """What a move did, as far as this seat sees it; without a view before it, the deal."""
    now = Sight(after, names, language)
    if before is None:
        return deal(now, said)
    return Story(Sight(before, names, language), now, said).tell()


def deal(now: Sight, said: str) -> list[Event]:
    """ST-05  Two cards each, clockwise from the first player; the deck shows its number."""
    see = now.see
    found = [Event("deal", said or now.say("story.deal"))]
    for seat in in_turn(now, see.first):
        found += draws(now, seat, [n for n in range(NUMBERS) for _ in range(now.numbers(seat)[n])])
    found += [*reveal(now), *mercy(now)]
    return [*found, Event("turn", now.to(see.turn, "story.turn"), see.turn)]


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
    """One event a card, the first with the sentence; `mine` are the cards if I drew them."""
    see, zone = now.see, f"hand.{seat}"
    if now.see.quit_at[now.side_of(seat)]:  # ST-A26  drawn, and discarded at once
        zone = f"down.{seat}"
    if not numbers:
        return []
    if seat == see.me:
        mine = mine or all_of(see.hand)
        items = [card_item(now.words, card, now.language) for card in mine]
        what = ", ".join(drawn(now, card) for card in mine)
        found = [Event("draw", "", seat, "deck", item.id, item.face) for item in items]
    else:
        what = ", ".join(str(number + 1) for number in numbers)
        found = [Event("draw", "", seat, "deck", zone, str(number + 1)) for number in numbers]
    found[0].label = now.to(seat, "story.draw", cards=what)
    return found


def drawn(now: Sight, card: int) -> str:
    """A card of mine in a list."""
    shown = now.symbols(now.words.symbols.faces[card])
    return now.say("thing.drawn", number=card // FACES + 1, symbols=shown)


def reveal(now: Sight) -> list[Event]:
    """ST-06  The number that will be drawn next."""
    if not now.see.deck_left:
        return []
    label = now.say("story.reveal", number=now.see.top)
    return [Event("reveal", label, source="deck", target="deck.0", face=str(now.see.top))]


def mercy(now: Sight, before: tuple[int, int] | None = None) -> list[Event]:
    """ST-34  Whose token is protected now, where that has changed."""
    if now.spared is None or now.spared == before:
        return []
    return [Event("mercy", now.about(*now.spared, "story.mercy"), target=token_id(*now.spared))]


# Journeys of tokens ---------------------------------------------------------------- ST-12..ST-21
class Journey:
    """The tokens' way from one view to the next, hop by hop: the views show only where it ends."""

    def __init__(self, was: Sight, now: Sight) -> None:
        self.now, self.mover, self.squares = now, was.see.turn, list(was.see.token)
        self.found: list[Event] = []

    def move(self, kind: str, at: int, square: int) -> None:
        """Move one token, and push whoever stands there (ST-17 ST-18)."""
        self.hop(kind, at, square)
        while START < square < GOAL:
            others = [n for n, there in enumerate(self.squares) if there == square and n != at]
            if not others:
                return
            at, square = others[0], square - 1
            self.hop("push", at, square)

    def hop(self, kind: str, at: int, square: int) -> None:
        old, self.squares[at] = self.squares[at], square
        side, token = divmod(at, TOKENS)
        step = -1 if square < old else 1
        label = self.now.about(side, token, f"story.{kind}", square=square)
        passed = list(range(old, square + step, step))
        self.found.append(
            Event(kind, label, self.mover, token_id(side, token), f"square.{square}", "", passed)
        )

    def advance(self, at: int, pips: int) -> None:
        """ST-21 ST-40  Forward by the full number or not at all; to 100 only to win."""
        square, see = self.squares[at] + pips, self.now.see
        if square < GOAL or (square == GOAL and see.over == Ended.AT_GOAL):
            self.move("advance", at, square)
        else:
            here = token_id(*divmod(at, TOKENS))
            self.found.append(Event("stay", self.now.say("story.stay"), self.mover, here, here))

    def go_back(self, at: int, pips: int) -> None:
        """ST-12 ST-20"""
        self.move("back", at, max(START, self.squares[at] - pips))

    def fits(self) -> bool:
        """Whether it ends where the tokens are, but for those that left the track since."""
        pairs = zip(self.squares, self.now.see.token, strict=True)
        return all(end in (square, NONE) for square, end in pairs)


# One move -----------------------------------------------------------------------------------------
class Story:
    """What led from one view to the next."""

    def __init__(self, was: Sight, now: Sight, said: str) -> None:
        self.was, self.now, self.mover = was, now, was.see.turn
        self.found = [Event("move", said, self.mover)]
        old, new = was.see, now.see
        opened = [a | b for a, b in zip(new.shown, new.in_play, strict=True)]
        self.opened = gained([a | b for a, b in zip(old.shown, old.in_play, strict=True)], opened)
        self.quitters = [
            side for side in range(now.sides) if new.quit_at[side] and not old.quit_at[side]
        ]

    def tell(self) -> list[Event]:
        old, new = self.was.see, self.now.see
        if new.step != Step.MOVE and not self.opened:
            self.choose()
        elif old.step != Step.MOVE:
            self.lay()
        elif not old.tripped:
            self.skip()
        acted = old.step == Step.MOVE or self.opened  # a trip that was taken back did nothing
        if acted and new.step == Step.MOVE and (new.over or not new.tripped):
            self.end_turn()
        return self.found

    # Trips --------------------------------------------------------------------- ST-11, ST-A36
    def choose(self) -> None:
        """The target of a trip, or the own token that it moves."""
        old, new = self.was.see, self.now.see
        if old.step == Step.MOVE:
            label = self.now.say("story.aim", symbols=self.now.symbols(new.need))
            target = token_id(new.target, new.target_token)
            self.found.append(Event("aim", label, self.mover, target=target))
        elif new.step == Step.CARDS:
            own = token_id(self.was.side_of(self.mover), new.own_token)
            self.found.append(Event("with", "", self.mover, target=own))

    def lay(self) -> None:
        """A card for a trip; the last one moves the tokens."""
        old, new = self.was.see, self.now.see
        for card in self.opened:
            item = card_item(self.now.words, card, self.now.language)
            source = self.was.hand_card(self.mover, card)
            self.found.append(Event("lay", "", self.mover, source, item.id, item.face))
        if self.opened and new.step == Step.MOVE:
            pips = old.pips + self.opened[0] // FACES + 1
            journey = Journey(self.was, self.now)
            journey.go_back(old.target * TOKENS + old.target_token, pips)
            journey.advance(self.was.side_of(self.mover) * TOKENS + old.own_token, pips)
            self.found += journey.found

    # Skips ---------------------------------------------------------------------- ST-10, ST-A33
    def skip(self) -> None:
        """A skip, or nothing where it was a pass.

        Of a player who is out at once only the tokens can tell what was played, since the whole
        hand lies face down; where they do not, the move's own sentence must do.
        """
        out = self.was.side_of(self.mover) in self.quitters and not self.opened
        numbers = self.played_numbers(out)
        if numbers and not out:
            self.play(numbers[0])
        ways = [way for number in numbers for way in self.journeys(number + 1) if way.fits()]
        passed = out and Journey(self.was, self.now).fits()
        sure = len(ways) == 1 or all(way.found[0].kind == "stay" for way in ways)
        if ways and sure and not passed:
            self.found += ways[0].found

    def played_numbers(self, out: bool) -> list[int]:
        """The number that was skipped with, or all that it may have been; none after a pass."""
        if self.opened:
            return [self.opened[0] // FACES]
        if out:
            return [n for n in range(NUMBERS) if self.was.numbers(self.mover)[n]]
        old, new = self.was.numbers_down(self.mover), self.now.numbers_down(self.mover)
        return [n for n in range(NUMBERS) if new[n] > old[n]]

    def play(self, number: int) -> None:
        """The card of a skip goes to the discards, face down unless agreed otherwise."""
        see, mover = self.now.see, self.mover
        cards = self.opened or (gained(self.was.see.down, see.down) if mover == see.me else [])
        if cards:
            item = card_item(self.now.words, cards[0], self.now.language)
            source = self.was.hand_card(mover, cards[0])
            self.found.append(Event("play", "", mover, source, item.id, item.face))
        else:
            source = self.was.hand_card(mover, number * FACES)
            self.found.append(Event("play", "", mover, source, f"down.{mover}", str(number + 1)))

    def journeys(self, pips: int) -> list[Journey]:
        """The journey for each token that may have skipped."""
        found, side = [], self.was.side_of(self.mover)
        for token in range(TOKENS):
            if self.was.square(side, token) != NONE:
                journey = Journey(self.was, self.now)
                journey.advance(side * TOKENS + token, pips)
                found.append(journey)
        return found

    # The end of a turn ----------------------------------------------------------- ST-22..ST-28
    def end_turn(self) -> None:
        was, now, new = self.was, self.now, self.now.see
        for card in all_of(was.see.in_play):
            face = card_item(now.words, card, now.language).face
            self.found.append(
                Event("discard", "", self.mover, f"card.{card}", f"card.{card}", face)
            )
        self.draw()
        if new.endgame and not was.see.endgame:
            self.found.append(Event("endgame", now.say("story.endgame"), target="deck"))
        self.quit()
        if new.over:
            self.found.append(Event("end", now.ending()))
            return
        self.pass_by()
        if new.deck_left != was.see.deck_left:
            self.found += reveal(now)
        self.found += mercy(now, was.spared)
        self.found.append(Event("turn", now.to(new.turn, "story.turn"), new.turn))

    def draw(self) -> None:
        """ST-22  What everybody drew: empty hands that pass by themselves draw as well."""
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
            self.found += draws(self.now, seat, numbers, mine)
            top = NONE

    def drawn_by(self, seat: int) -> list[int]:
        """The numbers that a seat has more of than before, with what it laid open counted in."""
        old, new = (
            [a + b for a, b in zip(v.numbers(seat), v.numbers_down(seat), strict=True)]
            for v in (self.was, self.now)
        )
        for card in self.opened if seat == self.mover else []:
            new[card // FACES] += 1
        return [n for n in range(NUMBERS) for _ in range(new[n] - old[n])]

    def quit(self) -> None:
        """ST-27 ST-A26  Tokens that left the track, and the hands of those who are out."""
        was, now = self.was, self.now
        for side, token, _ in was.tokens():
            if now.square(side, token) == NONE and side not in self.quitters:  # ST-A57
                label = now.about(side, token, "story.lost")
                self.found.append(Event("quit", label, source=token_id(side, token), target="out"))
        for side in sorted(self.quitters, key=lambda side: now.see.quit_at[side]):
            self.leave(side)

    def leave(self, side: int) -> None:
        """A side that is out: its tokens leave the track, its hands are discarded."""
        now, found = self.now, []
        for token in range(TOKENS):
            if self.was.square(side, token) != NONE:
                found.append(Event("quit", "", side, token_id(side, token), "out"))
        label = now.say("story.quit_team", team=now.owner(side)) if now.teams else ""
        found[0].label = label or now.to(side, "story.quit")
        for seat in range(now.see.seats):
            if now.side_of(seat) == side and any(self.was.numbers(seat)):
                found.append(Event("discard", "", seat, f"hand.{seat}", f"down.{seat}"))
        self.found += found

    def pass_by(self) -> None:
        """ST-A04 ST-A59  Those between the mover and the next player who had no cards."""
        for seat in in_turn(self.now, self.mover + 1):
            if seat == self.now.see.turn:
                return
            if not self.now.see.quit_at[self.now.side_of(seat)]:
                self.found.append(Event("pass", self.now.to(seat, "story.pass"), seat))
