"""Runs the browser client's own checks, and that its types follow the server."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess

import pytest

from skipyard.server.commands.typescript import typescript
from skipyard.server.net.messages import schema

WEB = pathlib.Path(__file__).parents[2] / "web"


def test_the_clients_types_are_the_servers() -> None:
    written = (WEB / "src" / "types.ts").read_text("utf-8")
    assert written == typescript(schema()), "write it anew: skipyard schema --typescript"


def test_the_lock_file_names_no_address_and_pins_every_version() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    assert not any("resolved" in package for package in lock["packages"].values())
    asked = json.loads((WEB / "package.json").read_text("utf-8"))["devDependencies"]
    for name, version in asked.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version


def test_the_lock_file_has_what_other_machines_need() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    for package in packages.values():
        for name in package.get("optionalDependencies", ()):
            assert f"node_modules/{name}" in packages


@pytest.mark.full  # in the short run `make client-tests` runs them after a change
@pytest.mark.parametrize("script", ["test", "check"])
def test_the_clients_own_checks_pass(script: str) -> None:
    npm = shutil.which("npm")
    if npm is None or not (WEB / "node_modules").exists():
        pytest.skip("Node or the client's packages are missing here; run make web")
    done = subprocess.run([npm, "run", "--silent", script], cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
