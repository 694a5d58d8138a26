"""The wheel, in a clean environment without Node and without an index, serves the whole product."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import venv

import httpx
import pytest
from helpers.server_thread import Guest

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
