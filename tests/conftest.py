"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

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
