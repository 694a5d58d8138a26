"""Tests of our promises against real processes and disks: `skipyard prove PROMISE`."""

from __future__ import annotations

import importlib
from typing import Any

from skipyard.catalogue import common
from skipyard.cli import interrupts


def run(args: Any) -> int:
    """Run `skipyard prove WHAT`."""
    with interrupts.on_stop(lambda: common().say(args.lang, "stop.proof")):
        return int(importlib.import_module(f"skipyard.proofs.{args.what}.prove").run(args))
