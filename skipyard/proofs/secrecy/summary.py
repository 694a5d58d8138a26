"""What a game sent its viewer, in short: two worlds in two processes are compared by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from skipyard.proofs.secrecy.channels import Sent, Watched
from skipyard.proofs.secrecy.random_tables import Plan

ERROR = "error"
DIGEST = 8  # bytes
AROUND = 60  # bytes shown on both sides of a difference


class Summary(NamedTuple):
    """One game in one world."""

    viewer: int
    positions: int
    differing: int  # positions with something else hidden than in truth
    size: int  # bytes sent
    reasons: set[str]  # refusals of the rules that were heard
    sent: list[tuple[int, str, bytes]]  # position, channel, digest of the bytes


def everything(watched: Watched) -> Iterator[Sent]:
    """What is sent; an error ends it, and is part of it."""
    try:
        yield from watched.sent()
    except Exception as error:
        yield Sent(watched.positions, ERROR, f"{type(error).__name__}: {error}".encode())


def summary(plan: Plan, which: int) -> Summary:
    """Play a game and sum up what its viewer was sent."""
    watched, size, digests = Watched(plan, which), 0, []
    for sent in everything(watched):
        size += len(sent.content)
        short = hashlib.blake2b(sent.content, digest_size=DIGEST).digest()
        digests.append((sent.position, sent.channel, short))
    return Summary(
        watched.viewer, watched.positions, watched.differing, size, watched.reasons, digests
    )


def content(plan: Plan, which: int, index: int) -> bytes:
    """What was sent as number `index` of a game."""
    for at, sent in enumerate(everything(Watched(plan, which))):
        if at == index:
            return sent.content
    return b""


def differences(one: Summary, two: Summary) -> list[int]:
    """The numbers of what was not the same in both worlds; an error never is."""
    length = max(len(one.sent), len(two.sent))
    padded = [each.sent + [(0, "", b"")] * (length - len(each.sent)) for each in (one, two)]
    pairs = enumerate(zip(*padded, strict=True))
    return [at for at, (mine, yours) in pairs if mine != yours or mine[1] == ERROR]


def excerpts(one: bytes, two: bytes) -> tuple[str, str]:
    """Where two texts first differ, with a little of what stands around it."""
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    near = slice(max(0, at - AROUND), at + AROUND)
    return one[near].decode(errors="replace"), two[near].decode(errors="replace")
