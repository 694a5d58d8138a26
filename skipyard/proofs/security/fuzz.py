"""Random and mutated bytes for everything that parses untrusted input."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from skipyard.options import Refused
from skipyard.proofs.security.attacks import MALFORMED
from skipyard.proofs.shared.games import HIDING
from skipyard.server.api import routes
from skipyard.server.net import messages
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row
from skipyard.table.files import record, verify
from skipyard.table.host import Host

MESSAGE_TYPES: tuple[Any, ...] = (
    messages.Request,
    routes.NewTable,
    routes.TakeSeat,
    routes.UseCode,
    routes.Fill,
    routes.OneSeat,
)
VALID_MESSAGES = (
    b'{"type":"move","seq":12,"command":"c7","action":31}',
    b'{"type":"hello","language":"fr"}',
    b'{"type":"offer","seq":3,"command":"x","what":"rematch"}',
    b'{"game":"%s","chairs":["me","bot:greedy"],"settings":["size=3"],"policy":{}}'
    % HIDING.encode(),
    b'{"code":"ABCD","name":"Ann","bearer":true,"commitment":"' + b"a" * 64 + b'"}',
    b'{"seat":1,"bot":"random"}',
)
REPLACEMENTS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "\x1b[2J",
    "ä" * 300,
    [],
    {},
    [[]],
)


def mutated(dice: random.Random, seed: bytes) -> bytes:
    """Change, remove, insert or repeat some bytes."""
    content = bytearray(seed)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(content) + 1)
        match dice.randrange(5):
            case 0 if content:
                content[at % len(content)] = dice.randrange(256)
            case 1:
                del content[at : at + dice.randrange(8)]
            case 2:
                content[at:at] = dice.randbytes(dice.randrange(8))
            case 3:
                content[at:at] = dice.choice((b"[", b"{", b'"', b"\\u", b"9" * 50, b"\x00", b":"))
            case _:
                content[at:at] = content[at : at + dice.randrange(40)]
    return bytes(content)


def changed(dice: random.Random, content: Any) -> Any:
    """Replace or remove one value somewhere in a JSON value."""
    if isinstance(content, dict) and content:
        name = dice.choice(sorted(content))
        if dice.random() < 0.1:
            return {key: value for key, value in content.items() if key != name}
        return content | {name: changed(dice, content[name])}
    if isinstance(content, list) and content and dice.random() < 0.9:
        at = dice.randrange(len(content))
        if dice.random() < 0.1:
            return content[:at] + content[at + 1 :]
        return [*content[:at], changed(dice, content[at]), *content[at + 1 :]]
    return dice.choice(REPLACEMENTS)


def fuzz_messages(tries: int, dice: random.Random) -> list[str]:
    """Everything the decoder did other than return a message or raise Misread."""
    seeds = [
        *VALID_MESSAGES,
        *(f if isinstance(f, bytes) else f.encode("utf-8") for f in MALFORMED),
    ]
    surprises = []
    for _ in range(tries):
        random_bytes = dice.random() < 0.2
        frame = (
            dice.randbytes(dice.randrange(64))
            if random_bytes
            else mutated(dice, dice.choice(seeds))
        )
        kind = dice.choice(MESSAGE_TYPES)
        surprises += unexpected(partial(messages.read, frame, kind), messages.Misread, frame)
    return surprises


def fuzz_records(tries: int, dice: random.Random, records: Sequence[bytes]) -> list[str]:
    """Everything the importer did other than verify a record or refuse it."""
    surprises = []
    for _ in range(tries):
        seed = dice.choice(records)
        if dice.random() < 0.3:
            raw = mutated(dice, seed)
        else:  # a change with a matching id
            content = changed(dice, json.loads(seed))
            raw = json.dumps(resealed(content)).encode()
        surprises += unexpected(partial(verified, raw), Refused, raw)
    return surprises


def verified(raw: bytes) -> list[str]:
    return list(verify.read(raw).checks())


def resealed(content: Any) -> Any:
    if isinstance(content, dict):
        try:
            return record.sealed({k: v for k, v in content.items() if k != "id"})
        except (ValueError, TypeError):
            return content
    return content


def unexpected(read: Callable[[], Any], expected: type[Exception], raw: bytes) -> list[str]:
    try:
        read()
    except expected as sentence:
        return [] if str(sentence) else [f"no sentence for {raw[:60]!r}"]
    except Exception as surprise:
        return [f"{type(surprise).__name__} for {raw[:60]!r}: {surprise}"]
    return []


def finished(game: str, settings: list[str], dice: random.Random) -> bytes:
    """The record of a short finished game, to mutate."""
    header = Header(
        "fuzz",
        game,
        rules_version(game),
        2,
        json.dumps(settings),
        '{"chairs":["open","open"]}',
        bytes(32),
        1,
    )
    host, rows = Host(header), list[Row]()

    def do(seat: int, command: Command) -> None:
        row = host.check(seat, command, 2 + host.seq).row
        host.apply(row)
        rows.append(row)

    for seat in (0, 1):
        do(seat, Command("sit", host.seq, f"sit:{seat}", data={"name": f"P{seat}"}, own=True))
    do(-1, Command("deal", host.seq, "deal:1", own=True))
    for number in range(20):
        if host.phase == "playing":
            action = dice.choice(host.legal(host.turn))
            do(host.turn, Command("move", host.seq, f"m{number}", action=action))
    if host.phase == "playing":
        do(0, Command("resign", host.seq, "r"))
    return record.dumps(record.of(header, rows))


def rules_version(name: str) -> int:
    from skipyard.games import game

    return int(game(name).rules.VERSION)
