"""Grammar that the sentences of all games share: elision, lists, capital letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from skipyard.catalogue import common

VOWELS = "aeiouœæ"


def of(name: str) -> str:
    """A name after the French “de”: d’Anna, d’Yves, de Nora, de Yann."""
    first, second = (unicodedata.normalize("NFD", name[n : n + 1])[:1].lower() for n in (0, 1))
    if first and (first in VOWELS or (first == "y" and second not in VOWELS)):
        return f"d’{name}"
    return f"de {name}"


def listed(words: Sequence[str], language: str) -> str:
    """Words as a list: a 3, a 7 and an 8."""
    *first, last = words
    if not first:
        return last
    return common().say(language, "list.and", first=", ".join(first), last=last)


def capital(text: str) -> str:
    """A text with a capital letter at its start."""
    return text[:1].upper() + text[1:]
