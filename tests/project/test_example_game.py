"""The example game, installed into a fresh environment, works everywhere without being named."""

from __future__ import annotations

import ast
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.browser_moves import chromium, missing, open_table, take_turns

from skipyard import __version__
from skipyard.proofs.shared.processes import ServerProcess

pytestmark = pytest.mark.full
ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "skipyard-pebbles"
NAME = "pebbles"
LAWS = 119  # at least so many tests hold them
LINES = 205  # of Python, without blank lines and docstrings


# Installing ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The Python of a fresh environment with the example in it.

    It borrows its dependencies from the tests' environment, so that nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder)
    packages = next((folder / "lib").glob("python*/site-packages"))
    lent = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"
    (packages / "lent.pth").write_text(f"{ROOT}\n{lent}\n")
    gpu = pathlib.Path(sysconfig.get_path("purelib"), "nvidia")
    if gpu.exists():  # looked for in the folder of an environment, not on the path
        (packages / "nvidia").symlink_to(gpu)
    record_checkout(packages / f"skipyard-{__version__}.dist-info")
    copy = folder / "source"  # a build leaves files behind
    subprocess.run(["cp", "-r", EXAMPLE, copy], check=True)
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet"]
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    subprocess.run([*pip, *offline, str(copy)], check=True)
    assert (packages / NAME / "words.toml").exists()
    return folder / "bin" / "python"


