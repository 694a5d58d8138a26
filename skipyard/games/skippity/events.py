"""What happened between two views of a Skippity table: jumps, captures, sets, whose turn it is.

Kinds: move, capture, return (a jump taken back), set, turn, deal, and end, which scene.py adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skipyard.games.scene import Event
from skipyard.games.skippity import words
from skipyard.games.skippity.items import FACES, captured, colour_of, say, skipper, stack_id


class EventBuilder:
    """Lists the events that lead from one view to the next."""

    def __init__(self, before: Any, after: Any, names: Sequence[str], language: str) -> None:
        self.b, self.a, self.names, self.language = before, after, names, language
        self.events: list[Event] = []

    def build(self, said: str) -> list[Event]:
        a, b = self.a, self.b
        if b is None:
            self.events.append(
                Event("deal", said or say(self.language, "event.deal"), target="board")
            )
        else:
            self.move(said)
        if (b is None or a.turn != b.turn) and not a.over:
            self.events.append(Event("turn", self.say("turn", a.turn), a.turn))
        return self.events

    def say(self, key: str, seat: int, **facts: object) -> str:
        """An event in words, in the second person if it is about the viewer."""
        you = "_you" if seat == self.a.me else ""
        return say(self.language, f"event.{key}{you}", name=self.names[seat], **facts)

    def move(self, said: str) -> None:
        """A jump, a jump taken back, or neither: the end of a turn, a pass."""
        emptied, filled = changed(self.b, self.a), changed(self.a, self.b)
        if len(emptied) == 2 and len(filled) == 1:
            self.jump(said, *in_order(emptied, filled[0]))
        elif len(emptied) == 1 and len(filled) == 2:
            self.take_back(said, *in_order(filled, emptied[0]))
        else:
            self.events.append(Event("move", said, self.b.turn))

    def jump(self, said: str, start: Any, over: Any, end: Any) -> None:
        """SK-10 SK-17  The jump, and the skipper that it captures."""
        mover = self.b.turn
        self.travel(said, mover, start, over, end)
        colour = colour_of(self.b, *over)
        label = self.say("capture", mover, skipper=skipper(colour, self.language))
        source, target = words.square(*over), stack_id(mover, colour)
        self.events.append(Event("capture", label, mover, source, target, FACES[colour]))
        sets = min(captured(self.a, mover))  # SK-03 SK-A14
        if sets > min(captured(self.b, mover)):
            self.events.append(Event("set", self.say("set", mover, count=sets), mover))

    def take_back(self, said: str, start: Any, over: Any, end: Any) -> None:
        """SK-A20  The jumper and what it captured go back."""
        mover = self.b.turn
        self.travel(said, mover, end, over, start)
        colour, square = colour_of(self.a, *over), words.square(*over)
        named = skipper(colour, self.language)
        label = say(self.language, "event.return", square=square, skipper=named)
        source = stack_id(mover, colour)
        self.events.append(Event("return", label, mover, source, square, FACES[colour]))

    def travel(self, said: str, mover: int, start: Any, over: Any, end: Any) -> None:
        places = [row * self.a.size + column for row, column in (start, over, end)]
        face = FACES[colour_of(self.a, *end)]
        source, target = words.square(*start), words.square(*end)
        self.events.append(Event("move", said, mover, source, target, face, places))


def changed(full: Any, empty: Any) -> list[tuple[int, int]]:
    """The squares with a skipper in `full` and none in `empty`."""
    return [
        (row, column)
        for row in range(full.size)
        if full.cells[row] != empty.cells[row]
        for column in range(full.size)
        if colour_of(full, row, column) and not colour_of(empty, row, column)
    ]


def in_order(ends: list[tuple[int, int]], landing: tuple[int, int]) -> tuple[Any, Any, Any]:
    """Start, square jumped over and landing of a jump, from what it emptied and filled."""
    near, far = sorted(ends, key=lambda at: abs(at[0] - landing[0]) + abs(at[1] - landing[1]))
    return far, near, landing
