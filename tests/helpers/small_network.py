"""Writes files of small networks with random weights, as `skipyard train` would."""

from __future__ import annotations

import itertools
import json
import pathlib
from typing import Any

import numpy as np

from skipyard.games import game
from skipyard.games.feature_layout import observation_digest
from skipyard.networks.file import FORMAT

LAYERS = (48, 32, 16)


def weights_for(name: str, layers: tuple[int, ...] = LAYERS, seed: int = 1) -> dict[str, Any]:
    """Weights that make about as many numbers positive as negative."""
    g, dice = game(name), np.random.default_rng(seed)
    weights: dict[str, Any] = {}
    for n, (wide, after) in enumerate(itertools.pairwise((g.features.SIZE, *layers))):
        layer = f"hidden{n - 1}" if n else "input"
        weights[f"{layer}_weight"] = dice.normal(0, (2 / wide) ** 0.5, (wide, after))
        weights[f"{layer}_bias"] = dice.normal(0, 0.1, after)
    for head, count in (("policy", len(g.rules.ACTIONS)), ("value", g.options.MOST_SEATS)):
        weights[f"{head}_weight"] = dice.normal(0, 0.2, (layers[-1], count))
        weights[f"{head}_bias"] = dice.normal(0, 0.1, count)
    return {part: weight.astype(np.float16) for part, weight in weights.items()}


def meta_for(name: str, **changed: Any) -> dict[str, Any]:
    meta = {"format": FORMAT, "kind": "dense", "game": name, "made": {"samples": 0}}
    meta |= {"rules_version": game(name).rules.VERSION, "observation": observation_digest(name)}
    return meta | changed


def write(file: pathlib.Path, meta: Any, weights: dict[str, Any]) -> str:
    """The file's name, for `policy:FILE`."""
    text = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    np.savez_compressed(file, meta=text, **weights)
    return str(file)
