"""The steps of deploy/Containerfile, run in a clean Debian made by mmdebstrap; then it serves."""

from __future__ import annotations

import configparser
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from helpers.guest_tables import finished_table
from helpers.server_thread import send_request

from skipyard.proofs.shared.processes import free_port

ROOT = pathlib.Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Containerfile"
START_TIMEOUT = 300.0  # seconds
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "app", "__pycache__")
UNREACHABLE = (
    "Could not resolve",
    "Failed to fetch",
    "No matching distribution",
    "npm error code E",
)
pytestmark = [pytest.mark.full, pytest.mark.timeout(1800)]


class Stage(NamedTuple):
    """One stage of an image: what it begins with, its name and its steps."""

    base: str
    name: str
    steps: list[tuple[str, str]]


def read_stages() -> list[Stage]:
    """The stages of the Containerfile; a step is a keyword and its text."""
    text = FILE.read_text().replace("\\\n", " ")
    stages: list[Stage] = []
    for line in text.splitlines():
        keyword, _, rest = line.strip().partition(" ")
        if keyword == "FROM":
            base, *alias = rest.split()
            stages.append(Stage(base, alias[1] if alias else "", []))
        elif keyword and not keyword.startswith("#"):
            stages[-1].steps.append((keyword, rest.strip()))
    return stages


class Image:
    """A root directory in which steps are run with chroot."""

    def __init__(self, root: pathlib.Path, stages: dict[str, Image]) -> None:
        self.root, self.stages = root, stages
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.user, self.folder = "root", "/"
        self.command: list[str] = []
        self.check: list[str] = []

    def step(self, keyword: str, text: str) -> None:
        if keyword == "USER":
            self.user = text
        else:
            getattr(self, keyword.lower())(text)

    def run(self, text: str) -> None:
        lend(self.root)  # each time: packages of the image bring certificates of their own
        done = subprocess.run(self.chroot(["sh", "-c", text]), capture_output=True, text=True)
        if done.returncode and any(reason in done.stdout + done.stderr for reason in UNREACHABLE):
            pytest.skip("a package registry cannot be reached from here")
        assert done.returncode == 0, text + "\n" + done.stdout + done.stderr

    def chroot(self, command: list[str]) -> list[str]:
        settings = [f"{name}={value}" for name, value in {**self.environment, **pip()}.items()]
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"
        user = ["--userspec", self.user] if self.user != "root" else []
        return [
            "env",
            "-i",
            *settings,
            "/usr/sbin/chroot",
            *user,
            str(self.root),
            "sh",
            "-c",
            inside,
        ]

    def copy(self, text: str) -> None:
        *sources, target = text.split()
        origin = ROOT
        if sources[0].startswith("--from="):
            origin = self.stages[sources.pop(0).removeprefix("--from=")].root
        place = self.root / target.lstrip("/")
        for source in sources:
            path = origin / source.lstrip("/")
            if path.is_dir():
                shutil.copytree(path, place, ignore=LEFT_OUT)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)

    def workdir(self, text: str) -> None:
        self.folder = text

    def env(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.environment[name] = value

    def cmd(self, text: str) -> None:
        self.command = json.loads(text)

    def volume(self, text: str) -> None:
        for path in json.loads(text):
            assert (self.root / path.lstrip("/")).is_dir()

    def expose(self, text: str) -> None:
        assert text == "8000"

    def healthcheck(self, text: str) -> None:
        self.check = json.loads(text.partition(" CMD ")[2])


def pip() -> dict[str, str]:
    """This machine's settings of pip, as variables; its files are copied by `base`."""
    settings = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "SSL_", "NODE_EXTRA"))}
    parser = configparser.ConfigParser()
    parser.read(["/etc/pip.conf", "/root/.config/pip/pip.conf", "/root/.pip/pip.conf"])
    for name, value in parser["global"].items() if parser.has_section("global") else ():
        settings.setdefault(f"PIP_{name.upper().replace('-', '_')}", value)
    return settings


def lend(root: pathlib.Path) -> None:
    """Give a root what pip and name lookups read here: folders of wheels, certificates."""
    words = " ".join(pip().values()).replace("file://", "").split()
    paths = [pathlib.Path(word) for word in words if word.startswith("/")]
    folders = [path.parent if path.name == "simple" else path for path in paths]
    for path in [*folders, pathlib.Path("/etc/resolv.conf"), pathlib.Path("/etc/hosts")]:
        place = root / str(path).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not place.exists():
            linked = ["cp", "--recursive", "--link", str(path), str(place)]
            if subprocess.run(linked, capture_output=True).returncode:  # another file system
                shutil.copytree(path, place, dirs_exist_ok=True)
        elif path.is_file():  # a copy: a package of the image may write to it
            place.unlink(missing_ok=True)
            shutil.copy(path, place)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The last stage, built."""
    if shutil.which("mmdebstrap") is None or os.geteuid():
        pytest.skip("this needs mmdebstrap (Debian: apt install mmdebstrap) and root")
    folder, stages = tmp_path_factory.mktemp("images"), read_stages()
    suite = stages[0].base.rpartition(":")[2].removesuffix("-slim")
    command = ["mmdebstrap", "--variant=minbase", "--mode=root", suite, f"{folder}/base.tar"]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"mmdebstrap cannot make a {suite} here: {made.stderr.splitlines()[-1]}")
    images: dict[str, Image] = {}
    built = None
    for number, stage in enumerate(stages):
        assert stage.base == stages[0].base
        root = folder / str(number)
        root.mkdir()
        unpack = ["tar", "--extract", "--file", f"{folder}/base.tar", "--directory", str(root)]
        subprocess.run(unpack, check=True)
        (root / "dev" / "shm").mkdir(exist_ok=True)
        (root / "dev" / "shm").chmod(0o1777)
        built = Image(root, images)
        for keyword, text in stage.steps:
            built.step(keyword, text)
        images[stage.name] = built
    assert built is not None
    yield built
    shutil.rmtree(folder)


def test_the_image_serves_a_whole_game(image: Image) -> None:
    assert image.user == "skipyard"
    port = free_port()
    more = {"SKIPYARD_HOST": "127.0.0.1", "SKIPYARD_PORT": str(port), "SKIPYARD_RATE": "1000"}
    image.environment |= more
    log = image.root / "tmp" / "log"
    with log.open("wb") as file:
        command = image.chroot(image.command)
        server = subprocess.Popen(command, stdout=file, stderr=file, process_group=0)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(server, f"{url}/readyz", log)
        checked = [word.replace(":8000/", f":{port}/") for word in image.check]
        assert subprocess.run(image.chroot(checked)).returncode == 0
        assert send_request("GET", f"{url}/").status_code == 200
        assert "/static/app/" in send_request("GET", f"{url}/").text  # the client is in the wheel
        finished_table(Address(url), "skippity")  # type: ignore[arg-type]
    finally:
        server.terminate()
        server.wait()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert "stopped" in [line["event"] for line in lines]


class Address(NamedTuple):
    url: str


def wait_for(server: subprocess.Popen[Any], url: str, log: pathlib.Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if send_request("GET", url, timeout=10).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())
