"""A plain stack of layers, looked through once for a position.

Every layer adds rows of weights, one for each number that is not zero: few features of a view are
set, and about half of the numbers between layers are zero (ReLU). Adding whole rows is what a
processor's vector unit does best. Sums are in one order, so interpreted and compiled code agree to
the last bit.
"""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np

from skipyard.compiler import INTERPRETED, loop, rule
from skipyard.games import Game
from skipyard.networks.file import Network, Weights


class WrongShape(ValueError):
    """Weights are missing, or do not fit the game or each other."""


class Dense:
    """A network of kind `dense` with its buffers."""

    def __init__(self, game: Game, network: Network) -> None:
        weights = network.weights
        count = sum(name.startswith("hidden") for name in weights) // 2
        names = ["input", *(f"hidden{i}" for i in range(count))]
        self.layers = tuple(weight(weights, name) for name in names)
        self.biases = tuple(bias(weights, name) for name in names)
        self.policy, self.policy_bias = weight(weights, "policy"), bias(weights, "policy")
        self.value, self.value_bias = weight(weights, "value"), bias(weights, "value")
        self.check(game)
        self.allocate()

    def allocate(self) -> None:
        """Make the buffers that a look writes into."""
        widest = max(len(one) for one in self.biases)
        self.buffers = np.zeros((2, widest), np.float32)
        self.logits = np.zeros_like(self.policy_bias)
        self.sides = np.zeros_like(self.value_bias)

    def for_thread(self) -> Dense:
        """The same weights with buffers of their own, since a look runs without Python's lock."""
        other = copy.copy(self)
        other.allocate()
        return other

    def check(self, game: Game) -> None:
        """Compiled code does not look at lengths, so shapes have to fit."""
        widths = [game.features.SIZE, *(len(one) for one in self.biases)]
        shapes = [*itertools.pairwise(widths)]
        last, actions = widths[-1], len(game.rules.ACTIONS)
        shapes += [(last, actions), (last, game.options.MOST_SEATS)]
        found = [*self.layers, self.policy, self.value]
        biases = [*self.biases, self.policy_bias, self.value_bias]
        fits = all(one.shape == shape for one, shape in zip(found, shapes, strict=True))
        if not fits or any(len(one) != shape[1] for one, shape in zip(biases, shapes, strict=True)):
            raise WrongShape

    def look(self, seen: Any) -> None:
        """Fill `logits`, of all actions, and `sides`, the viewer's first."""
        evaluate(
            seen,
            self.layers,
            self.biases,
            self.policy,
            self.policy_bias,
            self.value,
            self.value_bias,
            self.buffers,
            self.logits,
            self.sides,
        )


def weight(weights: dict[str, Weights], name: str) -> Weights:
    """Rows of weights, one for each number that goes in."""
    found = weights.get(f"{name}_weight")
    if found is None or found.ndim != 2:
        raise WrongShape
    return found


def bias(weights: dict[str, Weights], name: str) -> Weights:
    found = weights.get(f"{name}_bias")
    if found is None or found.ndim != 1:
        raise WrongShape
    return found


# Compiled ---------------------------------------------------------------------------------------
@rule
def add_row(out: Any, row: Any, scale: Any) -> None:
    for i in range(len(row)):
        out[i] += row[i] * scale


@rule
def start_with(out: Any, bias: Any) -> None:
    for i in range(len(bias)):
        out[i] = bias[i]


@rule
def rectify(out: Any, width: int) -> None:
    for i in range(width):
        out[i] = max(out[i], np.float32(0))


if INTERPRETED:  # the same sums, a row at a time

    def add_row(out: Any, row: Any, scale: Any) -> None:
        out[: len(row)] += row * scale

    def start_with(out: Any, bias: Any) -> None:
        out[: len(bias)] = bias

    def rectify(out: Any, width: int) -> None:
        np.maximum(out[:width], np.float32(0), out=out[:width])


@rule
def apply_layer(inner: Any, width: int, weights: Any, bias: Any, out: Any) -> None:
    start_with(out, bias)
    for i in range(width):
        if inner[i] != 0:
            add_row(out, weights[i], inner[i])


@loop
def evaluate(
    seen: Any,
    layers: Any,
    biases: Any,
    policy: Any,
    policy_bias: Any,
    value: Any,
    value_bias: Any,
    buffers: Any,
    logits: Any,
    sides: Any,
) -> None:
    """One look at a position, from its features to the logits of both heads."""
    now = 0
    start_with(buffers[0], biases[0])
    for i in range(len(seen)):
        if seen[i] != 0:
            add_row(buffers[0], layers[0][i], np.float32(seen[i]))
    width = len(biases[0])
    rectify(buffers[0], width)
    for n in range(1, len(layers)):
        apply_layer(buffers[now], width, layers[n], biases[n], buffers[1 - now])
        now, width = 1 - now, len(biases[n])
        rectify(buffers[now], width)
    apply_layer(buffers[now], width, policy, policy_bias, logits)
    apply_layer(buffers[now], width, value, value_bias, sides)
