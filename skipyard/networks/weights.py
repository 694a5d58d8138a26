"""The weights of a network by name, as compiled code needs them; and what every kind has."""

from __future__ import annotations

import copy
import pathlib
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from skipyard.networks.file import Network, Weights


class WrongShape(ValueError):
    """Weights are missing, or do not fit the game or each other."""


class Evaluator:
    """A network with its buffers; `weights` and `buffers` are what its compiled code takes."""

    kind: str
    file: pathlib.Path  # that it was read from
    evaluate: Any  # (seen, weights, buffers, logits, sides), compiled
    weights: Any
    buffers: Any
    logits: npt.NDArray[np.float32]  # of all actions
    sides: npt.NDArray[np.float32]  # the viewer's first

    def look(self, seen: Any) -> None:
        """Fill `logits` and `sides` for a vector of features."""
        self.evaluate(seen, self.weights, self.buffers, self.logits, self.sides)

    def with_own_buffers(self) -> Self:
        """The same weights for another thread."""
        other = copy.copy(self)
        other.buffers = copy.deepcopy(self.buffers)
        other.logits, other.sides = self.logits.copy(), self.sides.copy()
        return other


def array(network: Network, name: str, *shape: int | None) -> Weights:
    """Weights of that name; a length that is None may be any.

    Compiled code does not look at lengths, so shapes have to fit.
    """
    found = network.weights.get(name)
    if found is None or found.ndim != len(shape):
        raise WrongShape
    if any(wanted not in (None, length) for length, wanted in zip(found.shape, shape, strict=True)):
        raise WrongShape
    return found
