"""`ctrl_c.py [COMMAND …]`: press Ctrl-C while a command works, and time how soon it ends.

Prints a line for each command, and last the seconds of the slowest alone. It leaves out commands
that need an extra which is not installed.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile
import time

from helpers.running_command import RunningCommand

MANY = "100000000"
COUNTS = rf"\b[1-9]\d*/{MANY}"  # of a progress bar
WORKS = 1.0  # seconds that a command works before it is interrupted
COMMANDS = {  # the arguments, and what shows that it works
    "simulate": (f"skippity --games {MANY}", COUNTS),
    "match": (f"skippity random greedy --pairs {MANY}", COUNTS),
    "ladder": (f"skippity --bots random,greedy --pairs {MANY} --store {{}}/ladder", COUNTS),
    "figures": ("{} --games 100000", r"\b1 of \d+"),
    "serve": ("--port 18322 --db {}/tables.db", "serving"),
    "play": ("skippity --lines --seats you,random", r"\? for help"),
    "compile": ("", r"\b0/"),
    "prove": (f"secrecy --no-mutants --positions {MANY}", r"\b[1-9][\d,]* of "),
    "bench": ("rules", r"\d"),
    "train": ("skippity --device cpu --out {}/train", "samples"),
}


def seconds_to_end(name: str, folder: str) -> float | None:
    """None if the command needs an extra."""
    words, pattern = COMMANDS[name]
    cache = {"XDG_CACHE_HOME": folder} if name == "compile" else {}  # with nothing compiled
    own = {"XDG_DATA_HOME": folder, "XDG_STATE_HOME": folder, "PYTHONUNBUFFERED": "1"}
    with RunningCommand(name, *words.format(folder).split(), environment=own | cache) as command:
        command.wait_for(f"{pattern}|needs the .* extra")
        if "needs the " in command.terminal:
            return None
        working = time.monotonic() + WORKS
        while time.monotonic() < working:
            command.read(0.1)
        pressed = time.monotonic()
        command.press_ctrl_c()
        while command.process.poll() is None:
            command.read(0.01)
        taken = time.monotonic() - pressed
        assert command.status() == 130, (name, command.terminal)
        return taken


def main(names: list[str]) -> None:
    slowest = 0.0
    for name in names or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            taken = seconds_to_end(name, folder)
        if taken is None:
            print(f"Ctrl-C, {name}: left out, its extra is not installed", file=sys.stderr)
        else:
            print(f"Ctrl-C, {name}: {taken:.2f} s", file=sys.stderr)
            slowest = max(slowest, taken)
    print(f"{slowest:.2f}")


if __name__ == "__main__":
    assert pathlib.Path("tests/helpers").is_dir(), "Run this in the repository's root."
    main(sys.argv[1:])
