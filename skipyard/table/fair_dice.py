"""Fair dice: keys, nonces and commitments, so that nobody can choose the dice alone.

docs/fair-dice.md says what that proves.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

LENGTH = 32  # bytes of a key, a nonce and a commitment
NO_NONCE = bytes(LENGTH)  # of a seat that gave none, or did not reveal it in time


def new_key() -> bytes:
    """A server's key for one table, at random."""
    return secrets.token_bytes(LENGTH)


def commitment(server_key: bytes) -> str:
    """What the server publishes when a table opens; after that it cannot change its key."""
    return hashlib.sha256(b"skipyard dice 1" + server_key).hexdigest()


def nonce_commitment(nonce: bytes) -> str:
    """What a player's client sends when sitting down, before anybody's nonce is known."""
    return hashlib.sha256(nonce).hexdigest()


def table_key(server_key: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of the table's dice: the server's, and a nonce for every seat in order."""
    return hashlib.sha256(b"skipyard table 1" + server_key + b"".join(nonces)).digest()


def is_hex(text: object) -> bool:
    """Whether a text is 32 bytes in lower-case hexadecimal."""
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None
