"""A game is one folder: nothing else names it, and missing parts have a fallback or a sentence."""

from __future__ import annotations

import ast
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterator

import pytest

from skipyard.games import GAMES, REQUIRED, Game, game, has_module, known, packages
from skipyard.games.profile import check_options, read_profile
from skipyard.options import Option, Refused

ROOT = pathlib.Path(__file__).parents[2]
COVERED = ("skipyard", "web/src")
OURS = [name for name in GAMES if game(name).built_in]
PER_GAME = (  # where a game has files of its own
    "skipyard/games/{}/",
    "skipyard/bots/{}/",
    "skipyard/art/{}.py",
    "skipyard/learn/{}/",
    "skipyard/networks/{}/",
    "skipyard/networks/trained/{}.",
    "skipyard/pictures/{}.py",
    "skipyard/terminal/boards/{}.py",
    "skipyard/terminal/screen/boards/{}.py",
    "web/src/boards/{}/",
)
ON_PURPOSE = {  # files about several games, and why
    "skipyard/api/": "examples of the public names, which run",
    "skipyard/batch/": "examples of the public names, which run",
    "skipyard/options.py": "the example of a public name",
    "skipyard/__init__.py": "an example too",
    "skipyard/games/feature_layout.py": "the example of a public name",
    "skipyard/loops/": "loops are written for one game, and for_game exchanges it for any other",
    "skipyard/bench/random_play.py": "such a loop, for trees that have no for_game yet",
    "skipyard/bench/probe.py": "exchanges the game of random_play.py in such trees",
    "skipyard/proofs/secrecy/leaks.py": "plants leaks in particular games, to see them found",
}
DIALECT = {"enum", "itertools", "numpy", "typing", "skipyard.core"}  # what rules are written in
every_game = pytest.mark.parametrize("name", OURS)


# Names ------------------------------------------------------------------------------------------
def texts() -> Iterator[tuple[str, str]]:
    """Every source under the covered folders, without what is built or compiled."""
    for folder in COVERED:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.is_file() and not re.search(r"__pycache__|/static/app/", path):
                yield path, file.read_text("utf-8", errors="replace")


SOURCES = dict(texts())


def family(name: str) -> list[str]:
    return [other for other in OURS if game(other).family == game(name).family]


@every_game
def test_no_file_outside_a_games_own_folders_names_it(name: str) -> None:
    own = tuple(place.format(one) for one in family(name) for place in PER_GAME)
    named = re.compile(rf"\b({name}|{re.escape(game(name).title)})\b", re.IGNORECASE)
    naming = [
        path
        for path, text in SOURCES.items()
        if named.search(text) and not path.startswith((*own, *ON_PURPOSE))
    ]
    assert naming == []


@pytest.mark.parametrize("path", ON_PURPOSE)
def test_what_may_name_games_does(path: str) -> None:
    named = re.compile("|".join(rf"\b{name}\b" for name in OURS))
    assert any(named.search(text) for file, text in SOURCES.items() if file.startswith(path))


# Contracts --------------------------------------------------------------------------------------
def test_the_contract_of_independence_has_every_game() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (independence,) = [one for one in contracts["contracts"] if one["type"] == "independence"]
    assert sorted(independence["modules"]) == sorted(f"skipyard.games.{name}" for name in OURS)


