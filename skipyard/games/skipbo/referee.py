"""Penalties for mistakes that only people make; a referee calls them, if the table has one."""

from typing import Any

from skipyard.core import rule, wide
from skipyard.games.skipbo.actions import Kind, No
from skipyard.games.skipbo.cards import PenaltyPlace, State, draw_under_stock, shuffle_stock

TALK_COST = 2  # SB-47 MOD-40


# The referee ---------------------------- SB-47, SB-50..SB-53, SB-A30, SB-A47, SB-A51, MOD-40..45
@rule
def is_referee(move: Any) -> bool:
    return move.kind >= Kind.TALK and move.kind <= Kind.LET_STAND


@rule
def verdict_on_act(s: State, move: Any) -> int:
    if not s.referee:  # SB-A30 MOD-A20
        return No.REFEREE_OFF
    if move.target >= s.seats:
        return No.NO_SUCH_PLAYER
    if move.kind == Kind.TALK and not s.teams:  # SB-A47
        return No.TALK_NEEDS_TEAMS
    if move.kind >= Kind.OUT_OF_TURN and move.target == s.turn:  # SB-A51
        return No.IS_ON_TURN
    return No.OK


@rule
def penalise(s: State, move: Any) -> None:
    """Apply a referee's penalty, at any moment of a round."""
    if move.kind == Kind.OUT_OF_TURN:  # SB-51 SB-52 MOD-43 MOD-44  the rightful turn goes on
        s.no_draw[move.target] = 1
    else:  # SB-47 SB-50 SB-A29 SB-A35 MOD-40 MOD-42
        had = wide(s.stock_left[move.target])
        for _ in range(TALK_COST if move.kind == Kind.TALK else move.source):
            draw_under_stock(s, move.target)
        added = s.stock_left[move.target] > had  # SB-A57  no shuffle unless a card was added
        if added and is_shuffled(s, move):
            shuffle_stock(s, move.target)


@rule
def is_shuffled(s: State, move: Any) -> bool:
    """SB-A28 MOD-A21 MOD-A29  Whether the cards of a penalty are shuffled into the stock."""
    return s.penalty_place == PenaltyPlace.SHUFFLE or (
        s.penalty_place == PenaltyPlace.BY_ACT and move.kind == Kind.EXCESS
    )
