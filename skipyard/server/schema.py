"""`skipyard schema`: what clients and tables say to each other, as JSON Schema."""

from __future__ import annotations

import argparse
import json

from skipyard.cli import say
from skipyard.server.messages import schema


def run(args: argparse.Namespace) -> int:
    say(json.dumps(schema(), indent=2))
    return 0
