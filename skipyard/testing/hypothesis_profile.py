"""The Hypothesis profile of the laws."""

from __future__ import annotations

import hypothesis


def draw_the_same_examples_every_time() -> None:
    """Make Hypothesis draw the same tables in every run, without a time limit."""
    hypothesis.settings.register_profile(
        "skipyard",
        derandomize=True,
        deadline=None,
        database=None,
        print_blob=False,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("skipyard")
