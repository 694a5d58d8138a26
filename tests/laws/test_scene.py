"""The laws of scenes for our games."""

from skipyard.testing.laws.scenes import *  # noqa: F403
