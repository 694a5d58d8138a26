"""Any program as a bot: `exec:COMMAND`, with lines of JSON on its standard streams (docs/bots.md).

`exec:2s:COMMAND` gives it that long for a move. A program that answers anything but a legal action,
is silent for too long or ends loses its game: Forfeit, with a sentence. A program serves one seat
at a time and is used again for the next game, which has another `table.id`.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import re
import shlex
import subprocess
import threading
from typing import Any, NamedTuple

import msgspec

from skipyard.bots.forfeit import Forfeit
from skipyard.catalogue import common
from skipyard.games import Game, game
from skipyard.games.position_text import chosen_in
from skipyard.options import Refused, write_settings
from skipyard.seats import NOBODY

PREFIX = "exec:"
SPEC = re.compile(r"exec:(?:(?P<time>\d{1,6})(?P<unit>ms|s):)?(?P<command>.*)", re.DOTALL)
DEFAULT_MS, MOST_MS = 10_000, 600_000  # for a move
START_MS = 10_000  # more for the first answer of a program, which has to start
LONGEST_ANSWER = 80  # letters of an answer that a sentence quotes


class Command(NamedTuple):
    """A program to run, and how long it may think about a move."""

    words: tuple[str, ...]
    milliseconds: int


def is_program(text: str) -> bool:
    return text.startswith(PREFIX)


def read(text: str, language: str = "en") -> Command:
    """The command in `exec:COMMAND`; Refused with a sentence if there is none."""
    asked = SPEC.fullmatch(text)
    assert asked is not None
    time = int(asked["time"] or 0) * (1000 if asked["unit"] == "s" else 1)
    try:
        words = tuple(shlex.split(asked["command"]))
    except ValueError:
        words = ()
    if not words or (asked["time"] and not 1 <= time <= MOST_MS):
        raise Refused(common().say(language, "bot.command", name=text, longest=MOST_MS // 1000))
    return Command(words, time or DEFAULT_MS)


class Program:
    """A running program; a thread reads its lines, so that we can stop waiting for them."""

    def __init__(self, name: str, words: tuple[str, ...], language: str) -> None:
        self.name, self.language, self.answered = name, language, False
        self.lines: queue.Queue[bytes] = queue.Queue()
        try:
            self.child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=os.name == "posix",  # Ctrl-C is for us; we end it
            )
        except (OSError, ValueError) as why:
            told = getattr(why, "strerror", None) or why
            raise Refused(common().say(language, "bot.start", name=name, why=told)) from None
        threading.Thread(target=self.read_lines, daemon=True).start()

    def read_lines(self) -> None:
        assert self.child.stdout
        with contextlib.suppress(OSError, ValueError):  # closed
            for line in self.child.stdout:
                self.lines.put(line)
        self.lines.put(b"")

    def ask(self, message: bytes, milliseconds: int) -> int:
        """Its action; Forfeit with a sentence if it gives none."""
        self.tell(message)
        left = milliseconds + (0 if self.answered else START_MS)
        try:
            line = self.lines.get(timeout=left / 1000)
        except queue.Empty:
            facts = {"name": self.name, "seconds": f"{milliseconds / 1000:g}"}
            raise Forfeit(common().say(self.language, "bot.silent", **facts)) from None
        if not line:
            raise self.ended()
        self.answered = True
        try:
            action = json.loads(line)["action"]
        except (ValueError, KeyError, TypeError, RecursionError):
            action = None
        if type(action) is not int:
            quoted = line.decode("utf-8", "replace").strip()[:LONGEST_ANSWER]
            facts = {"name": self.name, "line": quoted}
            raise Forfeit(common().say(self.language, "bot.no_action", **facts))
        return action

    def tell(self, message: bytes) -> None:
        """Send it a line."""
        assert self.child.stdin
        try:
            self.child.stdin.write(message + b"\n")
            self.child.stdin.flush()
        except (OSError, ValueError):
            raise self.ended() from None

    def ended(self) -> Forfeit:
        try:
            status: object = self.child.wait(1)
        except subprocess.TimeoutExpired:
            status = "?"
        facts = {"name": self.name, "status": status}
        return Forfeit(common().say(self.language, "bot.ended", **facts))

    def stop(self) -> None:
        """End it: kindly, then not."""
        with contextlib.suppress(OSError, ValueError):
            if self.child.stdin:
                self.child.stdin.close()
        try:
            self.child.wait(0.5)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()


class Pool:
    """Programs that are running and free, by their names."""

    def __init__(self) -> None:
        self.free: dict[str, list[Program]] = {}
        self.lock = threading.Lock()

    def take(self, name: str, words: tuple[str, ...], language: str) -> Program:
        with self.lock:
            free = self.free.get(name)
            program = free.pop() if free else None
        if program is None:
            return Program(name, words, language)
        program.language = language
        return program

    def put_back(self, program: Program) -> None:
        with self.lock:
            self.free.setdefault(program.name, []).append(program)

    def stop(self) -> None:
        with self.lock:
            free, self.free = self.free, {}
        for program in (program for programs in free.values() for program in programs):
            program.stop()


POOL = Pool()
atexit.register(POOL.stop)


class ProgramBot:
    """A program at a seat: it is told what the seat sees, and nothing else."""

    def __init__(self, name: str, game_name: str, seed: int, language: str = "en") -> None:
        self.name, self.game, self.language = name, game(game_name), language
        self.table, self.command, self.seq = f"{seed:x}", read(name, language), 0
        self.program: Program | None = self.take()

    def take(self) -> Program:
        return POOL.take(self.name, self.command.words, self.language)

    def reseed(self, seed: int) -> None:
        """Another game: programs have dice of their own, so only the table's name changes."""
        self.at(f"{seed:x}", 1)

    def at(self, table: str, seq: int) -> None:
        """Say which table the next question is about, and the number of its last row."""
        self.table, self.seq = table, seq - 1

    def choose(self, view: Any, legal: Any) -> int:
        """One of the legal actions, or Forfeit."""
        if self.program is None:
            self.program = self.take()
        self.seq += 1
        message = shown(self.game, view, legal, self.table, self.seq)
        try:
            action = self.program.ask(message, self.command.milliseconds)
            if action not in legal:
                facts = {"name": self.name, "action": action}
                raise Forfeit(common().say(self.language, "bot.illegal", **facts))
        except Forfeit:  # what it may still say must not be the answer to another question
            self.program.stop()
            self.program = None
            raise
        return action

    def close(self) -> None:
        """Leave the program to the next game."""
        if self.program is not None:
            POOL.put_back(self.program)
            self.program = None


