"""The dice of a tournament: one committed key and everybody's nonces give the key of every deal.

docs/tournaments.md says what that proves; docs/fair-dice.md how one table does it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

ID_BYTES = 9  # 12 letters in an address, as of every table


def tournament_key(server_key: bytes, nonces: Sequence[bytes]) -> bytes:
    """The server's key, and a nonce for everybody who was there when it began, in order."""
    return hashlib.sha256(b"skipyard tournament 1" + server_key + b"".join(nonces)).digest()


def deal_key(key: bytes, number: int, table: int = 0) -> bytes:
    """The server's key of a table in round `number` (from 1); table 0 stands for all of them."""
    return hashlib.sha256(b"skipyard deal 1" + key + numbers(number, table)).digest()


def lots(key: bytes, players: Sequence[int]) -> list[int]:
    """The players in an order that nobody chose: for seeds, schedules and first pairings."""
    return sorted(
        players,
        key=lambda player: hashlib.sha256(b"skipyard lots 1" + key + numbers(player, 0)).digest(),
    )


def table_id(server_key: bytes, number: int, table: int) -> str:
    """The id of a table; processes that race for it open the same one."""
    secret = b"skipyard tournament table 1" + server_key + numbers(number, table)
    return base64.urlsafe_b64encode(hashlib.sha256(secret).digest()[:ID_BYTES]).decode()


def numbers(number: int, table: int) -> bytes:
    return number.to_bytes(4, "big") + table.to_bytes(4, "big")
