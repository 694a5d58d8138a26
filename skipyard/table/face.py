"""The faces that people choose: drawn from our own parts, written as one digit for each part."""

from __future__ import annotations

import re

PARTS = {"clothes": 6, "skin": 5, "hair": 6, "style": 5, "mouth": 3, "glasses": 2}  # as face.ts
FACE = "".join(f"[0-{count - 1}]" for count in PARTS.values())


def is_face(text: object) -> bool:
    """Whether a text names one of our parts in each place."""
    return isinstance(text, str) and re.fullmatch(FACE, text) is not None
