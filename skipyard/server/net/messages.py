"""Every message between a table and its clients, with its JSON Schema.

A message is an object whose `type` names it. Unknown fields are refused: a client that misspells
one is told so.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from skipyard.games.scene import Event, Scene
from skipyard.server.net.phrases import Phrase
from skipyard.table.pace import Name as PaceName

LARGEST_FRAME = 8 * 1024  # bytes that a client may send at once
LONGEST_REASON = 200  # characters that say what was wrong with a message

Language = Literal["en", "fr"]
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,60}$", description="the sender's own id")]
Seq = Annotated[int, Meta(ge=0, le=2**31, description="the last row of the log that was seen")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
What = Literal["draw", "undo", "rematch"]


class Incoming(Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Outgoing(Struct, tag_field="type"):
    """What a table sends."""


# From a client ------------------------------------------------------------------------------------
class Hello(Incoming, tag="hello"):
    """The first message on a socket."""

    language: Language = "en"
    changes: bool = False  # whether `changed` is understood; else every view is sent whole


class Command(Incoming):
    """Something to be logged: it is answered by `done` or `refused`, once it is on disk or not."""

    seq: Seq
    command: CommandId


class Move(Command, tag="move"):
    action: Annotated[int, Meta(ge=0, le=2**15)]


class Undo(Command, tag="undo"):
    pass


class Resign(Command, tag="resign"):
    pass


class Offer(Command, tag="offer"):
    what: What
    commitment: Nonce | None = None  # of a rematch: SHA-256 of a nonce for its dice


class Agree(Command, tag="agree"):
    what: What
    commitment: Nonce | None = None


class Decline(Command, tag="decline"):
    what: What


class Deal(Command, tag="deal"):
    """The next round of a match, please."""


class Reveal(Command, tag="reveal"):
    """The nonce behind the commitment that was given when sitting down."""

    nonce: Nonce


class Stand(Command, tag="stand"):
    """Leave a seat before the deal."""


class Pace(Command, tag="pace"):
    """How fast the bots play, for everybody; from the seat that TableFacts calls `host`."""

    pace: PaceName


class Phrases(Command, tag="phrases"):
    """Whether people at the table may send phrases; from the host."""

    phrases: Literal["on", "off"]


class SkipToTurn(Command, tag="skip_to_turn"):
    """Let the bots play at once until it is my turn: for somebody who plays bots alone.

    It is not logged: `done` names the latest row.
    """


class Say(Incoming, tag="say"):
    phrase: Phrase


class Ping(Incoming, tag="ping"):
    pass


Request = (
    Hello
    | Move
    | Undo
    | Resign
    | Offer
    | Agree
    | Decline
    | Deal
    | Reveal
    | Stand
    | Pace
    | Phrases
    | SkipToTurn
    | Say
    | Ping
)


# From a table -------------------------------------------------------------------------------------
class Chair(Struct):
    """One seat as everybody sees it."""

    seat: int
    name: str
    kind: str  # free, person or bot
    reserved: str  # open, link, invited or bot: who may take it
    present: bool
    by_bot: bool  # a bot plays on for somebody who left, resigned or ran out of time
    bot: str = ""  # which
    commitment: str = ""  # of the seat's nonce
    nonce: str = ""  # once it is revealed
    face: str = ""  # that a person chose: a digit for each part


class Clock(Struct):
    """The time that is left, in milliseconds, as it was at `at`."""

    kind: str
    left: list[int]
    running: int  # whose; -1: nobody's
    at: int


class Pending(Struct):
    """An offer that waits for an answer."""

    what: str
    seat: int
    agreed: list[int]


class Result(Struct):
    """How it ended."""

    how: str  # played, resigned, time, agreed, closed or unknown
    winners: list[int]
    points: list[int]
    text: str


class UndoFacts(Struct, frozen=True):
    """Whether this viewer may take something back now, or ask the others to agree to that."""

    allowed: bool
    why: str = ""  # if not, for a seat in a game: the sentence that would refuse it


class TableFacts(Struct):
    """What is true of the table besides the game on it."""

    id: str
    game: str
    title: str
    settings: list[str]
    phase: str
    casual: bool
    hints: bool  # whether a seat may ask what a good bot would do
    chairs: list[Chair]
    clock: Clock
    offers: list[Pending]
    round: int
    totals: list[int]  # of a match
    commitment: str
    host: int  # the seat that may invite, remove, fill chairs and set the bots' pace; -1: none
    phrases: bool  # whether people may send them
    watchers: int
    agreed: list[str]  # what the table plays by, as lines: all that differs from the book
    series: list[int]  # games won by each seat in a series of rematches; empty without one
    pace: PaceName  # of the bots
    undo: UndoFacts
    rematch: str = ""  # the table that follows
    result: Result | None = None
    key: str = ""  # the server's half of the dice, once all is over
    tournament: str = ""  # the one that the table is part of
    points: str = ""  # what a point is at this table, in the game's own words


class Shown(Outgoing, tag="shown"):
    """The whole of what a viewer sees: after a connect, and after a row of the log."""

    seq: int
    viewer: int
    table: TableFacts
    scene: Scene | None  # none before the deal
    events: list[Event]  # since the last one shown; none after a reconnect
    heard: list[str]  # the same as sentences of a journal
    past: list[Event] = []  # what was told before, after a connect: the latest of it


class Changed(Outgoing, tag="changed"):
    """The next row, for somebody who was shown the table before it and asked for changes.

    Of `table` the clock always changes, and `undo` often. Of the scene's zones those are sent that
    have changed; the others are as they were, in the same order.
    """

    seq: int
    table: TableFacts | None  # none: as it was, but for the clock
    clock: Clock
    scene: Scene
    events: list[Event]
    heard: list[str]
    undo: UndoFacts | None = None  # of `table`; none: as it was, or as `table` says


class Done(Outgoing, tag="done"):
    """The command is on disk as this row."""

    command: str
    seq: int


class Refused(Outgoing, tag="refused"):
    """The command changed nothing; the sentence says why and names the rule, where one does."""

    command: str
    sentence: str
    rule: str = ""
    about: str = ""  # the field that it is about, where it is about one


class Said(Outgoing, tag="said"):
    """Somebody used a phrase."""

    seat: int
    phrase: str
    text: str


class Pong(Outgoing, tag="pong"):
    pass


class Goodbye(Outgoing, tag="goodbye"):
    """The last message before the server closes."""

    why: str


Answer = Shown | Changed | Done | Refused | Said | Pong | Goodbye

encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Request)


class Misread(Exception):
    """A client's message is malformed; the text says how."""


def read(frame: bytes | str, kind: Any = None) -> Any:
    """Decode a client's message, or a value of another type; Misread where it is malformed."""
    try:
        return decoder.decode(frame) if kind is None else msgspec.json.decode(frame, type=kind)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise Misread(str(error)[:LONGEST_REASON]) from None


def write(message: Outgoing) -> bytes:
    return encoder.encode(message)


def schema() -> dict[str, Any]:
    """The JSON Schema of both directions."""
    (request, answer), components = msgspec.json.schema_components(
        [Request, Answer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Skipyard table messages",
        "$defs": components | {"Request": request, "Answer": answer},
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
    }
