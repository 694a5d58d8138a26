"""The sentences of the benchmarks."""

from __future__ import annotations

import functools
import pathlib

from skipyard.catalogue import Catalogue


@functools.cache
def catalogue() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def sentence(language: str, key: str, **values: object) -> str:
    """The sentence for `key`, its blanks filled in."""
    return catalogue().say(language, key, **values)
