"""The sentence with which a command refuses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from skipyard.__main__ import main


def refusal(capsys: pytest.CaptureFixture[str], words: Sequence[str]) -> str:
    """Run a command that is refused; the one line it prints on stderr, with exit status 2."""
    assert main(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert not printed.out
    return printed.err
