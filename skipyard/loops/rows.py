"""Rows of weights, added up: the arithmetic of networks at play."""

from typing import Any

import numpy as np

from skipyard.compiler import INTERPRETED
from skipyard.core import rule


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
