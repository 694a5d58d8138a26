"""Frames that are written without the library are those that it would write."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from skipyard.server.wire import head_of


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_the_librarys(length: int) -> None:
    text = b"x" * length
    assert head_of(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
