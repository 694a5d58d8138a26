"""A stand-in until the record is merged."""

from typing import Any


def dumps(*args: Any) -> bytes:
    return b"{}"


def redacted(*args: Any) -> bytes:
    return b"{}"
