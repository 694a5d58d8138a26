"""The laws of compilation for our games."""

import pytest

from skipyard.testing.laws.compilation import *  # noqa: F403

pytestmark = pytest.mark.long_file
