"""Tests of our promises against real processes and disks: `skipyard prove PROMISE`."""

from __future__ import annotations

import importlib
from typing import Any


def run(args: Any) -> int:
    """Run `skipyard prove WHAT`."""
    return int(importlib.import_module(f"skipyard.proofs.{args.what}.prove").run(args))
