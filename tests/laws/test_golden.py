"""The golden games of ours, remade and compared to the letter."""

from skipyard.testing.laws.golden import *  # noqa: F403
