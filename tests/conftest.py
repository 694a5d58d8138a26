"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

import hypothesis
import pytest
from browsing import browser, people, server  # noqa: F401  fixtures for tests in a browser
from databases import postgres, store, url  # noqa: F401  fixtures for every test

pytest.register_assert_rewrite("worlds", "own")
hypothesis.settings.register_profile(
    "skipyard",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("skipyard")
