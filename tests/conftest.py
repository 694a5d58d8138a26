"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

import pytest

from skipyard.testing.hypothesis_profile import draw_the_same_examples_every_time

# The laws, and fixtures that any test may ask for.
pytest_plugins = ["skipyard.testing.plugin", "browsing", "databases", "meeting", "versions"]
pytest.register_assert_rewrite("skipyard.testing.worlds", "skipyard.testing.laws", "saying")
draw_the_same_examples_every_time()
