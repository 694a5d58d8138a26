"""A network of kind `squares` with its buffers."""

from __future__ import annotations

import numpy as np

from skipyard.games import Game
from skipyard.games.skippity.board import COLOURS, DIRECTIONS
from skipyard.networks.file import Network, Weights
from skipyard.networks.skippity.network import ABOUT, EDGE, FIRST_JUMP, TOLD, evaluate
from skipyard.networks.weights import Evaluator, array


class Evaluation(Evaluator):
    """Convolutions over the board."""

    evaluate = staticmethod(evaluate)

    def __init__(self, game: Game, network: Network) -> None:
        def linear(name: str, reads: int, width: int | None) -> tuple[Weights, Weights]:
            weight = array(network, f"{name}_weight", width, reads)
            return rows(weight), array(network, f"{name}_bias", len(weight))

        colour = linear("colour", TOLD, None)
        first = width = len(colour[1])
        count = sum(name.startswith("convolutions") for name in network.weights) // 2
        convolutions, biases = [], []
        for n in range(count):
            weight = array(network, f"convolutions_{n}_weight", None, width, 3, 3)
            width = len(weight)
            biases.append(array(network, f"convolutions_{n}_bias", width))
            convolutions.append(rows(weight.reshape(width, -1, 9)))
        jump = array(network, "jump_weight", DIRECTIONS, width, 1, 1)
        pool = linear("pool", width + first, None)
        sides = game.options.MOST_SEATS
        self.weights = (
            (
                *colour,
                *linear("deep_colour", first, first),
                *linear("table", ABOUT, first),
                array(network, "jumper", first),
                array(network, "empty", first),
            ),
            tuple(convolutions),
            tuple(biases),
            (
                rows(jump.reshape(DIRECTIONS, width)),
                array(network, "jump_bias", DIRECTIONS),
                *pool,
                *linear("end", len(pool[1]), FIRST_JUMP),
                *linear("value", len(pool[1]), sides),
            ),
        )
        widest = max(first, *(len(bias) for bias in biases), 1)
        self.buffers = (
            np.zeros((2, EDGE * EDGE, widest), np.float32),
            np.zeros((COLOURS + 1, first), np.float32),
            np.zeros(max(TOLD, ABOUT), np.float32),
            np.zeros(first, np.float32),
            np.zeros((3, max(len(pool[1]), width + first, DIRECTIONS)), np.float32),
        )
        self.logits = np.zeros(len(game.rules.ACTIONS), np.float32)
        self.sides = np.zeros(sides, np.float32)


def rows(weights: Weights) -> Weights:
    """A row for each number that goes in, where PyTorch has one for each that comes out."""
    return np.ascontiguousarray(weights.T)
