"""Marks of tests that need what only Linux has."""

from __future__ import annotations

import sys

import pytest

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs what only Linux has")
