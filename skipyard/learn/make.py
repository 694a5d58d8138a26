"""A new network for a game, as its profile.toml asks for it."""

from __future__ import annotations

import importlib
from typing import Any

from skipyard.games import Game
from skipyard.learn.networks import Dense


def network_for(game: Game, layers: tuple[int, ...] = ()) -> Any:
    """The game's own kind of network, or a plain stack of layers; with the profile's widths."""
    training, sides = game.profile.training, game.options.MOST_SEATS
    widths = layers or training.layers
    if training.network == "dense":
        return Dense(game, widths, sides)
    module = game.companion("learn", "network")
    assert module is not None, f"{game.name} names a network of its own, and has none in learn/"
    return importlib.import_module(module).Network(widths, sides)
