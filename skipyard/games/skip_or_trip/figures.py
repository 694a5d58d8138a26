"""The figures of a finished game of Skip or Trip."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from skipyard.core import NONE
from skipyard.games.figures import Figure, Step, most_at_once, most_in_a_turn
from skipyard.games.skip_or_trip.board import TOKENS, side_of

FOLDER = pathlib.Path(__file__).parent


def figures(steps: Sequence[Step]) -> list[Figure | None]:
    """The biggest trip, the most squares in one turn, and the most tokens tripped in one."""
    return [
        most_at_once("trip", steps, sent_back),
        most_in_a_turn("way", steps, gone),
        most_in_a_turn("trips", steps, lambda step: int(sent_back(step) > 0)),
    ]


def sent_back(step: Step) -> int:
    """The squares that a move sent another side's token back."""
    mine = int(side_of(step.before, step.seat))
    return max(-gain for side, gain in gains(step) if side != mine)


def gone(step: Step) -> int:
    """The squares that a move brought its own side's token on."""
    mine = int(side_of(step.before, step.seat))
    return max([0, *(gain for side, gain in gains(step) if side == mine)])


def gains(step: Step) -> list[tuple[int, int]]:
    """The squares that each token gained, with its side."""
    found = [(NONE, 0)]
    for side in range(len(step.before.token)):
        for token in range(TOKENS):
            before, after = int(step.before.token[side, token]), int(step.after.token[side, token])
            if before != NONE and after != NONE:
                found.append((side, after - before))
    return found
