"""The networks as PyTorch modules: from what a seat sees to logits of moves and of winning sides.

`Dense` is a plain stack of layers. A game may have a network of its own in `learn/GAME/network.py`.
skipyard/networks plays them without PyTorch.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from skipyard.games import Game
from skipyard.games.feature_layout import highs

LAST_SCALE = 0.1  # heads begin nearly flat
ALIGNED = 16  # a GPU multiplies matrices of such widths several times as fast as others


class Dense(nn.Module):
    """Layers with ReLU; the first one reads mostly zeros, which play skips."""

    columns: Tensor
    scale: Tensor

    def __init__(self, game: Game, layers: tuple[int, ...], sides: int) -> None:
        super().__init__()
        scale = 1 / np.maximum(highs(game.features.FEATURES), 1).astype(np.float32)
        self.reads = len(scale)  # features, from the first one on
        self.width = aligned(self.reads)  # of the rows that it takes; the rest is ignored
        self.register_buffer("scale", torch.from_numpy(np.pad(scale, (0, self.width - self.reads))))
        self.input = nn.Linear(self.width, layers[0])
        pairs = itertools.pairwise(layers)
        self.hidden = nn.ModuleList(nn.Linear(width, after) for width, after in pairs)
        actions = len(game.rules.ACTIONS)
        self.sides = sides
        self.register_buffer("columns", torch.arange(actions))  # the actions that it rates
        self.policy = nn.Linear(layers[-1], aligned(actions))
        self.value = nn.Linear(layers[-1], aligned(sides))
        nn.init.kaiming_uniform_(self.input.weight, nonlinearity="relu")
        with torch.no_grad():  # few features are set at a time, most of them ones
            self.input.weight *= (self.width / 64) ** 0.5
        for layer in self.hidden:
            nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
        flatten(self.policy, self.value)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all actions and of all sides, for rows of observations."""
        inner = functional.relu(self.input(seen.to(dtype_of(self.input)) * self.scale))
        for layer in self.hidden:
            inner = functional.relu(layer(inner))
        logits, value = self.policy(inner), self.value(inner)
        return logits[:, : len(self.columns)].float(), value[:, : self.sides].float()

    def arrays(self) -> dict[str, Any]:
        """The weights as the file has them: the scale of features is in the first layer's."""
        named = {
            "input_weight": (self.input.weight * self.scale).T[: self.reads],
            "input_bias": self.input.bias,
            "policy_weight": self.policy.weight[: len(self.columns)].T,
            "policy_bias": self.policy.bias[: len(self.columns)],
            "value_weight": self.value.weight[: self.sides].T,
            "value_bias": self.value.bias[: self.sides],
        }
        for i, layer in enumerate(self.hidden):
            named |= {f"hidden{i}_weight": layer.weight.T, f"hidden{i}_bias": layer.bias}
        return {name: weight.detach().float().cpu().numpy() for name, weight in named.items()}


def aligned(width: int) -> int:
    """The next width that a GPU likes."""
    return -(-width // ALIGNED) * ALIGNED


def dtype_of(layer: nn.Linear) -> torch.dtype:
    """What a layer computes with: half precision inside autocast."""
    kind = layer.weight.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else torch.float32


def flatten(*heads: nn.Linear) -> None:
    """Let heads begin with nearly equal logits."""
    with torch.no_grad():
        for head in heads:
            head.weight *= LAST_SCALE
            head.bias.zero_()