def imported(path: pathlib.Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = str(node.module)
            deeper = [f"{module}.{alias.name}" for alias in node.names]
            submodules = [name for name in deeper if module.startswith("skipyard") and exists(name)]
            yield from submodules or [module]


def exists(module: str) -> bool:
    return file_of(module).exists()


def file_of(module: str) -> pathlib.Path:
    return ROOT / (module.replace(".", "/") + ".py")


@every_game
def test_files_that_hold_rules_import_the_dialect_and_each_other(name: str) -> None:
    homes = tuple(f"skipyard.games.{one}." for one in {name, game(name).family})
    waiting, seen = [f"skipyard.games.{name}.rules"], set[str]()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for other in imported(file_of(module)):
            assert other in DIALECT or other.startswith(homes), f"{module} imports {other}"
            if other not in DIALECT and other not in seen:
                waiting.append(other)
    assert not any(module.endswith((".options", ".words", ".scene")) for module in seen)


# Profiles ---------------------------------------------------------------------------------------
SIZE = Option("size", "X-01", 3, low=1, high=9)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "missing required field `hidden`"),
        ("hiden = true", "`hiden`"),
        ("hidden = 1", r"`\$.hidden`"),
        ("hidden = true\norder = 'first'", r"`\$.order`"),
        ("hidden = true\n[search]\nsimulation = 3", "unknown field `simulation`.*search"),
        ("hidden = true\n[search]\nbot = 'clever'", r"'clever' - at `\$.search.bot`"),
        ("hidden = true\n[search]\nsimulations = 0", r"`\$.search.simulations`"),
        ("hidden = true\n[gpu]\nblocks = 3", "`blocks`"),
        ("hidden = true\n[study]\nbegin = ''", "`begin`"),
        ("hidden = true\n[teams]\noption = 'size'", "missing required field `value`"),
        ("hidden = true\nlevels = [{bot = 'random'}]", "`levels` has 1 entries; there are 5"),
        ("hidden = true\nlevels = [{bot = 'gredy'}]", r"`\$.levels\[0\].bot`"),
        ("hidden = true\nlevels = [{bot = 'rules', slips = 101}]", r"`\$.levels\[0\].slips`"),
        ("hidden = true\nfirst = [", "at end of document"),
        ("hidden = true\nshort = ['sise=3']", "`short`: .*sise"),
        ("hidden = true\nshort = ['size=30']", "`short`: .*30"),
        ("hidden = true\nfirst = ['siz']", "`first`: there is no option “siz”"),
        ("hidden = true\nchecked = [{seats = 2, settings = ['siz']}]", "`checked.settings`"),
        ("hidden = true\n[study.left_out]\nsizes = 'why'", "`study.left_out`.*“sizes”"),
        ("hidden = true\n[study.samples]\nsize = ['10']", "`study.samples.size`"),
        ("hidden = true\n[study.beside]\nsize = ['colour=red']", "`study.beside.size`.*colour"),
        (
            "hidden = true\n[teams]\noption = 'sides'\nvalue = '2'\nsides = {4 = 2}",
            "`teams.value`.*sides",
        ),
    ],
)
def test_a_wrong_profile_is_a_sentence_that_names_file_and_field(
    text: str, told: str, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / "profile.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(Refused, match=rf"profile\.toml: (.|\n)*{told}"):
        check_options(file, read_profile(file), (SIZE,))


def test_a_profile_says_whether_anything_is_hidden_and_that_is_enough(
    tmp_path: pathlib.Path,
) -> None:
    file = tmp_path / "profile.toml"
    with pytest.raises(Refused, match=r"profile\.toml: a game needs this file.*`hidden`"):
        read_profile(file)
    file.write_text("hidden = false", "utf-8")
    check_options(file, read_profile(file), (SIZE,))


# A game with files missing ------------------------------------------------------------------------
@pytest.fixture
def unfinished(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of another package that has options and nothing else."""
    folder = tmp_path / "unfinished_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "profile.toml").write_text("hidden = true", "utf-8")
    (folder / "options.py").write_text("TITLE, OPTIONS = 'Unfinished', ()", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield Game("unfinished", "unfinished_game")
    has_module.cache_clear()
    for module in [name for name in sys.modules if name.startswith("unfinished_game")]:
        del sys.modules[module]


@pytest.mark.parametrize("part", [part for part in REQUIRED if part != "options"])
def test_a_missing_file_is_a_sentence_that_names_game_and_file(unfinished: Game, part: str) -> None:
    with pytest.raises(Refused, match=rf"“unfinished” lacks .*unfinished_game/{part}\.py"):
        getattr(unfinished, part)
    with pytest.raises(AttributeError, match=r"no match\.py"):
        _ = unfinished.match


def test_a_game_without_companions_has_none_and_no_lessons(unfinished: Game) -> None:
    floors = [("bots", "player"), ("terminal.boards", ""), ("art", ""), ("pictures", "")]
    assert [unfinished.companion(*floor) for floor in floors] == 4 * [None]
    assert unfinished.family == "unfinished"
    assert unfinished.lessons is None


def test_a_companion_of_another_package_is_inside_it(unfinished: Game) -> None:
    (unfinished.folder / "boards.py").write_text("", "utf-8")
    assert unfinished.companion("terminal.boards") == "unfinished_game.boards"


def test_what_a_companion_fails_to_import_is_not_taken_for_a_missing_companion(
    unfinished: Game,
) -> None:
    (unfinished.folder / "bots").mkdir()
    (unfinished.folder / "bots" / "__init__.py").write_text("import no_such_module", "utf-8")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        unfinished.companion("bots", "player")


def test_a_package_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(Refused, match="“lost” is said to be in the package no_such_package"):
        Game("lost", "no_such_package")


def test_a_family_shares_companions_and_its_members_may_have_their_own() -> None:
    for name in OURS:
        head = game(name).family
        assert game(name).companion("bots", "player") == f"skipyard.bots.{head}.player"
        assert f"skipyard.art.{head}" in game(name).companions("art")
        assert game(name).companions("art")[0] == f"skipyard.art.{name}"


@pytest.mark.parametrize(
    ("name", "package", "told"),
    [("skipbo", "their_game", "Two packages"), ("New Game", "new_game", "small letters")],
)
def test_another_packages_game_needs_a_name_of_its_own(
    name: str, package: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import EntryPoint

    entry = EntryPoint(name, package, "skipyard.games")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry])
    with pytest.raises(Refused, match=told):
        packages.__wrapped__()


def test_another_packages_game_comes_after_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    entry = EntryPoint("a_game", "their_game", "skipyard.games")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry, entry])
    assert list(packages.__wrapped__()) == [*OURS, "a_game"]
    assert known(OURS[0]) is game(OURS[0].upper())
