"""Runs the browser client's own checks, and that its types follow the server."""

from __future__ import annotations

import gzip
import json
import pathlib
import re
import shutil
import subprocess
from typing import Any

import pytest

from skipyard.art import sprite
from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES
from skipyard.server import pages
from skipyard.server.commands.typescript import typescript
from skipyard.server.net.messages import schema
from skipyard.server.pages.assets import colour_sheet

WEB = pathlib.Path(__file__).parents[2] / "web"
STATIC = pathlib.Path(pages.__file__).parent / "static"
# What a graphics card moves without a new layout or drawing; visibility only hides at the end.
MOVED = {"transform", "translate", "rotate", "scale", "opacity", "offset", "visibility"}
OF_KEYFRAMES = {"animation-timing-function"}
TIMES_AND_EASES = re.compile(r"^[\d.]+m?s$|^ease|^linear$|^step|^var\(|^cubic-|^all$|^allow-")


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


# Motion -------------------------------------------------------------------------------------------
def animated(css: str) -> set[str]:
    """The properties that a stylesheet changes over time."""
    found: set[str] = set()
    for block in re.findall(r"@keyframes[^{]*\{((?:[^{}]*\{[^{}]*\})*)", css):
        found |= set(re.findall(r"([a-z-]+)\s*:", "".join(re.findall(r"\{([^{}]*)\}", block))))
    for value in re.findall(r"transition(?:-property)?\s*:([^;}]*)", css):
        for part in re.split(r",(?![^(]*\))", value):
            first = part.split()[0] if part.split() else ""
            found.add("all" if TIMES_AND_EASES.match(first) else first)
    return found - OF_KEYFRAMES - {"none"}


def test_only_what_is_cheap_is_animated() -> None:
    sheets = [*STATIC.glob("*.css"), *STATIC.glob("app/assets/*.css")]
    if not (STATIC / "app").exists():
        pytest.skip("the client is not built here; run make web")
    dear = {
        sheet.name: found
        for sheet in sheets
        if (found := animated(sheet.read_text("utf-8")) - MOVED)
    }
    assert not dear


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("@keyframes a{50%{box-shadow:0 0 0 4px red}}", {"box-shadow"}),
        ("@keyframes a{0%{opacity:0}to{stroke-dashoffset:-9}}", {"opacity", "stroke-dashoffset"}),
        (".a{transition:transform .2s ease,width 1s}", {"transform", "width"}),
        (".a{transition:.2s}.b{color:red}", {"all"}),
        (".a{transition-property:color;transition-duration:1s}", {"color"}),
        (".a{transition:none}", set()),
    ],
)
def test_what_is_animated_is_found(css: str, found: set[str]) -> None:
    assert animated(css) == found


# Weight -------------------------------------------------------------------------------------------
OTHERS = ("src/boards/", "src/words/")  # boards of other games, sentences in other languages
OWN_SHEETS = {"home": ("home.css", "setup.css")}


def files_of(manifest: dict[str, Any], key: str, known: set[str]) -> set[str]:
    """The scripts and styles of a page, with what it loads at once or later."""
    chunk = manifest[key]
    if chunk["file"] not in known:
        known |= {chunk["file"], *chunk.get("css", ())}
        for other in [*chunk.get("imports", ()), *chunk.get("dynamicImports", ())]:
            if not other.startswith(OTHERS):
                files_of(manifest, other, known)
    return known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("page", "drawings"),
    [("home", [sprite.LIDS]), *(("table", [game]) for game in GAMES)],
)
def test_pages_with_their_drawings_weigh_no_more_than_they_may(
    page: str, drawings: list[str], language: str
) -> None:
    if not (STATIC / "app").exists():
        pytest.skip("the client is not built here; run make web")
    manifest = json.loads((STATIC / "app" / "manifest.json").read_text("utf-8"))
    limits = (WEB / "weigh.mjs").read_text("utf-8")
    [most] = re.findall(rf"\b{page}: (\d+) \* 1024", limits)
    known = files_of(manifest, f"src/pages/{page}.ts", set())  # with the result of a game
    known = files_of(manifest, f"src/words/{language}.ts", known)
    for name in drawings:
        board = f"src/boards/{name}/Board.svelte"
        known |= files_of(manifest, board, known) if board in manifest else set()
    files = [STATIC / "app" / file for file in known]
    sheets = [STATIC / sheet for sheet in ("style.css", *OWN_SHEETS.get(page, ()))]
    parts = [file.read_bytes() for file in [*files, *sheets]]
    parts += [colour_sheet(), *(sprite.sprite(name) for name in [sprite.HOUSE, *drawings])]
    weight = sum(len(gzip.compress(part)) for part in parts)
    assert weight <= int(most) * 1024, f"{page} weighs {weight / 1024:.1f} KB"
