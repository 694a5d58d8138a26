"""The sentences of the server and its pages."""

from __future__ import annotations

import functools
import pathlib

from skipyard.catalogue import Catalogue


@functools.cache
def sentences() -> Catalogue:
    here = pathlib.Path(__file__).parent
    names = ("words.toml", "pages.toml", "people.toml", "tournament_pages.toml", "admin.toml")
    return Catalogue(*(here / name for name in names))


def say(language: str, key: str, **values: object) -> str:
    """The sentence for `key`, its blanks filled in."""
    return sentences().say(language, key, **values)
