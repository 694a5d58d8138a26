"""Every kind of row: how a command for it is checked, how it is folded, who may ask for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from skipyard.table.command import Asked
from skipyard.table.database.store import Row
from skipyard.table.host_state import HostState
from skipyard.table.rows import chairs, game_rows, offers

PEOPLE, TABLE, BOTH = "people", "table", "both"
Facts = dict[str, Any]


class Act(NamedTuple):
    """One kind of row."""

    check: Callable[[HostState, Asked], tuple[str, Facts]]  # the kind of the row, and its data
    do: Callable[[HostState, Row, Facts], None]
    who: str = PEOPLE
    answers: bool = False  # whether it answers a position, and is refused when that has changed


def plain(
    kind: str, check: Callable[[HostState, Asked], Facts]
) -> Callable[[HostState, Asked], tuple[str, Facts]]:
    """The check of a command that becomes a row of its own kind."""
    return lambda host, asked: (kind, check(host, asked))


ACTS: dict[str, Act] = {
    "sit": Act(plain("sit", chairs.check_sit), chairs.sit, BOTH),
    "stand": Act(plain("stand", chairs.check_stand), chairs.stand, BOTH),
    "reveal": Act(plain("reveal", chairs.check_reveal), chairs.reveal),
    "deal": Act(plain("deal", game_rows.check_deal), game_rows.deal, BOTH, answers=True),
    "move": Act(plain("move", game_rows.check_move), game_rows.move, BOTH, answers=True),
    "undo": Act(game_rows.check_undo, game_rows.undo, answers=True),  # it may become an offer
    "resign": Act(plain("resign", game_rows.check_resign), game_rows.resign),
    "flag": Act(plain("flag", game_rows.check_flag), game_rows.flag, TABLE),
    "offer": Act(plain("offer", offers.check_offer), offers.offer),
    "agree": Act(plain("agree", offers.check_agree), offers.agree),
    "decline": Act(plain("decline", offers.check_decline), offers.decline),
    "bot": Act(plain("bot", chairs.check_bot), chairs.bot, TABLE),
    "back": Act(plain("back", chairs.check_back), chairs.back, TABLE),
    "pause": Act(plain("pause", game_rows.check_pause), game_rows.pause, TABLE),
    "rematch": Act(plain("rematch", offers.check_rematch), offers.rematch, TABLE),
}
WITHOUT_SEAT = frozenset(("deal", "pause", "rematch"))  # what the table does for nobody's seat
ABOUT_SEAT = frozenset(("sit", "stand", "bot", "back", "flag"))  # done to a chair as it is
POSITION = frozenset(("deal", "move", "undo"))  # what changes the position
