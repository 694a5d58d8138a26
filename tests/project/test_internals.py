"""Private parts of other packages are listed, version-bounded, and unused in untested versions."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest
from helpers.fake_versions import UNTESTED, Fake
from helpers.guest_tables import table_for_two, turn_of, wait_for_deal
from helpers.server_thread import Guest, running_server

from skipyard.core import Dice, below, seed_dice
from skipyard.internals import PRIVATE, WARNED, is_tested, release

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OWN_PROTOCOLS = "skipyard.server.net.uvicorn_protocols"


# The list ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("package", PRIVATE)
def test_pyproject_bounds_each_package_as_the_list_does(package: str) -> None:
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    requirements = sum(extras.values(), PROJECT["dependencies"])
    name = re.compile(rf"{package}(\[\w+\])?(?![\w-])")
    plain = [each.partition(";")[0] for each in requirements]  # without markers
    bounds = {name.sub("", each, count=1) for each in plain if name.match(each)}
    assert bounds == {f">={PRIVATE[package].oldest},<{PRIVATE[package].before}"}


@pytest.mark.parametrize("package", PRIVATE)
def test_the_version_that_is_developed_with_is_in_the_bounds(package: str) -> None:
    constraints = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    )
    private = PRIVATE[package]
    assert release(private.oldest) <= release(constraints[package]) < release(private.before)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        (file, name)
        for private in PRIVATE.values()
        for file, names in private.uses.items()
        for name in names
    ],
)
def test_what_is_listed_is_used_there(file: str, name: str) -> None:
    assert name in (ROOT / "skipyard" / file).read_text("utf-8")


def test_no_other_file_uses_private_parts() -> None:
    private = re.compile(
        r"^\s*(from|import) uvicorn\.|^\s*from websockets\.(protocol|speedups|utils)"
        r"|\bnumba\.cuda\.|\b_nrt\b|no_cfunc_wrapper|forceinline|compile_ir",
        re.M,
    )
    listed = {file for private in PRIVATE.values() for file in private.uses} | {"internals.py"}
    using = {
        str(file.relative_to(ROOT / "skipyard"))
        for file in ROOT.glob("skipyard/**/*.py")
        if private.search(file.read_text("utf-8"))
    }
    assert using | {"batch/nvvm_ir.py", "batch/kernel_launch.py"} == listed


# Which versions are tested ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("version", "tested"),
    [
        ("0.54", True),
        ("0.54.0", True),
        ("0.54.12", True),
        ("0.53.9", False),
        ("0.55.0rc1", False),
        ("0.55", False),
        ("1.54", False),
        ("next", False),
    ],
)
def test_a_version_is_tested_inside_its_bounds(
    fake_version: Fake, version: str, tested: bool
) -> None:
    fake_version("uvicorn", version)
    assert is_tested("uvicorn") == tested


def test_a_package_that_tells_no_version_is_untested(
    fake_version: Fake, warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    fake_version("numba")
    monkeypatch.setattr(importlib.metadata, "version", unknown)
    assert not is_tested("numba")
    assert warned[0].startswith("numba of an unknown version was not tested with Skipyard")


def test_an_untested_version_is_one_warning(fake_version: Fake, warned: list[str]) -> None:
    fake_version("uvicorn")
    assert [is_tested("uvicorn") for _ in range(3)] == [False] * 3
    assert warned == [
        "uvicorn 99.0 was not tested with Skipyard (0.54 was, and what comes before 0.55): "
        "its own protocols serve: messages take longer, and clients that stop reading or do not "
        "finish a request stay."
    ]
    fake_version("websockets")
    assert not is_tested("websockets")
    assert len(warned) == 2


def test_processes_that_are_started_from_one_that_warned_keep_silent(
    fake_version: Fake, warned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_version("uvicorn")
    monkeypatch.setenv(WARNED, "numba uvicorn")
    assert not is_tested("uvicorn")
    assert warned == []


# Without them -----------------------------------------------------------------------------------
def python(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a snippet in its own process with a fake version of numba."""
    fake = (
        "import importlib.metadata as m; real = m.version\n"
        f"m.version = lambda name: '{UNTESTED}' if name == 'numba' else real(name)\n"
    )
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "SKIPYARD_"))}
    command = [sys.executable, "-c", fake + code]
    return subprocess.run(
        command, cwd=ROOT, env=kept | env, capture_output=True, text=True, timeout=300, check=True
    )


def test_rules_compile_with_documented_options_alone(tmp_path: pathlib.Path) -> None:
    """In a separate cache, since Numba does not notice changed options."""
    code = (
        "from skipyard.core import *\n"
        "s = Dice(); seed_dice(s, 7)\n"
        "numbers = [int(below(s, 1000)) for _ in range(20)]\n"
        "import json; print(json.dumps([sorted(below.targetoptions), numbers]))\n"
    )
    done = python(code, XDG_CACHE_HOME=str(tmp_path))
    s: Any = Dice()
    seed_dice(s, 7)
    options, numbers = json.loads(done.stdout)
    assert set(options) <= {"boundscheck", "cache", "error_model", "nogil", "nopython"}
    assert numbers == [int(below(s, 1000)) for _ in range(20)]
    assert done.stderr.count("numba 99.0 was not tested") == 1
    assert "forceinline" in below.targetoptions  # type: ignore[attr-defined]


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_a_table_is_played_with_uvicorns_own_protocols(
    package: str, fake_version: Fake, warned: list[str], tmp_path: pathlib.Path
) -> None:
    fake_version(package)

    async def play(ann: Guest, bob: Guest, table: str) -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            for turn in range(6):
                mover = turn_of(a, b)
                move = {"seq": mover.shown["seq"], "action": mover.paths[0]["action"]}
                await mover.send(type="move", command=f"move{turn}", **move)
                done = await mover.until(lambda m: m["type"] in ("done", "refused"))
                assert done["type"] == "done", done
                for line in (a, b):
                    await line.until(lambda m, seq=done["seq"]: m.get("seq", 0) >= seq)

    with running_server(tmp_path) as server:
        config = server.server.config
        classes = (config.http_protocol_class, config.ws_protocol_class)
        assert [each.__module__.split(".")[0] for each in classes if each] == ["uvicorn"] * 2
        ann, bob = Guest(server.url), Guest(server.url)
        asyncio.run(play(ann, bob, table_for_two(ann, bob, "skippity")))
    assert [sentence.split()[0] for sentence in warned] == [package]


def test_the_application_needs_no_private_part() -> None:
    """They may be missing in an untested version, so nothing may import them unconditionally."""
    code = (
        "import skipyard.server.app, skipyard.server.commands.serve, sys\n"
        f"print('{OWN_PROTOCOLS}' in sys.modules, 'numba.cuda' in sys.modules)\n"
    )
    assert python(code).stdout.strip() == "False False"
