"""Reads a file or fetches a URL, with a limit on its size and a timeout."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request

from skipyard.options import Refused
from skipyard.table.files import untrusted
from skipyard.table.sentences import say

SCHEMES = ("http://", "https://")
TIMEOUT = 20  # seconds


def fetch(place: str, largest: int, language: str) -> bytes:
    """The content at a path or a URL, cut off one byte past `largest`."""

    def refuse(key: str, **facts: object) -> Refused:
        return Refused(f"{place}: {say(language, f'record.{key}', **facts)}")

    if not place.startswith(SCHEMES):
        return untrusted.contents(place, largest, refuse)
    try:
        with urllib.request.urlopen(place, timeout=TIMEOUT) as answer:
            return bytes(answer.read(largest + 1))
    except urllib.error.URLError as problem:
        raise refuse("read", why=problem.reason) from None
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise refuse("read", why=problem) from None
