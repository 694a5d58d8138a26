"""A bot that looks at its view once, with a trained network, and plays the move it likes best."""

from __future__ import annotations

import functools
import pathlib
from typing import TYPE_CHECKING

import numpy as np

from skipyard.catalogue import common
from skipyard.games import game as find_game
from skipyard.networks import file as files
from skipyard.networks.dense import Dense, WrongShape
from skipyard.options import Refused

if TYPE_CHECKING:
    from skipyard.games.contract import Moves, ViewRecord

MOST_LOADED = 8  # networks that a process keeps


class NetworkPlayer:
    """Chooses moves for one game with the network in a file."""

    def __init__(self, game: str, file: str, language: str = "en") -> None:
        self.game = find_game(game)
        self.network = load(game, file, language).for_thread()
        self.seen = np.zeros(self.game.features.SIZE, np.uint8)

    def choose(self, view: ViewRecord, legal: Moves) -> int:
        """The legal action with the highest logit."""
        self.look(view)
        return int(legal[self.network.logits[legal].argmax()])

    def look(self, view: ViewRecord) -> None:
        """Fill the network's outputs for a view; it is given nothing else."""
        self.seen[:] = 0
        self.game.features.features(view, self.seen)
        self.network.look(self.seen)


@functools.lru_cache(MOST_LOADED)
def load(game: str, file: str, language: str) -> Dense:
    """The network in a file, shared by its players; Refused with a sentence if it cannot play."""
    g, path = find_game(game), pathlib.Path(file)
    network = files.read(path, g, language)
    if network.kind != "dense":
        raise Refused(common().say(language, "network.kind", file=file, kind=network.kind))
    try:
        return Dense(g, network)
    except WrongShape:
        said = common().say(language, "network.shapes", file=file, game=g.title)
        raise Refused(said) from None
