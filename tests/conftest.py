"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

import pathlib

import pytest

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

# Files that import packages which only the full run installs: OpenSpiel and numba-cuda. In the full
# run a missing package is an error, so nothing is left out unnoticed.
FULL_ONLY = {
    "adapters/test_ismcts.py",
    "adapters/test_openspiel.py",
    "adapters/test_openspiel_tree.py",
    "laws/test_ptx.py",
}


def pytest_ignore_collect(collection_path: pathlib.Path, config: pytest.Config) -> bool | None:
    """Leave these files out of the short run."""
    own = pathlib.Path(__file__).parent
    short = config.getoption("--depth") == "short"
    return True if short and collection_path in {own / file for file in FULL_ONLY} else None
