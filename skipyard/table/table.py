"""A game on a table: its log is the truth, and its state follows from the deal and the log."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from skipyard.games import Game
from skipyard.games.move_words import speaker
from skipyard.options import Refused, Value
from skipyard.seats import NOBODY
from skipyard.table.sentences import say

REFEREE = -2  # the seat of an action that no player takes
DEALER = -3  # the seat of a deal; its action is the number of the round, from 1
CACHED_DESCRIPTIONS = 1 << 14  # moves in words
CACHED_DIGESTS = 16  # of the latest positions
SNAPSHOT_EVERY = 64  # actions of the log
field = np.void.__getitem__  # a record's own lookup takes five times as long


class LoggedAction(NamedTuple):
    """One line of a game's log: an action of a player, a referee or the dealer."""

    seat: int
    action: int


@functools.cache
def shared_action(seat: int, action: int) -> LoggedAction:
    """The one LoggedAction with these values: logs share them, so copying one is cheap."""
    return LoggedAction(seat, action)


class Snapshot(NamedTuple):
    """A table after some of its log, so that an undo need not play again from the deal."""

    length: int
    state: bytes
    match: Any
    round: int
    before: tuple[int, int]


@functools.cache
def referee_actions(game: Game) -> frozenset[int]:
    """The numbers of the actions that only a referee may do; most games have none."""
    is_referee = getattr(game.rules, "is_referee", None)
    if is_referee is None:
        return frozenset()
    actions = game.rules.ACTIONS
    return frozenset(n for n in range(len(actions)) if is_referee(actions[n]))


def one_table(game: Game) -> Any:
    """The game's compiled rules for one table; imported late, since they bring Numba in."""
    from skipyard.batch import cpu

    return cpu.one_table(game.name)


def array_of_one(content: bytes, kind: Any) -> Any:
    """One record with this content in an array of its own."""
    return np.frombuffer(bytearray(content), kind.dtype)


@functools.lru_cache(CACHED_DIGESTS)
def digest_of(game: Game, content: bytes) -> str:
    """The digest of a state; checking a row asks for it twice."""
    state = array_of_one(content, game.rules.State)[0]
    return hashlib.sha256(game.position.write(state).encode()).hexdigest()


@functools.lru_cache(CACHED_DESCRIPTIONS)
def described(words: Any, action: int, language: str) -> str:
    return str(words.describe(action, language))


def copy_of(match: Any) -> Any:
    """A copy of a match, where there is one."""
    return None if match is None else dataclasses.replace(match, rounds=list(match.rounds))


