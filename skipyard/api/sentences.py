"""The sentences of the public API, in English and French."""

from __future__ import annotations

import functools
import pathlib

from skipyard.arguments import language_of as language_of
from skipyard.arguments import shown as shown
from skipyard.arguments import text_of as text_of
from skipyard.arguments import whole as whole
from skipyard.catalogue import Catalogue


@functools.cache
def catalogue() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def say(language: str, key: str, **values: object) -> str:
    """A sentence, its blanks filled in."""
    return catalogue().say(language, key, **values)
