"""Ctrl-C: a command stops within a second, says so and shows what was finished.

SIGINT raises KeyboardInterrupt in the main thread, and so do SIGTERM and SIGHUP. That is not enough
where this thread is inside compiled code, or waits for threads that are. So another thread watches:
if the process has not ended in time, it shows what was finished and ends the process.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from skipyard.catalogue import common
from skipyard.options import Refused

INTERRUPTED = 130  # the exit status
TIME_TO_STOP = 0.35  # seconds that the main thread has before the watching thread ends the process
TIME_TO_SHOW = 0.55  # seconds to show what was finished; both together are under a second
MOST_LOAD = 5.0  # how many times as long both may be on a machine with other work
SAME_PRESS = 0.3  # seconds in which a second signal does not count as a second Ctrl-C
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
Task = Callable[[], str | None]  # done when stopped; returns the sentence to say, or nothing


class Process:
    """What this process has to do when it is stopped."""

    language = "en"
    sentence = ""  # what a command says instead of the general sentence
    is_noted = False  # whether a server's command was interrupted
    said = False
    time_to_stop = TIME_TO_STOP
    tasks: list[Task] = []  # to do when stopped
    lock = threading.RLock()  # held by the thread that does them


# For commands -------------------------------------------------------------------------------------
@contextlib.contextmanager
def on_stop(task: Task) -> Iterator[None]:
    """If the block is interrupted, do this once: show what was finished, or end child processes.

    It may be called by another thread, while the main thread is still in the block.
    """
    Process.tasks.append(task)
    try:
        yield
    except KeyboardInterrupt:
        with Process.lock:
            clear_line()
            do(task)
        raise
    finally:
        with Process.lock:
            if task in Process.tasks:
                Process.tasks.remove(task)


def do(task: Task) -> None:
    """Do a task and keep its sentence; a refusal is a sentence too."""
    Process.tasks.remove(task)
    try:
        Process.sentence = task() or Process.sentence
    except Refused as refusal:
        Process.sentence = str(refusal)


def allow_cleanup(seconds: float) -> None:
    """Give clean-up that must not be cut short this much time."""
    Process.time_to_stop = max(Process.time_to_stop, seconds)


# For child processes ------------------------------------------------------------------------------
@contextlib.contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Child processes started in this block never get the SIGINT that a terminal sends to all."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def starting_workers() -> Iterator[None]:
    """The same for worker processes of multiprocessing, which starts a process of its own first."""
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # while it starts, it allows SIGINT again
    with without_ctrl_c():
        yield


def end_with_parent() -> None:
    """End this worker process as soon as its parent has ended, and not by Ctrl-C."""
    from multiprocessing import connection, parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def wait() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def when_loaded(seconds: float) -> float:
    """These seconds; more where more threads want to run than there are cores."""
    return seconds * min(MOST_LOAD, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


# For the command `skipyard` -----------------------------------------------------------------------
def begin(language: str) -> None:
    """Begin a command: nothing has been said yet."""
    Process.language, Process.sentence = language, ""
    Process.said = Process.is_noted = False


def watch(language: str) -> None:
    """Heed the signals from now on; called once, by the main thread of a command's own process."""
    begin(language)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(each, lambda *_: signal.raise_signal(signal.SIGINT))
    sys.unraisablehook = end_if_swallowed
    threading.Thread(target=wait_for_signals, args=(reader,), daemon=True).start()


def leave_to_server(sentence: str) -> None:
    """Undo `watch` for a command whose server handles signals; note only that one came."""
    Process.sentence = sentence
    signal.set_wakeup_fd(-1)
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, note)


def say_nothing() -> None:
    """Say no sentence when stopped, because a log tells it."""
    Process.said = True


def note(*_: object) -> None:
    Process.is_noted = True
    raise KeyboardInterrupt


def wait_for_signals(reader: int) -> None:
    """Let the main thread stop by itself for a while; after that, or a second Ctrl-C, end."""
    since: float | None = None
    end = 0.0
    while True:
        left = None if since is None else max(0.0, end - time.monotonic())
        if not select.select([reader], [], [], left)[0]:
            end_from_outside(shows=True)
        if os.read(reader, 1)[0] not in STOPPING:
            continue
        if since is None:
            since = time.monotonic()
            end = since + when_loaded(Process.time_to_stop)
        elif time.monotonic() - since > SAME_PRESS:
            end_from_outside(shows=False)


def end_if_swallowed(unraisable: Any) -> None:
    """End if an interrupt was raised where it cannot propagate, as in callbacks of a compiler."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        end_from_outside(shows=True)
    sys.__unraisablehook__(unraisable)


def end_from_outside(shows: bool) -> NoReturn:
    """End although the main thread is busy; what it has finished is shown unless that hangs."""

    def show_and_end() -> None:
        with Process.lock:
            clear_line()
            for task in reversed(Process.tasks[:]) if shows else ():
                do(task)
            end()

    showing = threading.Thread(target=show_and_end, daemon=True)
    showing.start()
    showing.join(when_loaded(TIME_TO_SHOW if shows else SAME_PRESS))
    say()
    os._exit(INTERRUPTED)


def end() -> NoReturn:
    """Say that the command was stopped, and end without waiting for threads or workers."""
    with Process.lock:
        clear_line()
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        say()
        end_workers()
        os._exit(INTERRUPTED)


def end_workers() -> None:
    """Kill worker processes and run exit handlers, before a process ends without waiting."""
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
    atexit._run_exitfuncs()


def say() -> None:
    """Print the one sentence, once."""
    if not Process.said:
        Process.said = True
        text = Process.sentence or common().say(Process.language, "stop.plain")
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text + "\n")
            sys.stderr.flush()


def clear_line() -> None:
    """Clear a progress line and the terminal's ^C, and show the cursor again."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr.isatty():
            dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown")
            sys.stderr.write("\n" if dumb else "\r\x1b[2K\x1b[?25h")
            sys.stderr.flush()