class Table:
    """One game: what was agreed, what was logged, and the state that follows."""

    def __init__(
        self, game: Game, seats: Sequence[str], chosen: Mapping[str, Value], key: bytes
    ) -> None:
        self.game, self.seats, self.chosen, self.key = game, tuple(seats), dict(chosen), key
        self.rules = game.rules
        self.compiled = one_table(game)
        self.referee_actions = referee_actions(game)
        self.log: list[LoggedAction] = []
        self.open()
        self.words = speaker(game, self.state)

    # Questions ----------------------------------------------------------------------------------
    @property
    def turn(self) -> int:
        """The seat that is to move."""
        return int(field(self.states[0], "turn"))

    @property
    def state(self) -> Any:
        """The state: a record in an array of one, as the rules take it."""
        return self.states[0]

    @state.setter
    def state(self, state: Any) -> None:
        self.states = array_of_one(state.tobytes(), self.rules.State)

    @property
    def round_over(self) -> bool:
        return bool(field(self.states[0], "over"))

    @property
    def over(self) -> bool:
        """Whether nothing more can be played: the round, or the whole match."""
        return self.round_over and (self.match is None or self.match.over)

    @property
    def waiting(self) -> bool:
        """Whether the next round of a match is to be dealt."""
        return self.round_over and not self.over

    @property
    def points(self) -> list[int]:
        """The points of the finished round, seat by seat."""
        points = np.zeros(len(self.seats), np.int32)
        self.rules.score(self.state, points)
        return [int(n) for n in points]

    def legal(self) -> Any:
        """The numbers of the moves that the player on turn may make."""
        out = np.zeros(len(self.rules.ACTIONS), np.int16)
        return out[: self.compiled.moves_of(self.states, out)]

    def view(self, seat: int) -> Any:
        """What a seat sees; NOBODY is a watcher."""
        kind = self.rules.View
        views = array_of_one(bytes(kind.dtype.itemsize), kind)
        self.compiled.observe_at(self.states, seat, views)
        return views[0]

    def digest(self) -> str:
        """A digest of the position's text, which outlives a change of memory layout."""
        return digest_of(self.game, self.states.tobytes())

    def describe(self, entry: LoggedAction, language: str = "en") -> str:
        """An entry of the log in words."""
        if entry.seat == DEALER:
            return f"deal round {entry.action}"
        return described(self.words, entry.action, language)

    def describe_publicly(self, entry: LoggedAction, language: str = "en") -> str:
        """An entry that is about to be played, in the words that everybody may read."""
        if entry.seat == DEALER or not hasattr(self.words, "tell"):
            return self.describe(entry, language)
        return str(self.words.tell(self.view(NOBODY), entry.action, language))

    # Playing: check, log, apply -------------------------------------------------------------------
    def play(self, seat: int, action: int, language: str = "en") -> None:
        """Log and play a move, or Refused with a sentence; a refusal changes nothing."""
        self.check(seat, action, language)
        self.fold([LoggedAction(seat, action)])

    def next_round(self, language: str = "en") -> None:
        """Deal the next round of a match."""
        if not self.waiting:
            raise Refused(say(language, "table.not_waiting"))
        self.fold([LoggedAction(DEALER, self.round + 1)])

    def undo(self, seat: int, language: str = "en") -> None:
        """Take back the last move of `seat`, where that is allowed."""
        self.check_undo(seat, language)
        self.truncate(len(self.log) - 1)

    # The log --------------------------------------------------------------------------------------
    def open(self) -> None:
        """Set up the table as it is before the first entry of the log."""
        self.snapshots: list[Snapshot] = []
        self.previous: Snapshot | None = None  # before the last entry, to take it back quickly
        self.match = self.new_match()
        self.round = 1
        self.before = (NOBODY, 0)  # whose turn it was, and what had been turned up, a move ago
        self.deal(NOBODY)

    def fold(self, entries: Sequence[LoggedAction]) -> None:
        """Log and play entries that have been checked."""
        for entry in entries:
            self.previous = self.snapshot()
            self.log.append(entry)
            if entry.seat == DEALER:
                self.deal_next()
            else:
                self.apply(entry.action)
            if len(self.log) % SNAPSHOT_EVERY == 0:
                self.snapshots.append(self.snapshot())

    def refold(self, entries: Sequence[LoggedAction] | None = None) -> None:
        """Replay the log, or another one, from the deal."""
        log = list(self.log if entries is None else entries)
        self.log = []
        self.open()
        self.fold(log)

    def truncate(self, length: int) -> None:
        """Go back to the first `length` entries of the log."""
        log = self.log[:length]
        snapshots = [snapshot for snapshot in self.snapshots if snapshot.length <= length]
        nearest = snapshots[-1] if snapshots else None
        if self.previous is not None and self.previous.length == length:
            nearest = self.previous
        if nearest is None:
            self.refold(log)
            return
        start, state, _, self.round, self.before = nearest
        self.states = array_of_one(state, self.rules.State)
        self.match = copy_of(nearest.match)
        self.log, self.snapshots, self.previous = log[:start], snapshots, None
        self.fold(log[start:])

    def snapshot(self) -> Snapshot:
        """The table as it is."""
        state, match = self.states.tobytes(), copy_of(self.match)
        return Snapshot(len(self.log), state, match, self.round, self.before)

    def copy(self) -> Table:
        """A copy of this table that shares nothing with it that changes."""
        copy = object.__new__(Table)  # `copy.copy` takes ten times as long
        vars(copy).update(vars(self))
        copy.log, copy.snapshots = list(self.log), list(self.snapshots)
        copy.states, copy.match = self.copy_states(), copy_of(self.match)
        return copy

    def copy_states(self) -> Any:
        """A copy of the state; a record's own `copy` leaves noise between its fields."""
        return array_of_one(self.states.tobytes(), self.rules.State)

    def new_match(self) -> Any:
        """A match without rounds; None where a single round is played."""
        if not self.chosen.get("match"):
            return None
        return self.game.match.Match(len(self.seats), self.chosen["max_rounds"])

    def deal(self, dealt_by: int) -> None:
        """Deal a round: each has its own stream of the table's key (SB-A17)."""
        from skipyard.core import key_from_bytes  # brings Numba in

        self.state = self.game.set_up(len(self.seats), self.chosen)
        if "dealt_by" in self.state.dtype.names:  # a match hands the deal on
            self.state.dealt_by = dealt_by
        self.rules.deal(self.state, key_from_bytes(self.key), self.round - 1)

    def deal_next(self) -> None:
        self.round += 1
        self.deal(self.game.match.next_dealer(int(self.state.dealt_by), len(self.seats)))

    def apply(self, action: int) -> None:
        self.before = (self.turn, int(field(self.states[0], "reveals")))
        self.compiled.play_at(self.states, action)
        if self.match is not None and self.round_over:
            self.match.add(self.points)

    # Checking -------------------------------------------------------------------------------------
    def check(self, seat: int, action: int, language: str = "en") -> None:
        """Refuse an illegal move in a sentence."""
        actions, seats = self.rules.ACTIONS, len(self.seats)
        if not (0 <= seat < seats or (seat == REFEREE and self.referee_actions)):
            raise Refused(say(language, "table.seat", player=seat + 1, seats=seats))
        if not 0 <= action < len(actions):
            last = len(actions) - 1
            raise Refused(
                say(language, "table.action", action=action, game=self.game.title, last=last)
            )
        self.check_role(seat, action, language)
        no = self.compiled.verdict_of(self.states, action)
        if no != self.rules.No.OK:
            view = self.view(NOBODY if seat == REFEREE else seat)
            raise Refused(self.words.refuse(view, action, no, language), self.words.rule_of(no))

    def check_undo(self, seat: int, language: str = "en") -> None:
        """Refuse an undo in a sentence, unless it is allowed without the others' consent."""
        self.check_undo_on(language)
        if barrier := self.undo_barrier(seat):
            raise Refused(say(language, barrier))

    def undo_barrier(self, seat: int) -> str:
        """The key of why an undo needs the others' consent; empty where it does not.

        Never past a card turned up or a die rolled, never across somebody else's move.
        """
        if not self.log:
            return "undo.nothing"
        if self.round_over:
            return "undo.over"
        if self.log[-1].seat != seat:
            return "undo.other"
        turn, reveals = self.before
        if turn != self.turn:
            return "undo.turn"
        return "undo.reveal" if reveals != self.state.reveals else ""

    def check_undo_on(self, language: str = "en") -> None:
        """Refuse an undo where the game has an option for it that is off."""
        for option in self.game.options.OPTIONS:
            if option.name == "undo" and not self.chosen["undo"]:
                raise Refused(say(language, "undo.off", rule=option.rule), option.rule)

    def check_role(self, seat: int, action: int, language: str) -> None:
        """Refuse players out of turn, and actions that are a referee's or are not."""
        no = self.rules.No
        by_referee = seat == REFEREE
        if by_referee != (action in self.referee_actions):
            key = "table.referee_plays" if by_referee else "table.referee_only"
            rule = self.words.rule_of(no.REFEREE_OFF)
            raise Refused(say(language, key, rule=rule), rule)
        if not by_referee and not self.round_over and seat != self.turn:
            rule = self.words.turn_rule
            facts = {"turn": self.turn + 1, "player": seat + 1, "rule": rule}
            raise Refused(say(language, "table.turn", **facts), rule)
