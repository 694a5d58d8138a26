"""Names that people give themselves: short, readable, and nothing that plays tricks on a screen."""

from __future__ import annotations

import unicodedata

from skipyard.options import Refused
from skipyard.server.sentences import say

LONGEST = 20
MARKS_IN_A_ROW = 2  # accents on one letter; more is drawn over the lines around it
PLAIN = frozenset(" -'’._")
UNSEEN = frozenset(  # letters and marks that are drawn as nothing
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
    """The name as it is shown, or Refused with a sentence; an empty one is no name at all."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST:
        raise Refused(say(language, "name.long", longest=LONGEST), about="name")
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        readable = letter in PLAIN or (category[0] in "LMN" and letter not in UNSEEN)
        if marks > MARKS_IN_A_ROW or not readable:
            raise Refused(say(language, "name.letters"), about="name")
    if name and not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refused(say(language, "name.letters"), about="name")
    return name
