"""A bot that looks at its view once, with a trained network, and plays the move it likes best."""

from __future__ import annotations

import functools
import importlib
import pathlib
from typing import TYPE_CHECKING

import numpy as np

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.games import game as find_game
from skipyard.networks import file as files
from skipyard.networks import trained
from skipyard.networks.weights import Evaluator, WrongShape
from skipyard.options import Refused

if TYPE_CHECKING:
    from skipyard.games.contract import Moves, ViewRecord

MOST_LOADED = 8  # networks that a process keeps
DENSE = "dense"


class NetworkPlayer:
    """Chooses moves for one game with the network in a file; with none, with the shipped one."""

    def __init__(self, game: str, file: str = "", language: str = "en") -> None:
        self.game = find_game(game)
        self.network = load(game, file, language).with_own_buffers()
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


def load(game: str, file: str, language: str = "en") -> Evaluator:
    """The network in a file, or the shipped one; Refused with a sentence if it cannot play."""
    if file:
        return loaded(game, pathlib.Path(file), language)
    shipped = trained.file_of(game)
    if not shipped.exists():
        title = find_game(game).title
        raise Refused(common().say(language, "network.none", game=title))
    return loaded(game, shipped, language)


@functools.lru_cache(MOST_LOADED)
def loaded(game: str, file: pathlib.Path, language: str) -> Evaluator:
    """The same, kept: whoever uses it needs buffers of its own."""
    g = find_game(game)
    network = files.read(file, g, language)
    module = module_of(g, network.kind)
    if module is None:
        facts = {"file": file, "kind": network.kind, "game": g.title}
        raise Refused(common().say(language, "network.kind", **facts))
    try:
        evaluation: Evaluator = importlib.import_module(module).Evaluation(g, network)
    except WrongShape:
        said = common().say(language, "network.shapes", file=file, game=g.title)
        raise Refused(said) from None
    evaluation.kind, evaluation.file = network.kind, file
    return evaluation


def module_of(game: Game, kind: str) -> str | None:
    """The module that evaluates this kind of network for a game; None if there is none."""
    if kind == DENSE:
        return f"{__package__}.{DENSE}"
    return game.companion("networks", kind) if kind == game.profile.training.network else None
