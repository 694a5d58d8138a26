"""`python -m skipyard.compiling.worker GAME NICENESS`: compiles one game, in a process of its own.

Prints the name of each part as it becomes ready, and ends when its standard input is closed: that
is when the process that started it ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from skipyard import compile_notice
from skipyard.compiling import ready


def end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


def main(name: str, niceness: int) -> None:
    """Compile what a game lacks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to every process
    os.nice(niceness)
    threading.Thread(target=end_with_parent, daemon=True).start()
    compile_notice.is_quiet = True  # whoever started us tells
    from skipyard.compiling.parts import PARTS

    for part in ready.PARTS:
        if not ready.is_ready(name, part):
            PARTS[part](name)
            ready.mark_ready(name, part)
        sys.stdout.write(f"{part}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
    os._exit(0)  # without waiting for the thread that reads