def record_checkout(folder: pathlib.Path) -> None:
    """Register this checkout as installed, with the current entry points of pyproject.toml."""
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: skipyard\nVersion: {__version__}\n"
    )
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def elsewhere(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder that has nothing to do with this checkout; saved games are kept in it."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(python: pathlib.Path, *command: str, typed: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        [python, *command], input=typed, capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-5000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def skipyard(python: pathlib.Path, *command: str, typed: str = "") -> str:
    return run(python, "-m", "skipyard", *command, typed=typed)


# Playing ------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("elsewhere")
def test_it_is_played_in_the_terminal(python: pathlib.Path) -> None:
    assert "Pebbles" in skipyard(python, "games")
    seats = ("--seats", "you,greedy", "--set", "stones=10", "--seed", "4")
    told = skipyard(python, "play", NAME, *seats, typed="walk 9\nrules PB-07\n" + 40 * "1\n")
    assert "No move you can make fits “walk 9”" in told
    assert "you slip and are back on the shore" in told
    assert re.search(r"You put down an? \d and walk\.", told)
    assert "The game is over" in told
    french = skipyard(python, "play", NAME, "--lang", "fr", *seats, typed=40 * "1\n")
    assert re.search(r"marcher \d", french)


@pytest.mark.usefixtures("elsewhere")
def test_it_is_simulated_and_bots_meet_in_it(python: pathlib.Path) -> None:
    told = skipyard(python, "simulate", NAME, "--games", "200", "--seed", "1")
    assert "200 games" in told
    told = skipyard(python, "match", NAME, "search:50", "random", "--pairs", "20", "--seed", "1")
    assert "20 pairs, 40 games" in told
    share = re.search(r"^search:50 +([\d.]+)%", told, re.M)
    assert share
    assert float(share[1]) > 50, "the search by playing out beats random players"


BATCH = """
import numpy as np
from skipyard.batch.cpu import Batch

batch = Batch("pebbles", seats=3, tables=64, key=1)
chance, ended = np.random.default_rng(1), 0
for _ in range(60):
    batch.step((batch.masks * chance.random(batch.masks.shape)).argmax(axis=1))
    assert batch.masks.any(axis=1).all()
    ended += int(batch.dones.sum())
print("ended", ended)
"""
PETTING_ZOO = """
import warnings
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
warnings.filterwarnings("ignore", "Observation is not a NumPy array")
from pettingzoo.test import api_test
from skipyard.adapters.pettingzoo import env

api_test(env("pebbles", seats=3), num_cycles=100)
"""


@pytest.mark.usefixtures("elsewhere")
def test_it_is_played_in_batches(python: pathlib.Path) -> None:
    ended = re.search(r"ended (\d+)", run(python, "-c", BATCH))
    assert ended
    assert int(ended[1]) > 64


@pytest.mark.usefixtures("elsewhere")
def test_pettingzoo_accepts_it(python: pathlib.Path) -> None:
    assert "Passed" in run(python, "-c", PETTING_ZOO)


@pytest.fixture
def server(
    python: pathlib.Path, elsewhere: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServerProcess]:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # it would compile every game, for minutes
    process = ServerProcess(str(elsewhere / "tables.db"), elsewhere / "server.log")
    process.command[0] = str(python)
    process.start()
    yield process
    process.stop()


@pytest.mark.skipif(bool(missing()), reason=f"the browser tests need {missing()}")
def test_it_is_played_at_a_table_of_the_server(server: ServerProcess) -> None:
    """On the plain board, to the end, without errors in the console."""
    complaints: list[str] = []

    def hear(said: Any) -> None:
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    with chromium() as browser:
        page = browser.new_page(locale="en", reduced_motion="reduce")
        page.set_default_timeout(60_000)
        page.on("console", hear)
        page.goto(server.url)
        assert page.locator(f'form[data-game="{NAME}"]').count() == 1
        open_table(page, server.url, NAME, ["me", "bot:greedy"], ["stones=10"])
        take_turns(page, 40)
        page.locator(".moment").wait_for()
        assert "won" in page.locator("main.board").inner_text() + page.content()
        assert page.locator('[data-id="bag"]').count() == 1
        page.goto(f"{server.url}/rules/{NAME}")
        assert "PB-07" in page.content()
    assert complaints == []


# The page -----------------------------------------------------------------------------------------
def page_commands() -> list[str]:
    """The commands of CONTRIBUTING.md's “Add a game”, in their order."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = page[page.index("## Add a game") : page.index("## Add a bot")]
    blocks = re.findall(r"```bash\n(.*?)```", section, re.S)
    return "".join(blocks).splitlines()


def test_the_page_begins_with_what_the_fixture_does() -> None:
    assert page_commands()[0] == f"pip install ./{EXAMPLE.relative_to(ROOT)}"


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("command", page_commands()[1:-1])  # the last is tested below
def test_a_command_of_the_page_runs(python: pathlib.Path, command: str) -> None:
    program, *words = shlex.split(command)
    assert program in ("skipyard", "pytest")
    assert run(python, "-m", program, *words, typed=50 * "1\n")


# Laws ---------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("elsewhere")
def test_it_keeps_every_law(python: pathlib.Path) -> None:
    command = f"pytest --skipyard-game {NAME} --depth full"
    assert page_commands()[-1] == command
    told = run(python, "-m", *command.split())
    passed = re.search(r"\b(\d+) passed", told)
    assert passed
    assert int(passed[1]) >= LAWS


@pytest.mark.usefixtures("elsewhere")
def test_a_law_that_it_breaks_is_told(python: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """The same laws fail for a copy of the game in which a pebble is lost."""
    copy = tmp_path / NAME
    subprocess.run(["cp", "-r", EXAMPLE / NAME, copy], check=True)
    rules = (copy / "rules.py").read_text("utf-8")
    assert rules.count("s.spent[number - 1] += 1") == 1
    (copy / "rules.py").write_text(rules.replace("s.spent[number - 1] += 1", "pass"), "utf-8")
    laws = [
        "-m",
        "pytest",
        "--skipyard-game",
        NAME,
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(
        [python, *laws, "-k", "nothing_is_lost"],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"FAILED .*test_nothing_is_lost_or_made", done.stdout)
    assert re.search(rf"^Table: {NAME}, key \d+, \d seats", done.stdout, re.M)
    assert re.search(r"^Position:\n(.+: .+\n)+Again: pytest --skipyard-game", done.stdout, re.M)


# The compile cache --------------------------------------------------------------------------------
DIGEST = "from skipyard import sources; print(sources.all_sources_digest())"


@pytest.mark.usefixtures("elsewhere")
def test_compiled_code_follows_its_sources(python: pathlib.Path) -> None:
    before = run(python, "-c", DIGEST)
    assert run(python, "-c", DIGEST) == before
    (rules,) = python.parent.parent.glob(f"lib/python*/site-packages/{NAME}/rules.py")
    kept = rules.read_text("utf-8")
    rules.write_text(kept + "# another version\n", "utf-8")
    try:
        assert run(python, "-c", DIGEST) != before
    finally:
        rules.write_text(kept, "utf-8")
    assert run(python, "-c", DIGEST) == before


# Its size -----------------------------------------------------------------------------------------
def code_lines(file: pathlib.Path) -> int:
    """The lines of a file without blank ones and docstrings."""
    text = file.read_text("utf-8")
    told = 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            told += len((ast.get_docstring(node, clean=False) or "").splitlines())
    return len([line for line in text.splitlines() if line.strip()]) - told


def test_it_is_small_and_nothing_of_ours_names_it() -> None:
    assert sum(code_lines(file) for file in (EXAMPLE / NAME).glob("*.py")) <= LINES
    for folder in ("skipyard", "web/src"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".toml", ".ts", ".svelte", ".html", ".css"):
                assert NAME not in file.read_text("utf-8").lower(), file
