"""The example that learns on a batch, docs/examples/ppo.py, runs; with little training."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import pytest

EXAMPLE = pathlib.Path(__file__).parents[2] / "docs" / "examples" / "ppo.py"


@pytest.mark.full
def test_ppo_learns_on_a_batch() -> None:
    command = [sys.executable, str(EXAMPLE), "--updates", "6", "--tables", "64", "--steps", "32"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=500).stdout
    shares = re.fullmatch(r"won (\d+)% of 400 games against random before, (\d+)% after\n", told)
    assert shares, told
    assert int(shares[2]) > int(shares[1]) + 5, told
