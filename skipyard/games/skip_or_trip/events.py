"""What a move changed at a Skip or Trip table, from two views of one seat.

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
    """What a move changed, as far as this seat sees it; without a view before it, the deal."""
    now = Sight(after, names, language)
    if before is None:
        return deal(now, said)
    return EventBuilder(Sight(before, names, language), now, said).build()


def deal(now: Sight, said: str) -> list[Event]:
    """ST-05  Two cards each, clockwise from the first player; the deck shows its number."""
    see = now.see
    dealt = [Event("deal", said or now.say("story.deal"))]
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
        items = [card_item(now.words, card, now.language) for card in mine]
        what = ", ".join(card_name(now, card) for card in mine)
        drawn = [Event("draw", "", seat, "deck", item.id, item.face) for item in items]
    else:
        what = ", ".join(str(number + 1) for number in numbers)
        drawn = [Event("draw", "", seat, "deck", zone, str(number + 1)) for number in numbers]
    drawn[0].label = now.to(seat, "story.draw", cards=what)
    return drawn


def card_name(now: Sight, card: int) -> str:
    """A card in a list, with its symbols."""
    shown = now.symbols(now.words.symbols.faces[card])
    return now.say("thing.drawn", number=card // FACES + 1, symbols=shown)


def reveal(now: Sight) -> list[Event]:
    """ST-06  The number that will be drawn next."""
    if not now.see.deck_left:
        return []
    label = now.say("story.reveal", number=now.see.top)
    return [Event("reveal", label, source="deck", target="deck.0", face=str(now.see.top))]


def mercy(now: Sight, before: tuple[int, int] | None = None) -> list[Event]:
    """ST-34  The token that Mercy protects, if that has changed."""
    if now.spared is None or now.spared == before:
        return []
    return [Event("mercy", now.about(*now.spared, "story.mercy"), target=token_id(*now.spared))]


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
        label = self.now.about(side, token, f"story.{kind}", square=square)
        passed = list(range(old, square + direction, direction))
        self.events.append(
            Event(kind, label, self.mover, token_id(side, token), f"square.{square}", "", passed)
        )

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

    def fits(self) -> bool:
        """Whether tokens end where the view has them, except those that left the track since."""
        pairs = zip(self.squares, self.now.see.token, strict=True)
        return all(end in (square, NONE) for square, end in pairs)


# One move -----------------------------------------------------------------------------------------
class EventBuilder:
    """Lists the events that lead from one view to the next."""

    def __init__(self, was: Sight, now: Sight, said: str) -> None:
        self.was, self.now, self.mover = was, now, was.see.turn
        self.events = [Event("move", said, self.mover)]
        old, new = was.see, now.see
        opened = [a | b for a, b in zip(new.shown, new.in_play, strict=True)]
        self.opened = gained([a | b for a, b in zip(old.shown, old.in_play, strict=True)], opened)
        self.quitters = [
            side for side in range(now.sides) if new.quit_at[side] and not old.quit_at[side]
        ]

    def build(self) -> list[Event]:
        old, new = self.was.see, self.now.see
        if new.step != Step.MOVE and not self.opened:
            self.choose()
        elif old.step != Step.MOVE:
            self.lay()
        elif not old.tripped:
            self.skip()
        acted = old.step == Step.MOVE or self.opened  # taking a trip back does nothing
        if acted and new.step == Step.MOVE and (new.over or not new.tripped):
            self.end_turn()
        return self.events

    # Trips --------------------------------------------------------------------- ST-11, ST-A36
    def choose(self) -> None:
        """Add the target of a trip, or the own token that it moves."""
        old, new = self.was.see, self.now.see
        if old.step == Step.MOVE:
            label = self.now.say("story.aim", symbols=self.now.symbols(new.need))
            target = token_id(new.target, new.target_token)
            self.events.append(Event("aim", label, self.mover, target=target))
        elif new.step == Step.CARDS:
            own = token_id(self.was.side_of(self.mover), new.own_token)
            self.events.append(Event("with", "", self.mover, target=own))

    def lay(self) -> None:
        """Add a card for a trip; the last one moves the tokens."""
        old, new = self.was.see, self.now.see
        for card in self.opened:
            item = card_item(self.now.words, card, self.now.language)
            source = self.was.hand_card(self.mover, card)
            self.events.append(Event("lay", "", self.mover, source, item.id, item.face))
        if self.opened and new.step == Step.MOVE:
            pips = old.pips + self.opened[0] // FACES + 1
            moves = TokenMoves(self.was, self.now)
            moves.go_back(old.target * TOKENS + old.target_token, pips)
            moves.advance(self.was.side_of(self.mover) * TOKENS + old.own_token, pips)
            self.events += moves.events

    # Skips ---------------------------------------------------------------------- ST-10, ST-A33
    def skip(self) -> None:
        """Add a skip; a pass adds nothing.

        If the player quits at once, the whole hand is face down and only the tokens show which
        number was played; if they do not show it either, the move's own sentence is enough.
        """
        out = self.was.side_of(self.mover) in self.quitters and not self.opened
        numbers = self.played_numbers(out)
        if numbers and not out:
            self.play(numbers[0])
        fitting = [one for n in numbers for one in self.possible_moves(n + 1) if one.fits()]
        passed = out and TokenMoves(self.was, self.now).fits()
        sure = len(fitting) == 1 or all(one.events[0].kind == "stay" for one in fitting)
        if fitting and sure and not passed:
            self.events += fitting[0].events

    def played_numbers(self, out: bool) -> list[int]:
        """The number that was skipped with, or all that it may have been; empty after a pass."""
        if self.opened:
            return [self.opened[0] // FACES]
        if out:
            return [n for n in range(NUMBERS) if self.was.numbers(self.mover)[n]]
        old, new = self.was.numbers_down(self.mover), self.now.numbers_down(self.mover)
        return [n for n in range(NUMBERS) if new[n] > old[n]]

    def play(self, number: int) -> None:
        """Add the card of a skip, which is discarded, face down unless `reveal_skipped`."""
        see, mover = self.now.see, self.mover
        cards = self.opened or (gained(self.was.see.down, see.down) if mover == see.me else [])
        if cards:
            item = card_item(self.now.words, cards[0], self.now.language)
            source = self.was.hand_card(mover, cards[0])
            self.events.append(Event("play", "", mover, source, item.id, item.face))
        else:
            source = self.was.hand_card(mover, number * FACES)
            self.events.append(Event("play", "", mover, source, f"down.{mover}", str(number + 1)))

    def possible_moves(self, pips: int) -> list[TokenMoves]:
        """What would have moved, for each token that may have skipped."""
        possible, side = [], self.was.side_of(self.mover)
        for token in range(TOKENS):
            if self.was.square(side, token) != NONE:
                moves = TokenMoves(self.was, self.now)
                moves.advance(side * TOKENS + token, pips)
                possible.append(moves)
        return possible

    # The end of a turn ----------------------------------------------------------- ST-22..ST-28
    def end_turn(self) -> None:
        was, now, new = self.was, self.now, self.now.see
        for card in all_of(was.see.in_play):
            face = card_item(now.words, card, now.language).face
            self.events.append(
                Event("discard", "", self.mover, f"card.{card}", f"card.{card}", face)
            )
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
                self.events.append(Event("quit", label, source=token_id(side, token), target="out"))
        for side in sorted(self.quitters, key=lambda side: now.see.quit_at[side]):
            self.leave(side)

    def leave(self, side: int) -> None:
        """Add that a side is out: its tokens leave the track, its hands are discarded."""
        now, events = self.now, []
        for token in range(TOKENS):
            if self.was.square(side, token) != NONE:
                events.append(Event("quit", "", side, token_id(side, token), "out"))
        label = now.say("story.quit_team", team=now.owner(side)) if now.teams else ""
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
