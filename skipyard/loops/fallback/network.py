"""What a plain stack of layers thinks of a position, looked through once.

Every layer adds rows of weights, one for each number that is not zero: few features of a view are
set, and about half of the numbers between layers are zero (ReLU). Adding whole rows is what a
processor's vector unit does best. Sums are in one order, so interpreted and compiled code agree to
the last bit. `weights` and `buffers` are those of skipyard/networks/dense.py; nothing is allocated.
"""

from typing import Any

import numpy as np

from skipyard.core import loop
from skipyard.loops.rows import add_row, rectify, start_with


@loop
def apply_layer(inner: Any, width: int, weights: Any, bias: Any, out: Any) -> None:
    start_with(out, bias)
    for i in range(width):
        if inner[i] != 0:
            add_row(out, weights[i], inner[i])


@loop
def evaluate(seen: Any, weights: Any, buffers: Any, logits: Any, sides: Any) -> None:
    """One look at a position, from its features to the logits of both heads."""
    layers, biases, policy, policy_bias, value, value_bias = weights
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
