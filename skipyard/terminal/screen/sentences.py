"""The sentences of the full-screen client."""

from __future__ import annotations

import functools
import pathlib

from skipyard.catalogue import Catalogue


@functools.cache
def sentences() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def say(language: str, key: str, **values: object) -> str:
    """Look up the sentence for `key` and fill in its blanks."""
    return sentences().say(language, key, **values)
