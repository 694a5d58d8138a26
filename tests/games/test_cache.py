"""Compiled code is stored by module and sources; Numba's own settings stay the user's."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

import pytest

from skipyard import cachedir, compile_notice, sources

ROOT = pathlib.Path(__file__).parents[2]
OURS = ("NUMBA_", "SKIPYARD_", "PYTHONPATH")


def python(code: str, cwd: pathlib.Path = ROOT, **env: str) -> str:
    """The output of a snippet in its own process."""
    bare = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=cwd, env=bare | env, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of the package in which files can be edited."""
    package = tmp_path / "code" / "skipyard"
    shutil.copytree(ROOT / "skipyard", package, ignore=shutil.ignore_patterns("__pycache__", "app"))
    return package


# Digests ------------------------------------------------------------------------------------------
DIGESTS = """
import contextlib
import json
from skipyard.sources import all_sources, closure_digest
names = {}
for path, file in all_sources():
    name = ".".join(("skipyard", *path.with_suffix("").parts))
    names[name] = closure_digest(name, file)
print(json.dumps(names))
"""


def digests(tree: pathlib.Path) -> dict[str, str]:
    named: dict[str, str] = json.loads(python(DIGESTS, tree.parent))
    return named


def edit(file: pathlib.Path) -> None:
    file.write_text(file.read_text("utf-8") + "\n# changed\n", "utf-8")


def test_an_edit_changes_the_digests_of_those_who_import_it_alone(tree: pathlib.Path) -> None:
    before = digests(tree)
    assert digests(tree) == before
    edit(tree / "games" / "skippity" / "board.py")
    after = digests(tree)
    changed = {name for name in before if before[name] != after[name]}
    assert "skipyard.games.skippity.rules" in changed
    assert "skipyard.bots.skippity.player" in changed
    assert {name.split(".")[2] for name in changed} == {"skippity"}, "no other game's modules"
    edit(tree / "games" / "skipbo" / "cards.py")
    again = digests(tree)
    changed = {name for name in after if after[name] != again[name]}
    assert "skipyard.games.skipbo_mod.rules" in changed, "MOD is Skip-Bo with a die"
    assert not any("flip_and_skip" in name for name in changed)
    edit(tree / "core.py")
    assert all(again[name] != digest for name, digest in digests(tree).items() if "rules" in name)


COMPILE = """
import collections, json
from skipyard.core import key_from
from skipyard.games import game
from skipyard.options import read_settings
for name in ("skippity", "flip_and_skip"):
    g = game(name)
    state = g.set_up(2, read_settings(g.options.OPTIONS, [], ""))
    g.rules.sides(state)
import numba
print(json.dumps({name: sum(game(name).rules.sides.stats.cache_misses.values())
                  for name in ("skippity", "flip_and_skip")}))
"""


