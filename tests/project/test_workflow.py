"""The workflow is valid, and runs what the README and the Makefile offer."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CI = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_follows_the_schema_of_github(file: pathlib.Path) -> None:
    check = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
    ]
    done = subprocess.run([*check, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_it_makes_are_targets_of_the_makefile() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    made = re.findall(r"run: make ([a-z-]+)", CI)
    assert made == ["test", "test-all"]
    assert set(made) <= set(targets)


def test_it_runs_every_version_of_python_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    short, whole = (re.findall(r"[\d.]+", each) for each in re.findall(r"python: \[(.*)\]", CI))
    assert short == named
    assert whole == [named[0], named[-1]]
    assert project["requires-python"] == f">={named[0]}"


def test_it_runs_both_commands_on_linux_and_macos() -> None:
    assert re.findall(r"\bos: \[(.*)\]", CI) == 2 * ["ubuntu-latest, macos-latest"]
    assert CI.count("runs-on: ${{ matrix.os }}") == CI.count("runs-on: ") == 2
    assert CI.count("python-version: ${{ matrix.python }}") == CI.count("python-version: ") == 2