def shown(g: Game, view: Any, legal: Any, table: str, seq: int) -> bytes:
    """What a seat is shown, as the message that a server sends."""
    seats = int(view.seats)
    names = [common().say("en", "seat.player", player=seat + 1) for seat in range(seats)]
    scene = g.scene.scene(view, [int(action) for action in legal], names, "en")
    chairs = [
        {"seat": seat, "name": name, "kind": "bot", "reserved": "bot"}
        | {"present": True, "by_bot": False}
        for seat, name in enumerate(names)
    ]
    facts = {
        "id": table,
        "game": g.name,
        "title": g.title,
        "settings": write_settings(g.options.OPTIONS, chosen_in(g, view)),
        "phase": "playing",
        "casual": False,
        "hints": False,
        "chairs": chairs,
        "clock": {"kind": "none", "left": [], "running": NOBODY, "at": 0},
        "offers": [],
        "round": 1,
        "totals": [],
        "commitment": "",
        "host": NOBODY,
        "phrases": False,
        "watchers": 0,
        "agreed": [],
        "series": [],
        "pace": "brisk",
        "undo": {"allowed": False},
    }
    message = {"type": "shown", "seq": seq, "viewer": int(view.me), "table": facts}
    return msgspec.json.encode(message | {"scene": scene, "events": [], "heard": []})
