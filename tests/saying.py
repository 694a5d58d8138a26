"""What commands say when they cannot do what they are told to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from skipyard.__main__ import main


def refusal(capsys: pytest.CaptureFixture[str], words: Sequence[str]) -> str:
    """The one line that a command says instead; its status is 2."""
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert not said.out
    return said.err
