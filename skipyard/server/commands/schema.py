"""`skipyard schema`: what clients and tables say to each other, as JSON Schema or TypeScript."""

from __future__ import annotations

import argparse
import json

from skipyard.cli import say
from skipyard.server.commands.typescript import typescript
from skipyard.server.net.messages import schema


def run(args: argparse.Namespace) -> int:
    say(typescript(schema()).rstrip() if args.typescript else json.dumps(schema(), indent=2))
    return 0