@pytest.mark.full
def test_an_edited_helper_is_compiled_anew_for_its_callers_alone(
    tree: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    home = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert json.loads(python(COMPILE, tree.parent, **home)) == {"skippity": 1, "flip_and_skip": 1}
    assert json.loads(python(COMPILE, tree.parent, **home)) == {"skippity": 0, "flip_and_skip": 0}
    edit(tree / "games" / "skippity" / "board.py")
    assert json.loads(python(COMPILE, tree.parent, **home)) == {"skippity": 1, "flip_and_skip": 0}


def test_relative_imports_and_packages_are_followed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "elsewhere"
    (package / "inner").mkdir(parents=True)
    for file, text in {
        "__init__.py": "",
        "rules.py": "from . import helper\nfrom .inner.deep import (\n    a,\n)\nimport os, json\n",
        "helper.py": "if True:\n    from elsewhere import unseen\n",
        "unseen.py": "",
        "inner/__init__.py": "from ..other import x\n",
        "inner/deep.py": "from .. import __init__\n",
        "other.py": "",
    }.items():
        (package / file).write_text(text)
    monkeypatch.setattr(sources, "packages", lambda: {"elsewhere": package})
    sources.locate.cache_clear()
    try:
        found = sources.closure({"elsewhere.rules": package / "rules.py"})
    finally:
        sources.locate.cache_clear()
    assert {name.removeprefix("elsewhere") for name in found} == {
        "",
        ".rules",
        ".helper",
        ".inner.deep",
        ".__init__",
    }


# Folders ------------------------------------------------------------------------------------------
FOLDER = (
    "import skipyard.core as c; from skipyard.cachedir import folder_of;"
    "print(folder_of('skipyard.core', c.__file__))"
)


def test_folders_are_below_the_user_s_cache_or_where_we_are_told(tmp_path: pathlib.Path) -> None:
    home = pathlib.Path(python(FOLDER, XDG_CACHE_HOME=str(tmp_path / "a")))
    assert home.parent == tmp_path / "a" / "skipyard"
    told = pathlib.Path(python(FOLDER, SKIPYARD_CACHE_DIR=str(tmp_path / "b")))
    assert told == tmp_path / "b" / home.name
    checked = python(FOLDER, SKIPYARD_CACHE_DIR=str(tmp_path / "b"), NUMBA_BOUNDSCHECK="1")
    assert pathlib.Path(checked).name == f"checked-{home.name}"


def test_a_read_only_home_falls_back_to_the_temp_folder(tmp_path: pathlib.Path) -> None:
    blocked = tmp_path / "file"  # no folder can be made below a file, whoever asks
    blocked.write_text("")
    temp = tmp_path / "temp"
    temp.mkdir()
    cache = pathlib.Path(python(FOLDER, XDG_CACHE_HOME=str(blocked), TMPDIR=str(temp)))
    assert temp in cache.parents
    assert cache.parent.is_dir()
    assert cache.parent.stat().st_mode & 0o077 == 0, "others could put code there"


SENTENCE = """
import logging, subprocess, sys
said = []
handler = logging.Handler()
handler.emit = lambda record: said.append(record.getMessage())
logging.getLogger("skipyard").addHandler(handler)
from skipyard.cachedir import cache_root
cache_root()
child = "from skipyard.cachedir import cache_root; cache_root()"
done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True)
print(said, done.stderr)
"""


def test_a_cache_that_cannot_be_written_is_told_once(tmp_path: pathlib.Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    said = python(SENTENCE, XDG_CACHE_HOME=str(blocked), TMPDIR=str(tmp_path))
    assert said.count("cannot be stored") == 1
    assert f"{blocked}/skipyard" in said


USER = """
import pathlib, sys
sys.path.insert(0, {folder!r})
import {first}
import {second}
{code}
"""


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(("theirs", "skipyard.core"), marks=pytest.mark.full),
        ("skipyard.core", "theirs"),
    ],
)
def test_what_users_compile_lands_where_it_did_before(
    order: tuple[str, str], tmp_path: pathlib.Path
) -> None:
    theirs = tmp_path / "theirs.py"
    theirs.write_text("import numba\n@numba.njit(cache=True)\ndef f(x):\n    return x + 1\n")
    code = "import theirs, skipyard.core as c; theirs.f(1); c.cheap_below(c.CheapDice(), 3)"
    names = {"folder": str(tmp_path), "first": order[0], "second": order[1]}
    cache = tmp_path / "cache"
    python(USER.format(**names, code=code), XDG_CACHE_HOME=str(cache))
    assert [*(tmp_path / "__pycache__").glob("theirs.f-*.nbc")]
    assert [*cache.rglob("*.nbc")], "ours are in our own folder"
    assert not [*cache.rglob("theirs*")]
    mine = tmp_path / "mine"
    python(USER.format(**names, code=code), XDG_CACHE_HOME=str(cache), NUMBA_CACHE_DIR=str(mine))
    assert [*mine.rglob("theirs.f-*.nbc")], "a user's setting holds for the user's code"
    assert not [*mine.rglob("core*")]


