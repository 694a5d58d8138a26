"""JSON with one way to write it, so that equal things are equal bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def dumps(value: Any) -> str:
    """Sorted keys, no spaces, letters as they are."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """What a value is known by: SHA-256 of its canonical bytes."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()
