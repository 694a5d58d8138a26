"""What a move changed at a Skippity table: jumps, captures, sets, whose turn it is.

Kinds: move, capture, set, turn, deal, and end, which scene.py adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.catalogue import Told
from skipyard.games.scene import Event
from skipyard.games.skippity.actions import ACTIONS, Kind
from skipyard.games.skippity.items import (
    FACES,
    SENTENCES,
    captured,
    colour_of,
    say,
    stack_id,
)
from skipyard.games.skippity.words import WORDS, square

MOVES = [tuple(row) for row in ACTIONS.tolist()]  # plain numbers are read faster


class EventBuilder:
    """Lists the events that lead from one view to the next."""

    def __init__(self, before: Any, after: Any, names: Sequence[str], language: str) -> None:
        self.b, self.a, self.names, self.language = before, after, names, language
        self.events: list[Event] = []

    def build(self, action: int) -> list[Event]:
        a, b = self.a, self.b
        if b is None:
            self.events.append(Event("deal", say(self.language, "event.deal"), target="board"))
        else:
            self.move(action)
        if (b is None or a.turn != b.turn) and not a.over:
            self.events.append(Event("turn", self.say("event.turn", a.turn), a.turn))
        return self.events

    def say(self, key: str, seat: int, **facts: object) -> str:
        """What a player does, in the second person if it is the viewer."""
        you = "_you" if seat == self.a.me else ""
        return say(self.language, f"{key}{you}", name=self.names[seat], **facts)

    def tell(self, key: str, seat: int, **facts: object) -> Told:
        """The sentences of a move."""
        you = "_you" if seat == self.a.me else ""
        facts["name"] = self.names[seat]
        return SENTENCES.tell(self.language, f"told.{key}{you}", **facts)

    def move(self, action: int) -> None:
        """A jump, or neither: the end of a turn, a pass."""
        mover = self.b.turn
        kind, row, column, _, *over_and_end = MOVES[action]
        if kind == Kind.JUMP:
            over, end = over_and_end[:2], over_and_end[2:]
            self.jump(mover, (row, column), (over[0], over[1]), (end[0], end[1]))
        else:
            told = self.tell(Kind(kind).name.lower(), mover)
            self.events.append(Event("move", told.label, mover))

    def advise(self, action: int) -> str:
        """A move as advice to me; a jump with its squares, for many are of the same colours."""
        kind, row, column, _, over_row, over_column, to_row, to_column = MOVES[action]
        if kind != Kind.JUMP:
            return self.tell(Kind(kind).name.lower(), self.b.turn).label
        facts = {"start": square(row, column), "end": square(to_row, to_column)}
        facts["jumper"] = self.colour(colour_of(self.b, row, column))
        facts["captive"] = self.colour(colour_of(self.b, over_row, over_column))
        return say(self.language, f"advice.{'hop' if self.b.jumps else 'jump'}", **facts)

    def jump(
        self, mover: int, start: tuple[int, int], over: tuple[int, int], end: tuple[int, int]
    ) -> None:
        """SK-10 SK-17  The jump, the skipper that it captures, and a set if that completes one."""
        colour, captive = colour_of(self.b, *start), colour_of(self.b, *over)
        facts = {"jumper": self.colour(colour), "captive": self.colour(captive)}
        first = "jump_same" if colour == captive else "jump"
        told = self.tell("hop" if self.b.jumps else first, mover, **facts)
        places = [row * self.a.size + column for row, column in (start, over, end)]
        source, target = square(*start), square(*end)
        self.events.append(
            Event(
                "move",
                told.label,
                mover,
                source,
                target,
                FACES[colour],
                places,
                "skipper",
                told.brief,
            )
        )
        source, target = square(*over), stack_id(mover, captive)
        self.events.append(
            Event("capture", "", mover, source, target, FACES[captive], thing="skipper")
        )
        sets = min(captured(self.a, mover))  # SK-03 SK-A14
        if sets > min(captured(self.b, mover)):
            self.events.append(Event("set", self.say("event.set", mover, count=sets), mover))

    def colour(self, colour: int) -> str:
        return WORDS.colour(colour, self.language)
