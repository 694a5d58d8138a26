"""Our own framing agrees with the websockets library."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from skipyard.server.net.uvicorn_protocols import frame_header, short_text


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_the_librarys(length: int) -> None:
    text = b"x" * length
    assert frame_header(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", [0, 1, 4, 125])
def test_a_short_text_is_read_as_the_library_wrote_it(length: int) -> None:
    text = bytes(range(32, 32 + 64)) * 2
    assert short_text(Frame(Opcode.TEXT, text[:length]).serialize(mask=True)) == text[:length]


def test_anything_else_is_left_to_the_library() -> None:
    whole = Frame(Opcode.TEXT, b"a move").serialize(mask=True)
    others = [b"", whole[:-1], whole + b"x", whole * 2]
    others += [
        Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True),
        Frame(Opcode.TEXT, b"bare").serialize(mask=False),
        Frame(Opcode.TEXT, b"a part", fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, b"bytes").serialize(mask=True),
        Frame(Opcode.PING, b"ping").serialize(mask=True),
    ]
    assert [short_text(data) for data in others] == [None] * len(others)
