"""The wheel works in fresh environments: bare, with each extra, and serving without Node."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
import zipfile
from collections.abc import Callable

import httpx
import pytest
from helpers.server_thread import Guest
from test_docs import blocks

from skipyard import cachedir, extras
from skipyard.games import GAMES
from skipyard.proofs.shared.processes import ServerProcess

pytestmark = pytest.mark.full

ROOT = pathlib.Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "app", "build", "__pycache__")
UNREACHABLE = ("No matching distribution", "Could not find a version", "npm error code E")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Build it from a copy, so that other tests keep their built client."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "tree", ignore=LEFT_OUT)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), "."]
    built = subprocess.run(command, cwd=folder / "tree", capture_output=True, text=True)
    if built.returncode and any(reason in built.stderr for reason in UNREACHABLE):
        pytest.skip("a wheel cannot be built here: hatchling or the client's packages are missing")
    assert built.returncode == 0, built.stdout + built.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def clean(wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An environment with the wheel, which borrows its dependencies from the tests' environment."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([folder / "bin" / "python", *install], check=True)
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_wheel_serves_everything_without_node(
    clean: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(clean / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # a new place would be compiled for, for minutes
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert shutil.which("node") is None
    process = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "server.log")
    process.command = [str(clean / "bin" / "skipyard"), *process.command[3:]]
    process.start()
    try:
        for path in ("/", "/join", "/watch", "/offline", "/rules/skipbo", "/learn/skippity"):
            load(process.url, path)
        play_a_move(process.url)
    finally:
        process.stop()


def load(url: str, path: str) -> None:
    """Load a page and everything it links; its script is the built one."""
    page = httpx.get(url + path, timeout=60)
    assert page.status_code == 200
    assert "make web" not in page.text
    named = set(re.findall(r'(?:src|href)="(/(?:static|favicon|icon|manifest)[^"#]*)', page.text))
    assert named
    for address in named:
        assert httpx.get(url + address, timeout=60).status_code == 200, address


def play_a_move(url: str) -> None:
    """Against a bot, by HTTP; the table's page has the client and its drawings."""
    ann = Guest(url)
    table = ann.open_table("skipbo", ["me", "bot:greedy"])["table"]
    load(url, f"/t/{table}")
    assert httpx.get(f"{url}/g/{table}.png", timeout=60).content.startswith(b"\x89PNG")
    shown = ann.get(f"/api/tables/{table}").json()
    while not (shown["scene"] and shown["scene"]["paths"]):  # its bot may begin
        time.sleep(0.05)
        shown = ann.get(f"/api/tables/{table}").json()
    action = shown["scene"]["paths"][0]["action"]
    move = {"type": "move", "seq": shown["seq"], "command": "a", "action": action}
    assert ann.post(f"/api/tables/{table}/commands", move).json()["type"] == "done"
    assert ann.get("/api/games").json()[0]["name"] in GAMES


