"""The golden games of our games."""

from skipyard.testing.laws.golden import *  # noqa: F403
