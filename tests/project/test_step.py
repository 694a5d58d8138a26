"""`tools/step.py` shows what a step of the Makefile does, and says a sentence where it fails."""

from __future__ import annotations

import contextlib
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from pyte import ByteStream, Screen

STEP = [sys.executable, str(pathlib.Path(__file__).parents[2] / "tools" / "step.py")]
UNTIL = 'until [ -e "$0" ]; do sleep 0.01; done'  # a command that runs until there is this file
TIMEOUT = 60  # seconds on a busy machine


def step(what: str, *command: str, otherwise: str = "Try again.") -> list[str]:
    return [*STEP, what, "3", otherwise, "--", *command]


# In a pipe ----------------------------------------------------------------------------------------
def said(*command: str) -> tuple[int, str]:
    done = subprocess.run(step("Making it", *command), capture_output=True, text=True)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_in_a_pipe_a_step_is_one_line() -> None:
    assert said("echo", "noise") == (0, "Making it, about 3 s …\n")


def test_a_step_that_fails_shows_what_its_command_printed() -> None:
    failed = "Making it, about 3 s …\nnoise\nMaking it failed. Try again.\n"
    assert said("sh", "-c", "echo noise; exit 7") == (7, failed)


def test_a_step_whose_program_is_missing_says_a_sentence() -> None:
    status, text = said("no-such-program")
    assert status == 1
    assert "No such file or directory: 'no-such-program'" in text
    assert text.endswith("\nTry again.\n")
    assert "Traceback" not in text


# On a terminal ------------------------------------------------------------------------------------
def heed_ctrl_c() -> None:
    """What starts in the background of a shell ignores SIGINT, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Steps that share one terminal, and its screen."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        self.screen = Screen(80, 10)
        self.stream, self.started = ByteStream(self.screen), list[subprocess.Popen[bytes]]()

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        streams = {"stdin": self.slave, "stdout": self.slave, "stderr": self.slave}
        self.started.append(
            subprocess.Popen(command, **streams, preexec_fn=heed_ctrl_c)  # type: ignore[call-overload]
        )
        return self.started[-1]

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def wait_for(self, condition: Callable[[list[str]], bool]) -> list[str]:
        end = time.monotonic() + TIMEOUT
        while not condition(self.lines()):
            assert time.monotonic() < end, self.lines()
            if select.select([self.master], [], [], 0.1)[0]:
                self.stream.feed(os.read(self.master, 1 << 16))
        return self.lines()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    for process in terminal.started:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()
    os.close(terminal.master)
    os.close(terminal.slave)


def test_steps_side_by_side_have_lines_of_their_own(
    terminal: Terminal, tmp_path: pathlib.Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    first = terminal.start(*step("Packages", "sh", "-c", UNTIL, str(one)))
    terminal.wait_for(lambda lines: lines[-1:] == ["Packages: 0 s of about 3"])
    second = terminal.start(*step("Client", "sh", "-c", UNTIL, str(two)))
    shown = terminal.wait_for(lambda lines: len(lines) == 2)
    assert shown[0] == "Client, about 3 s …"
    assert shown[1].startswith("Packages: ")
    one.touch()
    assert first.wait(TIMEOUT) == 0
    shown = terminal.wait_for(lambda lines: lines[-1].startswith("Client: "))  # has it now
    assert shown[1].startswith("Packages: ")
    assert "of about" not in shown[1]
    two.touch()
    assert second.wait(TIMEOUT) == 0
    shown = terminal.wait_for(lambda lines: "of about" not in lines[-1])
    assert [line.partition(": ")[0] for line in shown[1:]] == ["Packages", "Client"]


def test_ctrl_c_ends_a_step_with_a_sentence(terminal: Terminal, tmp_path: pathlib.Path) -> None:
    process = terminal.start(*step("Packages", "sh", "-c", UNTIL, str(tmp_path / "never")))
    terminal.wait_for(lambda lines: "Packages" in "".join(lines))
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT) == 130
    terminal.wait_for(lambda lines: lines[-1] == "Stopped; the same command goes on from here.")