# Bare, and with each extra ------------------------------------------------------------------------
def pip_install(python: pathlib.Path, *wanted: str) -> None:
    """Install packages of the pinned versions; skip the test if no index can be reached."""
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    options = ["--no-compile", "--constraint", str(ROOT / "constraints.txt")]
    done = subprocess.run([*pip, *options, *wanted], capture_output=True, text=True)
    if done.returncode and any(reason in done.stderr for reason in UNREACHABLE):
        pytest.skip("packages cannot be installed here: no package index can be reached")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def bare(wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """An environment with the wheel and what it always needs."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder)
    pip_install(folder / "bin" / "python", str(wheel))
    return folder


class Installed:
    """An environment with the wheel in it, and a folder to work in."""

    def __init__(self, folder: pathlib.Path, home: pathlib.Path) -> None:
        self.folder, self.home = folder, home

    def run(self, *command: str, typed: str = "", status: int = 0, **env: str) -> str:
        """Run Python with these arguments; what it printed."""
        own = {"XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "HOME": str(self.home)}
        own |= {"NUMBA_DISABLE_JIT": "1", "LC_ALL": "C.UTF-8"} | env
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [self.folder / "bin" / "python", *command],
            cwd=self.home,
            env=kept | own,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def skipyard(self, command: str, typed: str = "", status: int = 0) -> str:
        """Run a command of ours."""
        return self.run("-m", "skipyard", *shlex.split(command), typed=typed, status=status)


@pytest.mark.full
def test_the_bare_wheel_is_complete(bare: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here = Installed(bare, tmp_path)
    assert (bare / "bin" / "skipyard").exists()
    assert "skipyard play" in here.skipyard("")
    assert "Skippity" in here.skipyard("games")
    assert "SB-14" in here.skipyard("rules skipbo --id SB-14")
    assert "turn: " in here.skipyard("position skip_or_trip --seats 3 --seed 1")
    short = "skipbo --seats you,random --set stock=2 --seed 5"
    assert re.search("wins? the game", here.skipyard(f"play {short}", typed="1\n" * 2000))
    assert "2 games" in here.skipyard("simulate flip_and_skip --bots random --games 2 --seed 1")
    refused = here.skipyard("open", status=2)
    assert refused == "`skipyard open` needs the server extra: pip install 'skipyard[server]'.\n"
    assert "needs the gym extra" in here.run(
        "-c",
        "try:\n import skipyard.adapters.gymnasium\nexcept ImportError as error:\n print(error)",
    )


@pytest.mark.full
def test_the_wheel_has_types_and_facts(wheel: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        facts = content.read(metadata).decode()
    assert "skipyard/py.typed" in names
    for fact in ("Author: ", "Project-URL: Source", "License-Expression: MIT", "Typing :: Typed"):
        assert fact in facts


def serve_a_page(here: Installed) -> None:
    process = ServerProcess(str(here.home / "tables.db"), here.home / "server.log")
    process.command[0] = str(here.folder / "bin" / "python")
    process.start()
    try:
        load(process.url, "/")
    finally:
        process.stop()


def play_in_the_terminal(here: Installed) -> None:
    assert "wins the game" in here.skipyard("play skippity --seats random,random --seed 1")


def step_an_environment(here: Installed) -> None:
    assert "stepped" in here.run(
        "-c",
        "import gymnasium, skipyard.adapters.gymnasium\n"
        "from skipyard.adapters.pettingzoo import env\n"
        "table = gymnasium.make('skipyard/skippity-v1', bots='random')\n"
        "seen, info = table.reset(seed=1)\n"
        "table.step(table.action_space.sample(info['action_mask']))\n"
        "env('skippity').reset(seed=1)\n"
        "print('stepped')",
    )


def load_in_openspiel(here: Installed) -> None:
    assert "ended" in here.run(
        "-c",
        "import pyspiel, skipyard.adapters.openspiel\n"
        "state = pyspiel.load_game('python_skipyard_skippity').new_initial_state()\n"
        "while not state.is_terminal():\n"
        "    state.apply_action(state.legal_actions()[0])\n"
        "print('ended', state.returns())",
        NUMBA_DISABLE_JIT="0",  # explicit chance replaces compiled functions
    )


def do_both(here: Installed) -> None:
    step_an_environment(here)
    here.run("-c", "import skipyard.adapters.openspiel, skipyard.adapters.ismcts")


def rate_bots(here: Installed) -> None:
    bots = "--seats 3 --set size=6 --bots level1,random,greedy"
    assert "95 %" in here.skipyard(f"ladder skippity {bots} --pairs 1 --jobs 1")


def check_laws(here: Installed) -> None:
    laws = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--skipyard-game", "skippity"]
    assert re.search(r"\d+ passed", here.run(*laws, "-k", "words or options"))


def compile_for_a_gpu(here: Installed) -> None:
    assert ".visible .entry" in here.run(
        "-c",
        "from numba import from_dtype, types\n"
        "from skipyard.batch.cuda_compiler import cuda\n"
        "from numba.cuda import dispatcher\n"
        "from skipyard.core import CheapDice, cheap_below\n"
        "def kernel(dice, out):\n"
        "    out[0] = cheap_below(dice[0], 6)\n"
        "device = type('Device', (), {'compute_capability': (9, 0)})()\n"
        "dispatcher.get_current_device = lambda: device  # without a GPU\n"
        "taken = types.void(from_dtype(CheapDice.dtype)[:], types.int64[:])\n"
        "made = cuda.compile(kernel, taken, cc=(9, 0), device=False, abi='numba', output='ptx')\n"
        "print(made[0])",
        NUMBA_DISABLE_JIT="0",
    )


def train_a_little(here: Installed) -> None:
    (code,) = blocks(ROOT / "docs" / "train.md", "python")
    for long, short in (
        ("STEPS, TABLES, GAMES = 300_000, 16, 500", "STEPS, TABLES, GAMES = 32, 2, 1"),
        ("n_steps=128, batch_size=256", "n_steps=16, batch_size=32"),
    ):
        assert long in code
        code = code.replace(long, short)
    assert re.search(r"won \d of 1 games", here.run("-c", code))


def write_parquet(here: Installed) -> None:
    here.skipyard("simulate skippity --bots random --games 3 --seed 1 --out games.parquet")
    read = "import pyarrow.parquet as p; print(p.read_table('games.parquet').num_rows, 'rows')"
    assert here.run("-c", read) == "3 rows\n"


def prove_on_postgres(here: Installed) -> None:
    least = "--db postgres --kills 1 --cuts 0 --seconds 1 --seed 1"
    assert "0 lost" in here.skipyard(f"prove durability {least}")


def study_on_ray(here: Installed) -> None:
    study = "match skippity random random --set size=6 --pairs 2 --seed 1 --on ray"
    told = here.run(
        "-c",
        "import os\n"
        "from helpers.ray_cluster import two_nodes\n"
        "from skipyard.__main__ import main\n"
        "with two_nodes() as nodes:\n"
        "    os.environ['RAY_ADDRESS'] = nodes.address\n"
        f"    assert main({study.split()}) == 0",
        PYTHONPATH=str(ROOT / "tests"),
    )
    assert "2 pairs" in told


def build_the_site(here: Installed) -> None:
    assert "The site is in" in here.run(
        str(ROOT / "docs" / "site" / "build.py"), str(here.home / "site")
    )


def step_beside_envpool(here: Installed) -> None:
    told = here.run(
        *("-m", "skipyard", "bench", "batch", "--peers", "--json"),
        SKIPYARD_CACHE_DIR=str(cachedir.cache_root()),
        NUMBA_DISABLE_JIT="0",
    )
    assert json.loads(told)["Backgammon-v1"] > 0


USES: dict[str, Callable[[Installed], None]] = {
    "server": serve_a_page,
    "terminal": play_in_the_terminal,
    "gym": step_an_environment,
    "openspiel": load_in_openspiel,
    "rl": do_both,
    "lab": rate_bots,
    "laws": check_laws,
    "gpu": compile_for_a_gpu,
    "train": train_a_little,
    "data": write_parquet,
    "prove": prove_on_postgres,
    "ray": study_on_ray,
    "docs": build_the_site,
    "peers": step_beside_envpool,
}


def test_every_extra_is_used() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = set(listed["optional-dependencies"]) - {"test", "test-all"}
    assert {*USES} == named


@pytest.mark.full
@pytest.mark.parametrize("extra", USES)
def test_an_extra_added_to_the_bare_wheel_works(
    extra: str, bare: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """Installed by the command that a refusal names, into a copy of the bare environment."""
    copy, home = tmp_path / "environment", tmp_path / "home"
    shutil.copytree(bare, copy, symlinks=True, copy_function=os.link)
    home.mkdir()
    pip, install, wanted = shlex.split(extras.PIP.format(extra=extra))
    assert (pip, install) == ("pip", "install")
    pip_install(copy / "bin" / "python", wanted)
    try:
        USES[extra](Installed(copy, home))
    finally:
        shutil.rmtree(copy)
