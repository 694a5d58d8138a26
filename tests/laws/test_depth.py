"""What `--depth short`, `rest` and `full` run, and that the short run names long tests."""

from __future__ import annotations

import pytest

from skipyard.testing import plugin

pytest_plugins = ["pytester"]
TESTS = """
import pytest
from skipyard.testing.depth import sizes


def test_plain():
    pass


@pytest.mark.full
def test_long():
    pass


@sizes("games", 3, 40)
@pytest.mark.parametrize("name", ["a", pytest.param("b", marks=pytest.mark.full)])
def test_sized(name, games):
    print(f"{games} games")
"""
PLAIN, LONG = "test_plain", "test_long"
SIZED = {size: [f"test_sized[{size}-{name}]" for name in "ab"] for size in ("few", "many")}


@pytest.fixture
def tests(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(test_some=TESTS)
    return pytester


def run(tests: pytest.Pytester, *words: str) -> tuple[list[str], str]:
    """The tests that ran, and what was printed."""
    done = tests.runpytest_inprocess("-p", "no:xdist", "-p", "no:cacheprovider", "-rA", *words)
    assert done.ret == 0
    printed = done.stdout.str()
    lines = [line for line in printed.splitlines() if line.startswith("PASSED ")]
    return [line.partition("::")[2] for line in lines], printed


@pytest.mark.parametrize(
    ("depth", "expected", "games"),
    [
        ("short", [PLAIN, SIZED["few"][0]], "3 games"),
        ("rest", [LONG, *SIZED["many"]], "40 games"),
        ("full", [PLAIN, LONG, *SIZED["many"]], "40 games"),
    ],
)
def test_each_depth_runs_its_tests(
    tests: pytest.Pytester, depth: str, expected: list[str], games: str
) -> None:
    passed, printed = run(tests, "--depth", depth)
    assert sorted(passed) == sorted(expected)
    assert games in printed.splitlines()


FULL_FILE = """
import pytest
import a_package_that_is_missing
pytestmark = {}


def test_of_it():
    pass
"""


@pytest.mark.parametrize("marks", ["pytest.mark.full", "[\n    pytest.mark.full,\n]"])
def test_a_file_of_long_tests_is_imported_only_where_it_runs(
    tests: pytest.Pytester, marks: str
) -> None:
    tests.makepyfile(test_whole_file=FULL_FILE.format(marks))
    assert sorted(run(tests, "--depth", "short")[0]) == [PLAIN, SIZED["few"][0]]
    done = tests.runpytest_inprocess("-p", "no:xdist", "-p", "no:cacheprovider", "--depth", "rest")
    assert done.ret == pytest.ExitCode.INTERRUPTED
    done.stdout.fnmatch_lines("*No module named 'a_package_that_is_missing'*")


def test_tests_of_other_packages_are_left_alone(tests: pytest.Pytester) -> None:
    passed, printed = run(tests)
    assert sorted(passed) == sorted([PLAIN, LONG, *SIZED["few"]])
    assert "short run" not in printed


def test_the_short_run_names_long_tests(
    tests: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Too long" not in run(tests, "--depth", "short")[1]
    monkeypatch.setattr(plugin, "LONG_TEST", 0.0)
    _, _, named = run(tests, "--depth", "short")[1].partition("Too long")
    assert "at most 0: test_some.py::test_plain\n" in named
    assert "Too long" not in run(tests, "--depth", "full")[1]
