"""Every kind of row: how its command is checked, how the row is applied, who may ask for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.rows import chairs, game_rows, hosting, offers, paces

PEOPLE, TABLE, BOTH = "people", "table", "both"
Facts = dict[str, Any]


class RowKind(NamedTuple):
    """One kind of row."""

    check: Callable[[HostState, Attempt], tuple[str, Facts]]  # the kind of the row, and its data
    apply: Callable[[HostState, Row, Facts], None]
    asked_by: str = PEOPLE
    needs_position: bool = False  # whether it is refused when the position has changed since


def same_kind(
    kind: str, check: Callable[[HostState, Attempt], Facts]
) -> Callable[[HostState, Attempt], tuple[str, Facts]]:
    """The check of a command that becomes a row of its own kind."""
    return lambda host, attempt: (kind, check(host, attempt))


ROW_KINDS: dict[str, RowKind] = {
    "sit": RowKind(same_kind("sit", chairs.check_sit), chairs.sit, BOTH),
    "stand": RowKind(same_kind("stand", chairs.check_stand), chairs.stand, BOTH),
    "reveal": RowKind(same_kind("reveal", chairs.check_reveal), chairs.reveal),
    "deal": RowKind(
        same_kind("deal", game_rows.check_deal), game_rows.deal, BOTH, needs_position=True
    ),
    "move": RowKind(
        same_kind("move", game_rows.check_move), game_rows.move, BOTH, needs_position=True
    ),
    "undo": RowKind(
        game_rows.check_undo, game_rows.undo, needs_position=True
    ),  # it may become an offer
    "resign": RowKind(same_kind("resign", game_rows.check_resign), game_rows.resign),
    "flag": RowKind(same_kind("flag", game_rows.check_flag), game_rows.flag, TABLE),
    "offer": RowKind(same_kind("offer", offers.check_offer), offers.offer),
    "agree": RowKind(same_kind("agree", offers.check_agree), offers.agree),
    "decline": RowKind(same_kind("decline", offers.check_decline), offers.decline),
    "bot": RowKind(same_kind("bot", chairs.check_bot), chairs.bot, TABLE),
    "back": RowKind(same_kind("back", chairs.check_back), chairs.back, TABLE),
    "close": RowKind(same_kind("close", game_rows.check_close), game_rows.close, TABLE),
    "pause": RowKind(same_kind("pause", game_rows.check_pause), game_rows.pause, TABLE),
    "remove": RowKind(same_kind("remove", hosting.check_remove), chairs.stand, TABLE),
    "reserve": RowKind(same_kind("reserve", hosting.check_reserve), hosting.reserve, TABLE),
    "host": RowKind(same_kind("host", hosting.check_hand_over), hosting.hand_over, TABLE),
    "phrases": RowKind(same_kind("phrases", hosting.check_phrases), hosting.set_phrases),
    "pace": RowKind(same_kind("pace", paces.check_pace), paces.set_pace),
    "rematch": RowKind(same_kind("rematch", offers.check_rematch), offers.rematch, TABLE),
}
WITHOUT_SEAT = frozenset(
    ("close", "deal", "pause", "rematch")
)  # what the table does without a seat
# Allowed whoever plays the chair:
ABOUT_SEAT = frozenset(("sit", "stand", "remove", "reserve", "host", "bot", "back", "flag"))
POSITION = frozenset(("deal", "move", "undo"))  # what changes the position
