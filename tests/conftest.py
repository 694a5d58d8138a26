"""All tests are deterministic: Hypothesis draws the same examples every time."""

from __future__ import annotations

import hypothesis
import pytest

pytest_plugins = [
    "browsing",
    "databases",
    "meeting",
    "versions",
]  # fixtures that any test may ask for
pytest.register_assert_rewrite("worlds", "own", "saying")
hypothesis.settings.register_profile(
    "skipyard",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("skipyard")
