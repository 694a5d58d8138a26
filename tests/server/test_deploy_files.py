"""The files in deploy/ fit what they are for: the lock, the compose file, the systemd unit."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from skipyard.server.setting_table import SETTINGS

ROOT = pathlib.Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
LOCKED = re.compile(r"^([A-Za-z0-9_.-]+)==([^ ]+) \\$", re.M)
MOST_EXPOSED = 20  # tenths, of what systemd-analyze calls exposure: "OK"
LATER = {"SKIPYARD_TRUSTED_PROXIES"}  # of a setting that another branch adds


def plain(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def server_needs() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["server"]]


def test_the_lock_has_every_package_as_the_constraints_do() -> None:
    text = (DEPLOY / "requirements.lock").read_text()
    locked = {plain(name): version for name, version in LOCKED.findall(text)}
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    versions = {plain(name): version for name, version in pinned.items()}
    assert locked == {name: versions.get(name) for name in locked}  # else run `make lock`
    for need in server_needs():
        name = re.match("[A-Za-z0-9_.-]+", need)
        assert name
        assert plain(name[0]) in locked
    assert "://" not in text
    for block in text.split("\n\n"):
        assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", block)) >= len(LOCKED.findall(block))


def test_what_a_server_is_made_of_is_bounded() -> None:
    assert [need for need in server_needs() if not re.search(r"<\d", need)] == []


def test_the_files_name_settings_that_exist() -> None:
    known = {setting.variable for setting in SETTINGS} | LATER
    known |= {"SKIPYARD_CACHE_DIR", "SKIPYARD_DOMAIN", "SKIPYARD_SITE", "SKIPYARD_UPSTREAM"}
    for file in (path for path in DEPLOY.rglob("*") if path.is_file()):
        for name in re.findall(r"SKIPYARD_[A-Z_]+", file.read_text("utf-8")):
            assert name in known, f"{file.name}: {name}"
        flags = re.findall(r"`skipyard serve ([^`]*)`", file.read_text("utf-8"))
        for flag in re.findall(r"--([a-z-]+)", " ".join(flags)):
            assert flag in {setting.flag for setting in SETTINGS}


@pytest.mark.full
def test_the_compose_file_follows_its_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, DEPLOY / "compose.yaml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
def test_the_unit_is_right_and_tight(tmp_path: pathlib.Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here (Debian: apt install systemd)")
    unit = tmp_path / "skipyard.service"
    text = (DEPLOY / "skipyard.service").read_text()
    unit.write_text(text.replace("/opt/skipyard/bin/skipyard", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    about_it = [line for line in done.stderr.splitlines() if "skipyard" in line]
    assert about_it == []
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}"]
    done = subprocess.run([*command, unit], capture_output=True, text=True)
    if "nrecognized option" in done.stderr:
        pytest.skip("this systemd is older than 250")
    assert done.returncode == 0, done.stdout[-300:]
