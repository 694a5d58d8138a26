"""Canonical JSON: equal values are equal bytes."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def dumps(value: Any) -> str:
    """A value as JSON with sorted keys, no spaces and no escaped letters."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical bytes."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()
