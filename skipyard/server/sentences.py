"""The sentences of the server and its pages."""

from __future__ import annotations

import functools
import pathlib

from skipyard.catalogue import Catalogue


@functools.cache
def sentences() -> Catalogue:
    here = pathlib.Path(__file__).parent
    return Catalogue(here / "words.toml", here / "pages.toml", here / "tournament_pages.toml")


def say(language: str, key: str, **values: object) -> str:
    """The sentence for `key`, its blanks filled in."""
    return sentences().say(language, key, **values)