def test_only_the_newest_folders_of_a_module_are_kept(tmp_path: pathlib.Path) -> None:
    folders = [tmp_path / f"module-{n:0>12}" for n in range(7)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        os.utime(folder, (1000 + age, 1000 + age))
    others = [tmp_path / "other-000000000001", tmp_path / "a file"]
    others[0].mkdir()
    os.utime(others[0], (1, 1))
    others[1].write_text("")
    mine = tmp_path / "module-aaaaaaaaaaaa"
    mine.mkdir()
    cachedir.remove_old(mine)
    assert {*tmp_path.iterdir()} == {mine, *others, *folders[3:]}


def test_a_young_folder_may_be_in_use_and_stays(tmp_path: pathlib.Path) -> None:
    for n in range(9):
        (tmp_path / f"module-{n:0>12}").mkdir()
    cachedir.remove_old(tmp_path / "module-000000000008")
    assert len([*tmp_path.iterdir()]) == 9


def test_a_folder_that_another_process_removes_meanwhile_is_no_error(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs start at once on new sources, and both tidy up."""
    for n in range(7):
        (tmp_path / f"module-{n:0>12}").mkdir()
    mine = tmp_path / "module-aaaaaaaaaaaa"
    mine.mkdir()
    is_dir = pathlib.Path.is_dir

    def then_gone(path: pathlib.Path) -> bool:
        answer = is_dir(path)
        if path.name.endswith("3"):
            shutil.rmtree(path, ignore_errors=True)
        return answer

    monkeypatch.setattr(pathlib.Path, "is_dir", then_gone)
    cachedir.remove_old(mine)
    assert mine.exists()


# What a person at a terminal is told --------------------------------------------------------------
COUNT = "from skipyard.games.skippity.rules import State, sides; s = State(); s.seats = 2; sides(s)"


def on_a_terminal(code: str, **env: str) -> str:
    """What a snippet prints to a terminal."""
    master, slave = pty.openpty()
    bare = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=bare | env, stderr=slave):
        os.close(slave)
        told = b""
        with contextlib.suppress(OSError):  # how a terminal ends
            while part := os.read(master, 1000):
                told += part
    os.close(master)
    return told.decode()


def test_the_first_to_compile_says_so_once_with_the_game_and_the_seconds(
    tmp_path: pathlib.Path,
) -> None:
    told = on_a_terminal(COUNT, XDG_CACHE_HOME=str(tmp_path))
    assert re.search(r"Compiled skippity, once for this machine: \d+\.\d s", told)
    assert on_a_terminal(COUNT, XDG_CACHE_HOME=str(tmp_path)) == "", "then it is in the cache"


@pytest.mark.parametrize(
    ("module", "game"),
    [
        ("skipyard.games.skip_or_trip.rules", "skip_or_trip"),
        ("skipyard.bots.skippity.player", "skippity"),
        ("tree_search_skipyard_games_skipbo_mod", "skipbo_mod"),
        ("bot_moves_skipyard_games_skipbo_skipyard_bots_skipbo_player", "skipbo"),
        ("skipyard.core", ""),
    ],
)
def test_the_game_is_read_from_the_module(module: str, game: str) -> None:
    assert compile_notice.game_in(module) == game


THREADS = """
import threading
from skipyard.games.skippity.rules import State, sides
s = State(); s.seats = 2
barrier = threading.Barrier(4)
def call():
    barrier.wait(); sides(s)
threads = [threading.Thread(target=call) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sum(sides.stats.cache_misses.values()))
"""


@pytest.mark.full
def test_threads_that_come_first_at_the_same_time_all_use_the_cache(tmp_path: pathlib.Path) -> None:
    """One of them enables the cache; the others must not compile without it."""
    home = {"XDG_CACHE_HOME": str(tmp_path)}
    assert python(THREADS, ROOT, **home) == "1"
    assert python(THREADS, ROOT, **home) == "0"
