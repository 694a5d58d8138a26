"""The four doors of the docs, followed as they are written: every block, in an empty folder."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).parents[2]
DOORS = ("play", "host", "write-a-bot", "research")
SERVERS = ("skipyard open", "skipyard serve")
BLOCK = re.compile(r"```(bash|python)\n(.*?)```", re.S)
TIMEOUT = 600.0  # seconds for one command, on a busy machine


def parts_of(door: str) -> list[tuple[str, str]]:
    """The blocks of a page in order: Python that is to be saved, and lines for a terminal."""
    return BLOCK.findall((ROOT / "docs" / f"{door}.md").read_text("utf-8"))


def follow(door: str, folder: pathlib.Path) -> list[str]:
    """Do what a page says; the lines that were typed."""
    environment = os.environ | {
        "PATH": f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_DATA_HOME": str(folder / "data"),
        "BROWSER": "true",  # nobody looks
    }
    terminal = Terminal(folder, environment)
    try:
        for kind, text in parts_of(door):
            if kind == "bash":
                for line in filter(None, text.splitlines()):
                    terminal.type(line.split("  #")[0].strip())
            elif saved := re.match(r"# (\w+\.py)\n", text):
                (folder / saved[1]).write_text(text, "utf-8")
            else:
                terminal.type(f"{sys.executable} -", text)
    finally:
        terminal.stop_servers()
    return terminal.typed


class Terminal:
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
            shlex.split(line),
            cwd=self.folder,
            env=self.environment,
            input=told,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"

    def start_server(self, line: str) -> None:
        self.stop_servers()  # one after the other: several would want the same port
        log = (self.folder / "server.log").open("w+")
        server = subprocess.Popen(
            line.split(), cwd=self.folder, env=self.environment, stdout=log, stderr=log, text=True
        )
        self.servers.append(server)
        ended = time.monotonic() + TIMEOUT
        while not (found := re.search(r"http://[\d.:\w]+", self.log())):
            assert server.poll() is None, self.log()
            assert time.monotonic() < ended, self.log()
            time.sleep(0.1)
        self.wait_for_page(found[0])
        with urllib.request.urlopen(found[0], timeout=TIMEOUT) as page:
            assert b"Skippity" in page.read()

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def wait_for_page(self, line: str) -> None:
        """Where a line asks a server: until it answers."""
        found = re.search(r"http://[\d.:\w]+", line)
        ended = time.monotonic() + TIMEOUT
        while found:
            try:
                urllib.request.urlopen(found[0], timeout=TIMEOUT).close()
                return
            except (urllib.error.URLError, ConnectionError):
                assert time.monotonic() < ended, line
                time.sleep(0.1)

    def stop_servers(self) -> None:
        """Ctrl-C in each terminal."""
        for server in self.servers:
            server.send_signal(signal.SIGINT)
            server.wait(TIMEOUT)
        self.servers.clear()
