"""Whatever a batch is given, it answers with a sentence that says what would be right."""

from __future__ import annotations

from typing import Any

from helpers.nonsense import ANYTHING, answers, fuzz
from hypothesis import strategies as st

import skipyard as sy
from skipyard.testing.depth import sizes

TABLES = 3
# What a beginning may be asked: `tables` last, where a number would be a large batch.
ASKED = [
    "game",
    "seats",
    "device",
    "options",
    "positions",
    "key",
    "seed",
    "auto_reset",
    "final",
    "shows",
    "points",
    "threads",
    "player",
    "stream",
    "size",
    "colour",
    "renews",
]
ABOUT = {
    "options": ("Options", "option"),
    "positions": ("position", "Position"),
    "seats": ("players", "seats"),
    "renews": ("auto_reset",),
    "colour": ("Options",),
}
CALLS = {
    "step": ("step",),
    "take": ("Tables",),
    "observe": ("seat",),
    "reset": ("where",),
    "choose": ("bot", "policy:FILE", "file", "network"),
    "run_bots": ("run_bots", "bot"),
    "restore": ("save",),
    "play_out": ("times",),
    "run": ("moves",),
    "imagine": ("seat",),
}


@sizes("examples", 40, 3000)
def test_beginnings(examples: int) -> None:
    @fuzz(examples, st.sampled_from(ASKED), ANYTHING)
    def tried(name: str, value: Any) -> None:
        if not (name == "threads" and isinstance(value, int) and value > 8):
            asked = {"game": "skippity", "tables": TABLES, "threads": 1, name: value}
            answers(sy.Batch, **asked, about=ABOUT.get(name, ()))
        if not (isinstance(value, int) and value > 99) and name == "game":
            answers(sy.Batch, "skippity", value, about=("tables",))


@sizes("examples", 40, 3000)
def test_calls_change_nothing_that_they_refuse(examples: int) -> None:
    batch = sy.Batch("skippity", TABLES, key=7, threads=1)

    @fuzz(examples, st.sampled_from(sorted(CALLS)), ANYTHING)
    def tried(name: str, value: Any) -> None:
        if isinstance(value, int) and name in ("run", "play_out") and value > 300:
            return
        before = batch.read_rows("states").tobytes()
        call = getattr(batch, name)
        given = (value,) if name != "run_bots" else (3, value)
        told = answers(call, *given, about=CALLS[name])
        if isinstance(told, str):
            assert batch.read_rows("states").tobytes() == before
        answers(batch.imagine, None, value, about=("seed",))
        answers(batch.run_bots, value if not isinstance(value, int) else -1, "rules")
