"""`skipyard open` tells whoever started it which games are ready, in their language."""

from __future__ import annotations

import json

import pytest

from skipyard.server import logs
from skipyard.server.commands.open import print_progress
from skipyard.server.workers.compiling import COMPILED


def test_every_compiled_game_is_a_line_and_nothing_else_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up()  # as an application does when it is made
    print_progress("fr")
    logs.note("serving", process="p")
    for name in ("skipbo", "skippity"):
        logs.note(COMPILED, game=name)
    logs.problem("a bot worker died")
    said = capsys.readouterr()
    assert said.out.splitlines() == ["Skip-Bo est prêt (1 sur 5).", "Skippity est prêt (2 sur 5)."]
    assert [json.loads(line)["event"] for line in said.err.splitlines()] == ["a bot worker died"]
