"""A table to play at: the rules checked, moves in words, and the way back."""

from __future__ import annotations

import difflib
import pathlib
from typing import Any, NamedTuple

from skipyard.api.agreed import agreed, game_of
from skipyard.api.moves import Move
from skipyard.api.sentences import language_of, say, shown, text_of, whole
from skipyard.api.view import View
from skipyard.core import key_from
from skipyard.games import Game
from skipyard.games.position_text import chosen_in
from skipyard.options import Never, Refused, Value, write_settings
from skipyard.seats import NOBODY
from skipyard.table.result import played, sides_of
from skipyard.table.table import DEALER, REFEREE, LoggedAction, described
from skipyard.table.table import Table as LoggedTable

GAME_LINE = "game:"


class Before(NamedTuple):
    """A table before a move, for `pop`."""

    states: bytes
    match: Any
    round: int
    before: tuple[int, int]


class Table:
    """A game in play: whose turn it is, what is legal, and every move checked by the rules.

    >>> import skipyard as sy
    >>> table = sy.Table("skipbo", seats=2, seed=7, stock_size=10)
    >>> table.turn, len(table.legal)
    (1, 12)
    >>> table.push("discard 2 on discard 1")
    Move(100, 'discard 2 on discard 1')

    `seats` and the options are those of `skipyard games GAME`; the same `seed` deals the same
    game. Whatever cannot be is Refused, with a sentence in the table's language and the rule's id.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seed: int | None = None,
        language: str = "en",
        **options: Value | list[int] | None,
    ) -> None:
        self.language = language_of(language)
        g = game_of(game, language)
        count, chosen = agreed(g, seats, options, language)
        number = None if seed is None else whole(seed, "seed", language, None)
        self._set(LoggedTable(g, [""] * count, chosen, key_from(number).tobytes()), None)

    def _set(self, inner: LoggedTable, start: Any) -> None:
        self._inner = inner
        self._start = start  # the first state where it was not dealt from the key
        self._past: list[Before] = []

    @classmethod
    def _started(cls, g: Game, state: Any, language: str) -> Table:
        """A table at a state."""
        table = cls.__new__(cls)
        table.language = language
        inner = LoggedTable(g, [""] * int(state.seats), chosen_in(g, state), bytes(32))
        inner.state = state
        table._set(inner, inner.copy_states())
        return table

    @classmethod
    def from_text(cls, text: str, game: str | None = None, language: str = "en") -> Table:
        """The table that a text describes: what `text` writes, or `skipyard position`.

        >>> import skipyard as sy
        >>> sy.Table.from_text("game: skipbo\\nseats: 2\\nturn: 1\\nhand 1: 1 5").legal[0]
        Move(4, 'play 1 from hand on pile 1')
        """
        language = language_of(language)
        lines = text_of(text, "text", language).strip().splitlines()
        if lines and lines[0].strip().lower().startswith(GAME_LINE):
            named = lines.pop(0).partition(":")[2].strip()
            game = named if game is None else game
        if game is None:
            raise Refused(say(language, "api.game_line"), about="text")
        g = game_of(game, language)
        return cls._started(g, g.position.read("\n".join(lines)), language)

    # What it is -----------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The name of the game.

        >>> import skipyard as sy
        >>> sy.Table("skippity").game
        'skippity'
        """
        return self._inner.game.name

    @property
    def seats(self) -> int:
        """How many play.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seats=3).seats
        3
        """
        return len(self._inner.seats)

    @property
    def options(self) -> dict[str, Value]:
        """What the table plays by.

        >>> import skipyard as sy
        >>> sy.Table("skipbo", stock_size=10).options["stock_size"]
        10
        """
        return dict(self._inner.chosen)

    @property
    def text(self) -> str:
        """The whole position, hidden things included, as lines that `from_text` reads.

        >>> import skipyard as sy
        >>> print(sy.Table("skip_or_trip", seed=7).text)
        game: skip_or_trip
        seats: 2
        first: 1
        turn: 1
        tokens: 0 | 0
        hand 1: 1-B 7-LD
        hand 2: 1-LD 3-M
        deck: 104, top 1-S
        """
        written = self._inner.game.position.write(self._inner.state)
        return f"{GAME_LINE} {self.game}\n{written}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        told = "over" if self.over else f"seat {self.turn} to move"
        return f"<Table of {self._inner.game.title}, {self.seats} seats, {told}>"

    @property
    def state(self) -> Any:
        """The record that the rules work on, hidden things included; a copy.

        >>> import skipyard as sy
        >>> int(sy.Table("skippity", seats=3, seed=7).state.seats)
        3
        """
        return self._inner.copy_states()[0]

    def key(self) -> tuple[object, ...]:
        """Something hashable that is equal for equal tables, unseen order and dice included.

        >>> import skipyard as sy
        >>> {sy.Table("skippity", seed=7).key(): "seen"}[sy.Table("skippity", seed=7).key()]
        'seen'
        """
        inner = self._inner
        settings = tuple(write_settings(inner.game.options.OPTIONS, inner.chosen))
        rounds = None if inner.match is None else repr(inner.match)
        return self.game, self.seats, settings, inner.states.tobytes(), inner.round, rounds

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Table) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes; `key()` is what can be hashed

    # Whose turn it is, and what is legal ----------------------------------------------------------
    @property
    def turn(self) -> int:
        """The seat on turn, counted from 0.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7, first_player="seat1").turn
        1
        """
        return self._inner.turn

    @property
    def legal(self) -> list[Move]:
        """The moves that the seat on turn may make.

        >>> import skipyard as sy
        >>> sy.Table("skip_or_trip", seed=7).legal
        [Move(8, 'skip with 1-B'), Move(164, 'skip with 7-LD'), Move(339, 'pass')]
        """
        if self._inner.round_over:
            return []
        return [self._move(int(action)) for action in self._inner.legal()]

    def _move(self, action: int) -> Move:
        return Move(action, described(self._inner.words, action, self.language))

    def parse(self, move: object) -> Move:
        """The move that a number or words name, legal or not; Refused if they name none.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).parse("jump a1 to c1")
        Move(2, 'jump a1 to c1')
        """
        if isinstance(move, str):
            return self._move(self._parse_words(move))
        try:
            return self._checked_number(whole(move, "move", self.language, None))
        except Refused as why:
            if why.about != "move":
                raise
            said = say(self.language, "api.move", value=shown(move))
            raise Refused(said, about="move") from None

    def _checked_number(self, action: int) -> Move:
        actions = len(self._inner.rules.ACTIONS)
        if not 0 <= action < actions:
            from skipyard.table.sentences import say as say_of_table

            facts = {"action": action, "game": self._inner.game.title, "last": actions - 1}
            raise Refused(say_of_table(self.language, "table.action", **facts))
        return self._move(action)

    def _parse_words(self, text: str) -> int:
        try:
            return int(self._inner.words.parse(text, self.language))
        except Never:
            raise
        except Refused:
            words = [move.words for move in self.legal]
            if not words:
                raise
            example = (difflib.get_close_matches(text[:80], words, 1, 0) or words)[0]
            said = say(self.language, "api.words", text=text.strip()[:80], example=example)
            raise Refused(said, about="move") from None

    def why_not(self, move: object) -> str | None:
        """Why a move is refused, in a sentence with the rule's id; None if it is legal.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).why_not("jump e3 to e5") is None
        True
        >>> print(sy.Table("skippity", seed=7).why_not("jump a1 to c1"))
        A jump ends on an empty square, and there is a skipper on c1 (orange). (SK-14)
        """
        try:
            self._check(self.parse(move))
        except Refused as why:
            return str(why)
        return None

    def _check(self, action: int) -> int:
        """The seat that plays a legal action; Refused for an illegal one."""
        inner = self._inner
        seat = REFEREE if action in inner.referee_actions else inner.turn
        inner.check(seat, action, self.language)
        return seat

    # Playing --------------------------------------------------------------------------------------
    def push(self, move: object, *, unchecked: bool = False) -> Move:
        """Play a move, by its words, its number or a Move; an illegal one is Refused.

        >>> import skipyard as sy
        >>> table = sy.Table("skippity", seed=7)
        >>> table.push(46)
        Move(46, 'jump e3 to e5')

        With `unchecked=True` the number is not looked at: a wrong one may corrupt memory.
        """
        inner = self._inner
        if unchecked:
            made, seat = Move(move), inner.turn  # type: ignore[arg-type]
        else:
            made = self.parse(move)
            seat = self._check(made)
        self._fold(LoggedAction(seat, int(made)))
        return made

    def next_round(self) -> None:
        """Deal the next round of a match, when `waiting`; each is dealt from the same seed.

        >>> import skipyard as sy
        >>> table = sy.Table("skipbo", seed=7, match=True, stock_size=2)
        >>> while not table.waiting:
        ...     _ = table.push(sy.bot("greedy").choose(table))
        >>> table.next_round()
        >>> table.waiting, len(table.legal) > 0
        (False, True)
        """
        if not self.waiting:
            self._inner.next_round(self.language)  # refuses
        self._fold(LoggedAction(DEALER, self._inner.round + 1))

    def _fold(self, entry: LoggedAction) -> None:
        inner = self._inner
        inner.fold([entry])
        inner.snapshots.clear()  # we have a way back of our own
        assert inner.previous is not None
        self._past.append(Before(*inner.previous[1:]))

    def pop(self) -> Move:
        """Take the last move back, and return it.

        >>> import skipyard as sy
        >>> table = sy.Table("skippity", seed=7)
        >>> _ = table.push(46)
        >>> table.pop(), table == sy.Table("skippity", seed=7)
        (Move(46, 'jump e3 to e5'), True)
        """
        if not self._past:
            raise Refused(say(self.language, "api.nothing_to_pop"))
        inner, past, entry = self._inner, self._past.pop(), self._inner.log.pop()
        inner.states = inner.states.copy()
        inner.states.view("u1")[:] = memoryview(past.states)
        inner.match, inner.round, inner.before = past.match, past.round, past.before
        if entry.seat == DEALER:
            return Move(NOBODY, inner.describe(entry, self.language))
        return self._move(entry.action)

    @property
    def moves(self) -> list[Move]:
        """The moves made so far.

        >>> import skipyard as sy
        >>> table = sy.Table("skippity", seed=7)
        >>> _ = table.push(46)
        >>> table.moves
        [Move(46, 'jump e3 to e5')]
        """
        return [self._move(entry.action) for entry in self._inner.log if entry.seat != DEALER]

    def copy(self) -> Table:
        """A table of its own, as this one is now, with the same way back.

        >>> import skipyard as sy
        >>> table = sy.Table("skippity", seed=7)
        >>> table.copy() == table, table.copy() is table
        (True, False)
        """
        copy = Table.__new__(Table)
        copy.language, copy._start = self.language, self._start
        copy._inner, copy._past = self._inner.copy(), list(self._past)
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    # Saving ---------------------------------------------------------------------------------------
    def dumps(self) -> str:
        """The table as JSON for `loads`: exact, with the unseen order, the dice and the way back.

        >>> import skipyard as sy
        >>> table = sy.Table("skipbo", seed=7)
        >>> sy.loads(table.dumps()) == table
        True
        """
        from skipyard.api.saving import dumps

        return dumps(self)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from skipyard.api.saving import loads

        return loads, (self.dumps(),)

    # The end --------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether nothing more can be played: the game, or the whole match.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).over
        False
        """
        return self._inner.over

    @property
    def waiting(self) -> bool:
        """Whether the next round of a match is to be dealt with `next_round`.

        >>> import skipyard as sy
        >>> sy.Table("skipbo", seed=7, match=True).waiting
        False
        """
        return self._inner.waiting

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; all seats in first place of a draw, none before the end.

        >>> import skipyard as sy
        >>> table = sy.Table("skippity", seed=7, size=6)
        >>> while not table.over:
        ...     _ = table.push(table.legal[0])
        >>> table.winners
        (0,)
        """
        return played(self._inner).winners if self.over else ()

    @property
    def winner(self) -> int | None:
        """The winning seat, the lowest of a winning team; None before the end and in a draw.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).winner is None
        True
        """
        sides = {seat % sides_of(self._inner) for seat in self.winners}
        return min(self.winners) if len(sides) == 1 else None

    @property
    def points(self) -> list[int]:
        """The points of each seat, of all rounds of a match so far.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).points
        [0, 0]
        """
        inner = self._inner
        return inner.points if inner.match is None else [int(n) for n in inner.match.totals]

    @property
    def returns(self) -> list[float]:
        """1 for the winning side, -1 divided among the others; 0 before the end and in a draw.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).returns
        [0.0, 0.0]
        """
        if self.winner is None:
            return [0.0] * self.seats
        lost = -1.0 / (sides_of(self._inner) - 1)
        return [1.0 if seat in self.winners else lost for seat in range(self.seats)]

    # What is seen of it ---------------------------------------------------------------------------
    def view(self, seat: int | None = None) -> View:
        """What a seat sees, by default the one on turn; WATCHER is somebody who only watches.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view(sy.WATCHER)
        <View of seat -1 in Skippity>
        """
        inner = self._inner
        number = inner.turn if seat is None else self._seat(seat)
        legal = inner.legal() if number == inner.turn and not inner.round_over else ()
        return View._of(inner.game, inner.view(number), legal, self.language)

    def _seat(self, seat: object) -> int:
        try:
            number = whole(seat, "seat", self.language, NOBODY)
        except Refused:
            number = self.seats
        if number >= self.seats:
            said = say(self.language, "api.seat", last=self.seats - 1, value=shown(seat))
            raise Refused(said, about="seat")
        return number

    def svg(self, seat: int | None = None, theme: str = "light") -> str:
        """A picture of what a seat sees, by default the one on turn.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).svg(seat=0)[:4]
        '<svg'
        """
        return self.view(seat).svg(theme)

    def png(
        self,
        file: str | pathlib.Path,
        seat: int | None = None,
        theme: str = "light",
        width: int = 1200,
    ) -> None:
        """Write the picture as PNG; this needs resvg-py, which the extra `server` installs.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).png("position.png", seat=0, width=800)
        """
        self.view(seat).png(file, theme, width)

    def _repr_svg_(self) -> str:
        return self.svg(theme="auto")
