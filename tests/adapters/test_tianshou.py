"""Tianshou's DQN, unmodified, through its own PettingZoo wrapper."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
SECONDS = 540

pytestmark = [pytest.mark.full, pytest.mark.timeout(3 * SECONDS)]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with Tianshou and what it needs; torch and the rest are our own."""
    folder = tmp_path_factory.mktemp("tianshou")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
    ]
    command += ["--target", str(folder), "-r", str(HERE / "tianshou.txt")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        pytest.skip(f"Tianshou cannot be installed here: {done.stderr.strip().splitlines()[-1:]}")
    return folder


def test_dqn_trains_on_whole_games(packages: pathlib.Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(packages)}
    done = subprocess.run(
        [sys.executable, str(HERE / "tianshou_dqn.py")],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = re.search(r"STEPS (\d+) GRADIENTS (\d+) ENDS (\d+)\nREWARDS (.+)", done.stdout)
    assert told, done.stdout[-2000:]
    steps, gradients, ends = (int(told[n]) for n in (1, 2, 3))
    assert steps >= 200
    assert gradients > 0
    assert ends > 0  # an illegal move would have ended a game at once: the masks were read
    assert told[4] == "[-1.0, 0.0, 1.0]"
    assert ends < steps / 10
