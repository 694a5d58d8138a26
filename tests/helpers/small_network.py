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
    return squares_for(name, seed) if kind_of(name) == "squares" else dense_for(name, layers, seed)


def dense_for(name: str, layers: tuple[int, ...] = LAYERS, seed: int = 1) -> dict[str, Any]:
    """The weights of a plain stack of layers."""
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


def kind_of(name: str) -> str:
    return game(name).profile.training.network


def squares_for(name: str, seed: int) -> dict[str, Any]:
    """The same for a network by squares, in PyTorch's layout; the last convolution is narrower."""
    wide, narrow, pooled = 12, 8, 10
    shapes: dict[str, tuple[int, ...]] = {
        "colour": (wide, 25),
        "deep_colour": (wide, wide),
        "table": (wide, 27),
        "convolutions_0": (wide, wide, 3, 3),
        "convolutions_1": (narrow, wide, 3, 3),
        "jump": (4, narrow, 1, 1),
        "pool": (pooled, narrow + wide),
        "end": (2, pooled),
        "value": (game(name).options.MOST_SEATS, pooled),
    }
    dice, weights = np.random.default_rng(seed), dict[str, Any]()
    for part, shape in shapes.items():
        spread = (2 / np.prod(shape[1:])) ** 0.5
        weights[f"{part}_weight"] = dice.normal(0, spread, shape)
        weights[f"{part}_bias"] = dice.normal(0, 0.1, shape[0])
    weights |= {part: dice.normal(0, 0.5, wide) for part in ("jumper", "empty")}
    return {part: weight.astype(np.float16) for part, weight in weights.items()}


def meta_for(name: str, **changed: Any) -> dict[str, Any]:
    meta = {"format": FORMAT, "kind": kind_of(name), "game": name, "made": {"samples": 0}}
    meta |= {"rules_version": game(name).rules.VERSION, "observation": observation_digest(name)}
    return meta | changed


def write(file: pathlib.Path, meta: Any, weights: dict[str, Any]) -> str:
    """The file's name, for `policy:FILE`."""
    text = np.frombuffer(json.dumps(meta).encode(), np.uint8)
    np.savez_compressed(file, meta=text, **weights)
    return str(file)
