"""The sentences of tournaments."""

from __future__ import annotations

import functools
import pathlib

from skipyard.catalogue import Catalogue


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def say(language: str, key: str, **values: object) -> str:
    """The sentence for `key`, its blanks filled in."""
    return sentences().say(language, key, **values)
