"""The file of a network: an .npz with weights in 16 bits, and what they belong to as JSON.

Nothing in it is ever run. A file of another game, of other rules, of other observations, or with
weights of a wrong shape is refused in a sentence.
"""

from __future__ import annotations

import json
import pathlib
import zipfile
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.options import Refused

FORMAT = 1
LARGEST = 16 << 20  # bytes of a file, and of its weights once they are read
META = "meta"

Weights = npt.NDArray[np.float32]


class Network(NamedTuple):
    """A network as its file has it."""

    kind: str
    weights: dict[str, Weights]
    made: dict[str, Any]  # how it was trained


def read(file: pathlib.Path, game: Game, language: str = "en") -> Network:
    """The network in a file, if it was trained for this game as it is today."""
    from skipyard.games.feature_layout import observation_digest  # brings the compiler in

    meta, weights = contents(file, language)
    checks: tuple[tuple[str, Any], ...] = (
        ("format", FORMAT),
        ("game", game.name),
        ("rules_version", game.rules.VERSION),
        ("observation", observation_digest(game.name)),
    )
    for field, wanted in checks:
        if meta.get(field) != wanted:
            facts = {"file": file, "found": meta.get(field), "wanted": wanted, "game": game.title}
            raise Refused(common().say(language, f"network.{field}", **facts))
    return Network(str(meta.get("kind")), weights, dict(meta.get("made") or {}))


def contents(file: pathlib.Path, language: str) -> tuple[dict[str, Any], dict[str, Weights]]:
    """What stands in a file, unchecked but for its size and its form."""
    try:
        with zipfile.ZipFile(file) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > LARGEST:
            raise ValueError(f"{size:,} bytes")
        with np.load(file, allow_pickle=False) as arrays:
            meta = json.loads(arrays[META].tobytes().decode())
            weights = {
                name: np.ascontiguousarray(arrays[name], np.float32)
                for name in arrays.files
                if name != META
            }
        if not isinstance(meta, dict) or not all(
            np.isfinite(one).all() for one in weights.values()
        ):
            raise ValueError(META)
    except FileNotFoundError:
        raise Refused(common().say(language, "network.missing", file=file)) from None
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError) as why:
        raise Refused(common().say(language, "network.damaged", file=file, why=why)) from None
    return meta, weights
