"""`tests/fresh.sh` fails if a step of a newcomer takes too long."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).parents[1] / "fresh.sh"


@pytest.mark.parametrize(
    ("seconds", "slack", "status"),
    [("4.9", "1", 0), ("5.0", "1", 0), ("5.1", "1", 1), ("14.9", "3", 0), ("15.1", "3", 1)],
)
def test_a_step_that_takes_too_long_fails(seconds: str, slack: str, status: int) -> None:
    text = SCRIPT.read_text("utf-8")
    functions = text[text.index("\nnow()") : text.index("\nport=")]
    steps = f'{functions}\ntold "git clone" 0.2 5\ntold "make play" {seconds} 5\nfinish'
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", steps],
        env=os.environ | {"FRESH_SLACK": slack},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stderr
    clone, play, *more = done.stdout.splitlines()
    assert clone.split() == ["git", "clone", "0.2", "s", "at", "most", "5", "s"]
    assert play.endswith("too slow" if status else "s")
    assert any("of these steps took too long" in line for line in more) == bool(status)
