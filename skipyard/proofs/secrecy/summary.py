"""A summary of what a viewer was sent, by which the two worlds are compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from skipyard.proofs.secrecy.channels import SentBytes, WatchedGame
from skipyard.proofs.secrecy.random_tables import Trial

ERROR = "error"
DIGEST_BYTES = 8
EXCERPT_BYTES = 60  # on both sides of a difference


class Summary(NamedTuple):
    """One game in one world."""

    viewer: int
    positions: int
    differing: int  # positions where something hidden differs from the true world
    size: int  # bytes sent
    reasons: set[str]  # the rules' refusals that the viewer received
    sent: list[tuple[int, str, bytes]]  # position, channel, digest of the bytes


def all_sent(watched: WatchedGame) -> Iterator[SentBytes]:
    """Everything that is sent; an exception ends it and is yielded as its last part."""
    try:
        yield from watched.sent()
    except Exception as error:
        yield SentBytes(watched.positions, ERROR, f"{type(error).__name__}: {error}".encode())


def summary(trial: Trial, which: int) -> Summary:
    """Play a game and summarise what its viewer was sent."""
    watched, size, digests = WatchedGame(trial, which), 0, []
    for sent in all_sent(watched):
        size += len(sent.content)
        short = hashlib.blake2b(sent.content, digest_size=DIGEST_BYTES).digest()
        digests.append((sent.position, sent.channel, short))
    return Summary(
        watched.viewer, watched.positions, watched.differing, size, watched.reasons, digests
    )


def content(trial: Trial, which: int, index: int) -> bytes:
    """The bytes that were sent as number `index` of a game."""
    for at, sent in enumerate(all_sent(WatchedGame(trial, which))):
        if at == index:
            return sent.content
    return b""


def differences(one: Summary, two: Summary) -> list[int]:
    """The indexes at which the worlds differ; an error counts as a difference."""
    length = max(len(one.sent), len(two.sent))
    padded = [each.sent + [(0, "", b"")] * (length - len(each.sent)) for each in (one, two)]
    pairs = enumerate(zip(*padded, strict=True))
    return [at for at, (mine, yours) in pairs if mine != yours or mine[1] == ERROR]


def excerpts(one: bytes, two: bytes) -> tuple[str, str]:
    """The surroundings of the first difference between two texts."""
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    near = slice(max(0, at - EXCERPT_BYTES), at + EXCERPT_BYTES)
    return one[near].decode(errors="replace"), two[near].decode(errors="replace")
