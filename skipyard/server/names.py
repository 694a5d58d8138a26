"""Names that people give themselves: short, readable, and nothing that plays tricks on a screen."""

from __future__ import annotations

import unicodedata

from skipyard.options import Refused
from skipyard.server.sentences import say

LONGEST = 20
MARKS_IN_A_ROW = 2  # accents on one letter; more is drawn over the lines around it
PLAIN = frozenset(" -'’._")


def clean(text: str, language: str = "en") -> str:
    """The name as it is shown, or Refused with a sentence; an empty one is no name at all."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST:
        raise Refused(say(language, "name.long", longest=LONGEST))
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        if marks > MARKS_IN_A_ROW or not (category[0] in "LMN" or letter in PLAIN):
            raise Refused(say(language, "name.letters"))
    if name and not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refused(say(language, "name.letters"))
    return name
