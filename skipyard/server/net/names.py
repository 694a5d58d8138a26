"""Checks the names that people give themselves: short, readable, no invisible characters."""

from __future__ import annotations

import unicodedata

from skipyard.options import Refused
from skipyard.server.sentences import say

LONGEST = 20
MARKS_IN_A_ROW = 2  # accents on one letter; more would cover the lines around it
PUNCTUATION = frozenset(" -'’._")
INVISIBLE = frozenset(  # letters and marks that are drawn as nothing
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)


def clean(text: str, language: str = "en") -> str:
    """The name as it is shown, or Refused with a sentence; it may be empty."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST:
        raise Refused(say(language, "name.long", longest=LONGEST), about="name")
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        readable = letter in PUNCTUATION or (category[0] in "LMN" and letter not in INVISIBLE)
        if marks > MARKS_IN_A_ROW or not readable:
            raise Refused(say(language, "name.letters"), about="name")
    if name and not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refused(say(language, "name.letters"), about="name")
    return name
