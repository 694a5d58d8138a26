"""A plain stack of layers, as loops/fallback/network.py evaluates it."""

from __future__ import annotations

import numpy as np

from skipyard.games import Game
from skipyard.loops.fallback.network import evaluate
from skipyard.networks.file import Network
from skipyard.networks.weights import Evaluator, array


class Evaluation(Evaluator):
    """A network of kind `dense` with its buffers."""

    evaluate = staticmethod(evaluate)

    def __init__(self, game: Game, network: Network) -> None:
        count = sum(name.startswith("hidden") for name in network.weights) // 2
        layers, biases, width = [], [], game.features.SIZE
        for name in ("input", *(f"hidden{i}" for i in range(count))):
            layers.append(array(network, f"{name}_weight", width, None))
            width = layers[-1].shape[1]
            biases.append(array(network, f"{name}_bias", width))
        actions, sides = len(game.rules.ACTIONS), game.options.MOST_SEATS
        self.weights = (
            tuple(layers),
            tuple(biases),
            array(network, "policy_weight", width, actions),
            array(network, "policy_bias", actions),
            array(network, "value_weight", width, sides),
            array(network, "value_bias", sides),
        )
        self.buffers = np.zeros((2, max(len(bias) for bias in biases)), np.float32)
        self.logits, self.sides = np.zeros(actions, np.float32), np.zeros(sides, np.float32)
