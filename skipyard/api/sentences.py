"""The sentences of the public API, in English and French, and checks of its arguments."""

from __future__ import annotations

import functools
import operator
import pathlib

from skipyard.catalogue import LANGUAGES, Catalogue
from skipyard.options import Refused


@functools.cache
def catalogue() -> Catalogue:
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")


def say(language: str, key: str, **values: object) -> str:
    """A sentence, its blanks filled in."""
    return catalogue().say(language, key, **values)


def shown(value: object) -> str:
    """A value as a refusal quotes it: its repr, not too long."""
    try:
        text = repr(value)
    except Exception:  # a stranger's __repr__ may do anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:79] + "…"


def language_of(language: object) -> str:
    """A language that we speak."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise Refused(say("en", "api.language", value=shown(language)), about="language")
    return language


def whole(value: object, name: str, language: str, low: int | None = 0) -> int:
    """A whole number, at least `low`; a bool is none."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or (low is not None and number < low):
        key = "api.whole" if low is None else "api.whole_from"
        facts = {"name": name, "low": low, "value": shown(value)}
        raise Refused(say(language, key, **facts), about=name)
    return number


def text_of(value: object, name: str, language: str) -> str:
    """A text, and nothing else."""
    if not isinstance(value, str):
        raise Refused(say(language, "api.text", name=name, value=shown(value)), about=name)
    return value
