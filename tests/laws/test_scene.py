"""The laws of scenes for our games."""

import pytest

from skipyard.testing.laws.scenes import *  # noqa: F403

pytestmark = pytest.mark.long_file
