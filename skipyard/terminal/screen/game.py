"""A game at one screen, without anything of the screen: whose turn it is, moves, undo, saves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from skipyard.games.scene import Scene
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table.table import DEALER, REFEREE, LoggedAction, Table
from skipyard.table.why_not import reason_for_touch
from skipyard.terminal.journal import Journal
from skipyard.terminal.keeping import Keeper
from skipyard.terminal.setup import YOU


class Waits(Enum):
    """What the table waits for."""

    PERSON = "person"
    HAND_OVER = "hand over"  # another person has to sit down before hands are shown
    BOT = "bot"
    ROUND = "round"  # the next round is to be dealt
    OVER = "over"


class ScreenGame:
    """A table, the people at the screen, and who of them looks."""

    def __init__(self, table: Table, language: str, resumed: bool = False) -> None:
        self.table, self.language = table, language
        self.people = [seat for seat, kind in enumerate(table.seats) if kind == YOU]
        self.journal = Journal(table, language)
        self.keeper = Keeper(table, language, resumed)
        self.looks = self.people[0] if len(self.people) == 1 else NOBODY
        self.fresh: set[str] = set()  # ids that the last move touched

    @property
    def names(self) -> list[str]:
        return self.journal.names

    @property
    def waits(self) -> Waits:
        """What has to happen next."""
        table = self.table
        if table.over:
            return Waits.OVER
        if table.round_over:
            return Waits.ROUND
        if table.turn not in self.people:
            return Waits.BOT
        hides = table.game.profile.hidden and len(self.people) > 1
        return Waits.HAND_OVER if hides and self.looks != table.turn else Waits.PERSON

    def sit_down(self) -> None:
        """The person on turn looks now."""
        self.looks = self.table.turn

    @property
    def viewer(self) -> int:
        """Through whose eyes the table is shown; a watcher's while the screen is handed over."""
        if self.waits is Waits.HAND_OVER:
            return NOBODY
        if self.waits is Waits.PERSON:
            return self.table.turn
        return self.looks

    def scene(self) -> Scene:
        """What the viewer sees, with paths where it is their turn."""
        viewer, table = self.viewer, self.table
        legal: Sequence[int] = []
        if self.waits is Waits.PERSON:
            legal = table.legal()
        scene: Scene = table.game.scene.scene(table.view(viewer), legal, self.names, self.language)
        return scene

    @property
    def totals(self) -> Sequence[int]:
        match = self.table.match
        return match.totals if match is not None else ()

    # Moves ----------------------------------------------------------------------------------------
    def play(self, seat: int, action: int) -> None:
        """Play a move, or Refused with a sentence; a referee's act has the seat REFEREE."""
        table, entry = self.table, LoggedAction(seat, action)
        before = table.view(self.journal.viewer)
        self.journal.follow(table, entry, lambda: table.play(seat, action, self.language))
        after = table.view(self.journal.viewer)
        events = table.game.scene.events(before, after, action, self.names, self.language)
        self.fresh = {event.target for event in events if event.target}

    def next_round(self) -> None:
        entry = LoggedAction(DEALER, self.table.round + 1)
        self.journal.follow(self.table, entry, lambda: self.table.next_round(self.language))
        self.looks = self.people[0] if len(self.people) == 1 else NOBODY
        self.fresh = set()

    def undo(self) -> None:
        """Take back the last move of whoever is on turn, or the referee's, if allowed."""
        last = self.table.log[-1] if self.table.log else None
        seat = REFEREE if last and last.seat == REFEREE else self.viewer
        self.table.undo(seat, self.language)
        self.journal.take_back()
        self.fresh = set()

    def referee_acts(self) -> list[int]:
        """What the referee may do now; only at tables that have one."""
        table = self.table
        if not table.chosen.get("referee"):
            return []
        fine = table.rules.No.OK
        acts = sorted(table.referee_actions)
        return [n for n in acts if table.compiled.verdict_of(table.states, n) == fine]

    def why_not(self, held: Sequence[str], touched: Collection[str]) -> str:
        """Why a touch does nothing, in a sentence; empty where nobody knows."""
        if self.waits is not Waits.PERSON:
            return ""
        turn = self.table.turn
        try:
            return reason_for_touch(self.table, turn, held, touched, self.language)[0]
        except Refused as refusal:
            return str(refusal)
