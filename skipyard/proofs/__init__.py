"""What the table promises, tried out for real: each proof is a command that anybody can run."""

from __future__ import annotations

import importlib
from typing import Any


def run(args: Any) -> int:
    """`skipyard prove WHAT`: the module of that name."""
    return int(importlib.import_module(f"skipyard.proofs.{args.what}.prove").run(args))
