"""Commands and modules that need an extra say which, in a sentence; extras.py knows them all."""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from skipyard import extras
from skipyard.catalogue import LANGUAGES, common, with_firm_spaces

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
IMPORTED_AS = {
    "open-spiel": ("open_spiel", "pyspiel"),
    "numba-cuda": ("cuda", "numba_cuda"),
    "pgx": ("jax", "pgx"),
}
PINS_OTHERS = re.compile(r"==|<(?!\d)|~=")


# Runs commands, imports and calls in a process where no package of an extra can be imported.
BARE = """
import contextlib, importlib, io, json, sys
from skipyard import extras

class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in extras.EXTRA_OF:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def installed(name):
    return name not in extras.EXTRA_OF

# numba-cuda, where it is installed, answers for numba.cuda by a finder of its own
sys.meta_path[:] = [Hidden, *(f for f in sys.meta_path if "numba_cuda" not in f.__module__)]
extras.is_installed = installed
from skipyard.__main__ import main

def run(command):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        return main(command), err.getvalue()

def error(module, call):
    try:
        exec(call, vars(importlib.import_module(module)))
    except ImportError as error:
        return str(error)

commands, calls = json.load(sys.stdin)
ran = {" ".join(command): run(command) for command in commands}
print(json.dumps([ran, {module: error(module, call) for module, call in calls.items()}]))
"""
COMMANDS = {
    "open": "server",
    "serve": "server",
    "prove durability": "prove",
    "prove secrecy": "prove",
    "prove concurrency": "prove",
    "prove security": "prove",
    "prove restart": "prove",
    "prove outage": "prove",
    "prove upgrade": "prove",
    "bench server": "prove",
    "bench web": "prove",
    "bench compare main": "prove",
    "bench rules --peers": "peers",
    "bench batch --peers": "peers",
    "bench gpu": "gpu",
    "bench openspiel": "openspiel",
    "prove soak": "prove",
    "train skippity --out x": "train",
    "ladder skippity --seats 3 --bots greedy,rules,random": "lab",
}
ARGUMENTS = {
    "export x --db postgresql://nobody/x": ("server", "PostgreSQL"),
    "simulate skippity --games 1 --on ray": ("ray", "`--on ray`"),
    "match skippity random greedy --on ray": ("ray", "`--on ray`"),
    "simulate skippity --games 1 --out x.parquet": ("data", "“x.parquet”"),
    "match skippity greedy openspiel:5": ("openspiel", "“openspiel:5”"),
}
NEED_NONE = ("schema", "export x", "bot --server localhost:1 -- true", "games")
MODULES = {
    "skipyard.adapters.gymnasium": "gym",
    "skipyard.adapters.vector": "gym",
    "skipyard.adapters.pettingzoo": "gym",
    "skipyard.adapters.openspiel": "openspiel",
    "skipyard.adapters.observer": "openspiel",
    "skipyard.adapters.ismcts": "openspiel",
    "skipyard.pictures": "server",
    "skipyard.batch.gpu": "gpu",
}
CALLS = {"skipyard.pictures": "png('<svg/>')", "skipyard.batch.gpu": "Batch('skippity', 2, 1)"}
Told = tuple[dict[str, list[Any]], dict[str, str | None]]  # of commands and of modules


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What each command and module says where no extra is installed."""
    each = [*COMMANDS, *ARGUMENTS, *NEED_NONE]
    commands = [["--lang", language, *one.split()] for one in each for language in LANGUAGES]
    calls = {module: CALLS.get(module, "") for module in MODULES}
    own = {"XDG_DATA_HOME": str(tmp_path_factory.mktemp("data")), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", BARE],
        input=json.dumps([commands, calls]),
        env=os.environ | own,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    ran, imported = json.loads(done.stdout)
    return ran, imported


# What the list says -------------------------------------------------------------------------------
def requirements(extra: str) -> list[str]:
    listed: list[str] = PROJECT["optional-dependencies"][extra]
    return [re.split(r"[\[<>=;]", each)[0] for each in listed if not each.startswith("skipyard[")]


@pytest.mark.parametrize("extra", extras.PACKAGES)
def test_the_list_has_what_pyproject_installs(extra: str) -> None:
    names = [IMPORTED_AS.get(name, (name.replace("-", "_"),)) for name in requirements(extra)]
    assert sorted(sum(names, ())) == sorted(extras.PACKAGES[extra])


@pytest.mark.parametrize("extra", sorted(set(extras.EXTRA_OF_COMMAND.values())))
def test_the_extra_of_a_command_is_one(extra: str) -> None:
    assert extra in extras.PACKAGES


def test_extras_pin_nobody_elses_version() -> None:
    listed = sum(PROJECT["optional-dependencies"].values(), PROJECT["dependencies"])
    assert not [each for each in listed if PINS_OTHERS.search(each.partition(";")[0])]


def test_the_short_test_run_needs_nothing_large() -> None:
    every: dict[str, list[str]] = PROJECT["optional-dependencies"]

    def installed(extra: str) -> set[str]:
        inner = re.findall(r"skipyard\[([\w,-]+)\]", " ".join(every[extra]))
        names = [name for group in inner for name in group.split(",")]
        return set(requirements(extra)).union(*map(installed, names))

    large = {"torch", "numba-cuda", "stable-baselines3", "open-spiel"}
    assert not installed("test") & large
    assert large <= installed("test-all")


def test_every_sentence_is_there_in_both_languages() -> None:
    assert common().missing() == []


# Commands -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_that_needs_an_extra_says_which(bare: Told, command: str, language: str) -> None:
    words = command.split()[: 2 if command.startswith("bench") else 1]
    what = f"`skipyard {' '.join(words)}`"
    told = with_firm_spaces(extras.sentence(COMMANDS[command], what, language), language)
    assert told.endswith(f"pip install 'skipyard[{COMMANDS[command]}]'.")
    assert bare[0][f"--lang {language} {command}"] == [2, f"{told}\n"]


@pytest.mark.parametrize("command", ARGUMENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_argument_that_needs_an_extra_says_which(
    bare: Told, command: str, language: str
) -> None:
    told = with_firm_spaces(extras.sentence(*ARGUMENTS[command], language), language)
    assert bare[0][f"--lang {language} {command}"] == [2, f"{told}\n"]


@pytest.mark.parametrize("command", NEED_NONE)
def test_these_commands_need_no_extra(bare: Told, command: str) -> None:
    assert "extra" not in bare[0][f"--lang en {command}"][1]


def test_a_module_that_no_extra_installs_is_not_taken_for_one() -> None:
    assert extras.extra_for(ModuleNotFoundError("no", name="no_such_module")) is None
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), extras.needed_by("this"):
        importlib.import_module("no_such_module")


# Modules ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("module", MODULES)
def test_an_import_error_names_the_extra(bare: Told, module: str) -> None:
    what = "skipyard.pictures.png" if module == "skipyard.pictures" else module
    assert bare[1][module] == extras.sentence(MODULES[module], what)


# How to install one -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("", "pip install 'skipyard[gym]'"),
        ("pipx_metadata.json", "pipx inject skipyard 'skipyard[gym]'"),
        ("uv-receipt.toml", "uv tool install 'skipyard[gym]'"),
    ],
)
def test_the_command_fits_the_tool_that_made_the_environment(
    file: str, command: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if file:
        (tmp_path / file).touch()
    assert extras.install_command("gym") == command
