"""The laws of compilation for our games."""

from skipyard.testing.laws.compilation import *  # noqa: F403
