"""What a table agrees on beyond the rules: chairs, clock, undo by consent, grace, pace."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from skipyard import bots
from skipyard.options import Refused
from skipyard.table.files.canonical_json import dumps
from skipyard.table.sentences import say

# Who may take a chair: anybody, whoever has the table's link, the holder of a code; BOT and a name.
OPEN, LINK, INVITED, BOT = "open", "link", "invited", "bot:"
NO_CLOCK, PER_MOVE, PER_GAME, PER_DAYS = "none", "move", "game", "days"
CLOCKS = (NO_CLOCK, PER_MOVE, PER_GAME, PER_DAYS)
SECOND, DAY = 1000, 86_400_000  # milliseconds
TOURNAMENT = re.compile("[A-Za-z0-9_-]{0,64}")  # an id, or none
RANGES = {
    "time": (0, 86_400),
    "increment": (0, 3600),
    "grace": (0, 86_400),
    "pace": (0, 60_000),
    "reveal": (0, 60),
    "between": (0, 3600),
}


class Policy(NamedTuple):
    """What one table agrees on; `read` and `write` convert it from and to JSON."""

    chairs: tuple[str, ...]  # for each seat: open, link, invited, or bot:NAME
    clock: str = NO_CLOCK
    time: int = 0  # seconds for a move or a game; days for a move by correspondence
    increment: int = 0  # seconds added to a game's time whenever a turn ends
    casual: bool = False  # whether people may agree to take back what the policy would not
    public: bool = False  # whether the lobby lists the table though no chair is open to everybody
    grace: int = 60  # seconds until a bot plays on for somebody who left
    pace: int = 800  # milliseconds that a bot waits at least, so that its moves can be followed
    reveal: int = 10  # seconds to reveal a nonce once all chairs are taken
    between: int = 10  # seconds between rounds when only bots are left to ask for the next
    won: tuple[int, ...] = ()  # by each seat, in the earlier games of a series of rematches
    tournament: str = ""  # the id of the one that this table is part of

    @property
    def per_move(self) -> bool:
        """Whether every move has its own time."""
        return self.clock in (PER_MOVE, PER_DAYS)

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: not in a serious game with a clock or a tournament."""
        return not self.tournament and (self.clock == NO_CLOCK or self.casual)

    @property
    def allowance(self) -> int:
        """The time that a seat starts with, in milliseconds."""
        return self.time * (DAY if self.clock == PER_DAYS else SECOND)


def write(policy: Policy) -> str:
    """A policy as canonical JSON."""
    return dumps(policy._asdict())


def read(text: str, seats: int, language: str = "en") -> Policy:
    """The policy in a JSON text; its bots may be those of another server."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise Refused(say(language, "policy.form"))
    return make(content, seats, language, listed=None)


def make(
    content: Mapping[str, Any],
    seats: int,
    language: str = "en",
    listed: Collection[str] | None = (),
) -> Policy:
    """The policy with some fields given and the others default, or Refused with a sentence.

    `listed`: the bots that may sit there besides ours; None for any whose name has the right form.
    """
    for name in content:
        if name not in Policy._fields:
            names = ", ".join(Policy._fields)
            raise Refused(say(language, "policy.unknown", name=str(name)[:40], names=names))
    policy = Policy(**{"chairs": [OPEN] * seats, **content})
    check_chairs(policy.chairs, seats, language, listed)
    check_won(policy.won, seats, language)
    for name, (low, high) in RANGES.items():
        number = getattr(policy, name)
        if type(number) is not int or not low <= number <= high:
            raise Refused(say(language, "policy.number", name=name, low=low, high=high), about=name)
    for name in ("casual", "public"):
        if type(getattr(policy, name)) is not bool:
            raise Refused(say(language, "policy.switch", name=name), about=name)
    if not isinstance(policy.tournament, str) or not TOURNAMENT.fullmatch(policy.tournament):
        raise Refused(say(language, "policy.tournament"), about="tournament")
    if policy.clock not in CLOCKS:
        raise Refused(say(language, "policy.clock", clocks=", ".join(CLOCKS)), about="clock")
    if (policy.clock == NO_CLOCK) != (policy.time == 0):
        raise Refused(say(language, "policy.time"), about="time")
    if policy.increment and policy.clock != PER_GAME:
        raise Refused(say(language, "policy.increment"), about="increment")
    return policy._replace(chairs=tuple(policy.chairs), won=tuple(policy.won))


def is_bot(kind: object) -> bool:
    """Whether a chair's kind is `bot:NAME`, with a name that a log may have."""
    if not isinstance(kind, str) or not kind.startswith(BOT):
        return False
    return bots.may_be_seated(kind.removeprefix(BOT))


def check_chairs(
    chairs: Any, seats: int, language: str, listed: Collection[str] | None = ()
) -> None:
    """Refuse chairs unless there is one for each seat, each of a kind that exists."""
    if not isinstance(chairs, (list, tuple)) or len(chairs) != seats:
        raise Refused(say(language, "policy.chairs", seats=seats), about="players")
    known = (OPEN, LINK, INVITED, *(BOT + name for name in (*bots.NAMES, *(listed or ()))))
    for chair in chairs:
        if chair not in known and not (listed is None and is_bot(chair)):
            raise Refused(say(language, "policy.chair", kinds=", ".join(known)))


def check_won(won: Any, seats: int, language: str) -> None:
    """Refuse the score of a series unless it counts games for each seat, or is empty."""
    counts = isinstance(won, (list, tuple)) and all(type(games) is int for games in won)
    if not counts or len(won) not in (0, seats) or any(games < 0 for games in won):
        raise Refused(say(language, "policy.won", seats=seats))
