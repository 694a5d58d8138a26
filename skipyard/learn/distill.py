"""Distillation: a small network, the student, learns to think like a large one, its teacher.

The teacher plays all seats, so the student sees positions of strong play; at some tables the
student plays one side, so that it also sees where its own moves lead. At every position it learns
the teacher's whole policy and the teacher's winning chances, which say more than a move and a
result do.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from skipyard.learn.results import IMPOSSIBLE, LEAST_LOG
from skipyard.learn.selfplay import half_precision
from skipyard.options import Refused

LARGEST = 1_500_000  # bytes of a shipped network
BYTES = 2  # of a weight in its file
OWN_TABLES = 0.5  # share of tables at which the student plays one side


def distilled(
    teacher: nn.Module, part: Any, logs: Tensor, chances: Tensor, there: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """How far a student's logarithms are from its teacher's: policy, value; how often both agree.

    Both are divergences: 0 where the student thinks exactly like its teacher.
    """
    with torch.no_grad(), half_precision(logs.device.type != "cpu"):
        logits, value = teacher(part.seen)
    moves = torch.log_softmax(logits.masked_fill(~part.masks, IMPOSSIBLE), -1)
    sides = torch.log_softmax(value.masked_fill(~there, IMPOSSIBLE), -1)
    agrees = (logs.argmax(-1) == moves.argmax(-1)).float().mean()
    return divergence(moves, logs), divergence(sides, chances), agrees


def divergence(wanted: Tensor, found: Tensor) -> Tensor:
    """Kullback and Leibler's, from logarithms of probabilities; the mean over rows."""
    wanted, found = wanted.clamp(min=LEAST_LOG), found.clamp(min=LEAST_LOG)
    return (wanted.exp() * (wanted - found)).sum(-1).mean()


def check_size(network: Any) -> None:
    """Refuse a student whose file would be too large to ship."""
    size = BYTES * sum(weight.size for weight in network.arrays().values())
    if size > LARGEST:
        raise Refused(
            f"Such a student has {size / 1e6:.1f} MB of weights; a network that is shipped has at "
            f"most {LARGEST / 1e6:.1f} MB. Choose narrower --student layers."
        )
