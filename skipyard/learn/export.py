"""Writing a network to a file that plays without PyTorch (skipyard/networks)."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np

from skipyard.games import Game
from skipyard.games.feature_layout import observation_digest

FORMAT = 1


def write(file: pathlib.Path, game: Game, network: Any, sides: int, made: dict[str, Any]) -> None:
    """Weights in 16 bits, and what they belong to."""
    arrays = {name: weight.astype(np.float16) for name, weight in network.arrays().items()}
    meta = {
        "format": FORMAT,
        "kind": game.profile.training.network,
        "game": game.name,
        "rules_version": game.rules.VERSION,
        "observation": observation_digest(game.name),
        "features": game.features.SIZE,
        "actions": len(game.rules.ACTIONS),
        "sides": sides,
        "made": made,
    }
    text = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    draft = file.with_suffix(".draft.npz")
    np.savez_compressed(draft, meta=text, **arrays)
    draft.replace(file)
