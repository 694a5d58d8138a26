"""Who is expected to win, and how much better a move was: arithmetic on tensors.

A network gives winning chances by side, the viewer's own side first. Everything here counts sides
as the table does, so that moves of different players can be compared.
"""

from __future__ import annotations

import torch
from torch import Tensor

LEAST_LOG = -30.0  # of a probability, so that none is infinite
IMPOSSIBLE = -1e9  # the logit of an illegal action, or of a side that is not at the table


def places(sides: Tensor, most: int) -> Tensor:
    """A flag for each side that is at the table."""
    return torch.arange(most, device=sides.device) < sides[..., None]


def turned(chances: Tensor, side: Tensor, sides: Tensor, back: bool = False) -> Tensor:
    """Chances counted from a viewer's side, as the table counts them; or `back` again."""
    most = chances.shape[-1]
    order = torch.arange(most, device=chances.device)
    step = -side[..., None] if not back else side[..., None]
    where = torch.remainder(order + step, sides[..., None])
    return chances.gather(-1, where) * places(sides, most)


def side_chances(logits: Tensor, sides: Tensor) -> Tensor:
    """Winning chances of the sides at the table, the viewer's first."""
    there = places(sides, logits.shape[-1])
    return torch.softmax(logits.masked_fill(~there, IMPOSSIBLE), -1)


def outcome(winners: Tensor, sides: Tensor, most: int) -> Tensor:
    """What each side got of a game that ended: all of it, or equal shares of a draw."""
    there = places(sides, most)
    won = winners[..., None] == torch.arange(most, device=winners.device)
    equal = there / sides[..., None]
    return torch.where(winners[..., None] < 0, equal, won.float())


def gains(chances: Tensor, outcomes: Tensor, dones: Tensor, trace: float) -> Tensor:
    """By how much the chances of every side rose after each move (GAE without discount).

    `chances` has one row more than there were moves; `outcomes` count where a move ended a game.
    """
    steps = len(dones)
    gain, every = torch.zeros_like(chances[0]), torch.empty_like(chances[:steps])
    for t in range(steps - 1, -1, -1):
        done = dones[t][:, None]
        after = torch.where(done, outcomes[t], chances[t + 1])
        gain = after - chances[t] + trace * gain * ~done
        every[t] = gain
    return every
