"""Follows one of the four doors of the docs in an empty folder: `follow_door.py play`.

For tests/fresh.sh, which times it; it needs nothing but Skipyard itself.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

from helpers import doors

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for line in doors.follow(sys.argv[1], pathlib.Path(folder)):
            sys.stderr.write(f"  {line}\n")
