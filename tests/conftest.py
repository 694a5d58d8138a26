"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

import functools
import gc
import pathlib
from collections.abc import Iterator

import pytest

from skipyard import __main__
from skipyard.catalogue import user_language
from skipyard.games import played_cases
from skipyard.testing.hypothesis_profile import draw_the_same_examples_every_time

# The laws, and the fixtures that all tests share.
pytest_plugins = [
    "skipyard.testing.plugin",
    "helpers.browser_people",
    "helpers.databases",
    "helpers.guest_tables",
    "helpers.fake_versions",
]
pytest.register_assert_rewrite("skipyard.testing.worlds", "skipyard.testing.laws", "helpers")
draw_the_same_examples_every_time()


@pytest.fixture(scope="session", autouse=True)
def cases_are_played_once() -> Iterator[None]:
    """Pictures, pages and lessons of a session show the same played cases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played_cases, "show", functools.cache(played_cases.show))
        yield


@pytest.fixture(scope="session", autouse=True)
def parsers_are_built_once() -> Iterator[None]:
    """The command line's parser depends on nothing but the language; hundreds of tests want one."""
    build = __main__.build_parser
    built = functools.cache(lambda language: build())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(__main__, "build_parser", lambda: built(user_language()))
        yield


SHARING = ("games", "laws", "pictures")  # folders whose tests share the games that they play


def pytest_addoption(parser: pytest.Parser) -> None:
    help_text = "run only the tests of what changed since the last commit (helpers/changes.py)"
    parser.addoption("--changed", action="store_true", help=help_text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests of one game together, so that one worker plays its games for all of them."""
    own = pathlib.Path(__file__).parent
    folders = {own / folder for folder in SHARING}
    places = [n for n, item in enumerate(items) if item.path.parent in folders and game_of(item)]
    ordered = sorted((items[n] for n in places), key=game_of)
    for place, item in zip(places, ordered, strict=True):
        items[place] = item
    if config.getoption("--changed"):
        choose_changed(config, items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the collector from looking through thousands of tests again and again.

    A server that stops collects garbage, so it would be done hundreds of times.
    """
    gc.collect()
    gc.freeze()


def choose_changed(config: pytest.Config, items: list[pytest.Item]) -> None:
    from helpers import changes

    files = changes.changed_files()
    floors, games = changes.changed_floors(files), changes.changed_games(files)
    chosen = [item for item in items if changes.is_affected(item, floors, games)]
    config.hook.pytest_deselected(items=sorted({*items} - {*chosen}, key=str))
    items[:] = chosen


def game_of(item: pytest.Item) -> str:
    """The game that a test is parametrised with, if any."""
    given = getattr(getattr(item, "callspec", None), "params", {}).get("name")
    return given if isinstance(given, str) else ""
