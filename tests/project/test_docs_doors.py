"""The four doors, walked as they are written: every block of their pages, in an empty folder."""

from __future__ import annotations

import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from test_docs import PAGES, ROOT, blocks

DOORS = ("play.md", "host.md", "write-a-bot.md", "research.md")
RUN_ELSEWHERE = {"adapters.md", "api.md", "lab.md", "train.md"}  # test_docs*.py
SERVERS = ("skipyard open", "skipyard serve")
BLOCK = re.compile(r"```(bash|python)\n(.*?)```", re.S)
PATIENCE = 240.0  # seconds, on a busy machine


def parts_of(name: str) -> list[tuple[str, str]]:
    """The blocks of a page in order: Python that is to be saved, and lines for a terminal."""
    return BLOCK.findall((ROOT / "docs" / name).read_text("utf-8"))


@pytest.mark.full
@pytest.mark.parametrize("door", DOORS)
def test_a_door_is_walked_word_for_word(door: str, tmp_path: pathlib.Path) -> None:
    environment = os.environ | {
        "PATH": f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "BROWSER": "true",  # nobody looks
    }
    walk = Walk(tmp_path, environment)
    try:
        for kind, text in parts_of(door):
            if kind == "bash":
                for line in filter(None, text.splitlines()):
                    walk.type(line.split("  #")[0].strip())
            elif saved := re.match(r"# (\w+\.py)\n", text):
                (tmp_path / saved[1]).write_text(text, "utf-8")
            else:
                walk.type(f"{sys.executable} -", text)
    finally:
        walk.stop_servers()
    assert walk.typed


class Walk:
    """Somebody who types one line after the other."""

    def __init__(self, folder: pathlib.Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.servers: list[subprocess.Popen[str]] = []
        self.typed: list[str] = []

    def type(self, line: str, told: str = "") -> None:
        """One line; a server goes on running while the next ones are typed."""
        self.typed.append(line)
        if line.startswith(SERVERS):
            self.start_server(line)
            return
        self.wait_for_page(line)
        done = subprocess.run(
            line,
            shell=True,
            cwd=self.folder,
            env=self.environment,
            input=told,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"

    def start_server(self, line: str) -> None:
        self.stop_servers()  # one after the other: several would want the same port
        log = (self.folder / "server.log").open("w+")
        server = subprocess.Popen(
            line.split(), cwd=self.folder, env=self.environment, stdout=log, stderr=log, text=True
        )
        self.servers.append(server)
        ended = time.monotonic() + PATIENCE
        while not (found := re.search(r"http://[\d.:\w]+", self.log())):
            assert server.poll() is None, self.log()
            assert time.monotonic() < ended, self.log()
            time.sleep(0.1)
        self.wait_for_page(found[0])
        with urllib.request.urlopen(found[0], timeout=PATIENCE) as page:
            assert b"Skippity" in page.read()

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def wait_for_page(self, line: str) -> None:
        """Where a line asks a server: until it answers."""
        found = re.search(r"http://[\d.:\w]+", line)
        ended = time.monotonic() + PATIENCE
        while found:
            try:
                urllib.request.urlopen(found[0], timeout=PATIENCE).close()
                return
            except (urllib.error.URLError, ConnectionError):
                assert time.monotonic() < ended, line
                time.sleep(0.1)

    def stop_servers(self) -> None:
        """Ctrl-C in each terminal."""
        for server in self.servers:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)
        self.servers.clear()


PYTHON_PAGES = [
    page for page in PAGES if page.name not in {*RUN_ELSEWHERE, *DOORS} and blocks(page, "python")
]


@pytest.mark.full
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_python_of_a_page_runs(page: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {"__name__": "__docs__"}
    for number, block in enumerate(blocks(page, "python")):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)
