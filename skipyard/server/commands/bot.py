"""`skipyard bot`: a program of anybody's as a player, over lines of JSON on its standard streams.

The program reads one message a line, the same that a browser gets, and writes {"action": N} when
`scene.paths` offers something. It plays at a table of a server, or here against our own bots.
"""

from __future__ import annotations

import argparse
import http.client
import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from skipyard.bots import check, seat_bot
from skipyard.cli import say as print_line
from skipyard.cli import table_of, whole_number
from skipyard.games import GAMES, game
from skipyard.options import Refused, write_settings
from skipyard.seats import NOBODY
from skipyard.server.live.presenter import Presenter
from skipyard.server.sentences import say
from skipyard.table import policy as policies
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

PATIENCE = 60  # seconds that a server may be silent; it sends an empty line every ten


def run(args: argparse.Namespace) -> int:
    """Play with a program: at a server's table with --server, else here."""
    program = Program(args.program, args.lang)
    try:
        if args.server:
            return play_there(args, program)
        return play_here(args, program)
    finally:
        program.stop()


class Program:
    """Somebody's bot as a child process."""

    def __init__(self, command: list[str], language: str) -> None:
        self.language = language
        try:
            self.child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused(say(language, "bot.start", command=command[0], why=why)) from None

    def show(self, line: str) -> int | None:
        """Hand a message over; the action that it answers with, when it is asked for one."""
        assert self.child.stdin
        assert self.child.stdout
        try:
            self.child.stdin.write(line + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            raise self.gone() from None
        scene = json.loads(line).get("scene")
        if not scene or not scene["paths"]:
            return None
        answer = self.child.stdout.readline()
        if not answer:
            raise self.gone()
        try:
            action = json.loads(answer)["action"]
        except (ValueError, KeyError, TypeError):
            action = None
        if type(action) is not int:
            raise Refused(say(self.language, "bot.answer", line=answer.strip()[:80]))
        return action

    def gone(self) -> Refused:
        return Refused(say(self.language, "bot.gone", status=self.child.wait()))

    def stop(self) -> None:
        assert self.child.stdin
        try:
            self.child.stdin.close()
            self.child.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.child.kill()


# Here: the program has seat 1, our bots the others ------------------------------------------------
def play_here(args: argparse.Namespace, program: Program) -> int:
    """Whole games in this process; how many the program won."""
    found = game(args.game or GAMES[0], args.lang)
    seats, chosen = table_of(found, args)
    check(args.against, args.lang)
    games, won = whole_number(args.games, "--games", 1), 0
    settings = json.dumps(write_settings(found.options.OPTIONS, chosen))
    seed = None if args.seed is None else whole_number(args.seed, "--seed")
    for number in range(games):
        key = key_for(seed, number)
        chairs = ["open", *[f"{policies.BOT}{args.against}"] * (seats - 1)]
        policy = policies.write(policies.make({"chairs": chairs}, seats))
        header = Header(
            f"game{number}", found.name, found.rules.VERSION, seats, settings, policy, key, 0
        )
        won += 0 in play_one(Host(header), program, args.lang)
    print_line(say(args.lang, "bot.won", won=won, games=games))
    return 0


def key_for(seed: int | None, number: int) -> bytes:
    from skipyard.core import key_from

    key: bytes = key_from(None if seed is None else seed * 1_000_003 + number).tobytes()
    return key


def play_one(host: Host, program: Program, language: str) -> tuple[int, ...]:
    """One game from the first row to the last; the seats that won."""
    presenter = Presenter(host)
    now = 0

    def do(seat: int, command: Command) -> None:
        nonlocal now
        now = max(now + 1, host.due())
        row: Row = host.check(seat, command, now, language).row
        presenter.play(row, (), (), now)

    do(0, Command("sit", 0, "sit:0", own=True))
    do(NOBODY, Command("deal", host.seq, "deal:0", own=True))
    bots = {
        seat: seat_bot(host.game.name, chair.bot, seat)
        for seat, chair in enumerate(host.chairs)
        if chair.bot
    }
    while host.result is None:
        seq, seat = host.seq, host.turn
        if host.phase == "between":
            do(0, Command("deal", seq, f"deal-{seq}"))
        elif seat in bots:
            action = bots[seat].choose(host.view(seat), np.array(host.legal(seat), np.int16))
            do(seat, Command("move", seq, f"move:{seq}", action, own=True))
        else:
            line = presenter.shown(0, language, (), now).decode()
            wanted = program.show(line)
            assert wanted is not None
            do(seat, Command("move", seq, f"move-{seq}", wanted))
    program.show(presenter.shown(0, language, (), now).decode())
    return host.result.winners


# There: at a table of a server --------------------------------------------------------------------
class Server:
    """A server's API, with the token of our seat."""

    def __init__(self, address: str, language: str) -> None:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        self.secure, self.host = parts.scheme == "https", parts.netloc
        self.language, self.token = language, ""

    def connect(self) -> http.client.HTTPConnection:
        if self.secure:
            return http.client.HTTPSConnection(self.host, timeout=PATIENCE)
        return http.client.HTTPConnection(self.host, timeout=PATIENCE)

    def headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json", "accept-language": self.language}
        return headers | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """POST something; Refused with the server's own sentence."""
        connection = self.connect()
        connection.request("POST", path, json.dumps(body), self.headers())
        response = connection.getresponse()
        found: dict[str, Any] = json.loads(response.read())
        connection.close()
        if response.status >= 400:
            raise Refused(str(found.get("sentence", response.reason)))
        return found

    def lines(self, path: str) -> Iterator[str]:
        """A stream's lines, without the empty ones."""
        connection = self.connect()
        connection.request("GET", path, headers=self.headers())
        response = connection.getresponse()
        if response.status >= 400:
            raise Refused(str(json.loads(response.read()).get("sentence", response.reason)))
        for line in response:
            if line.strip():
                yield line.decode().strip()
        connection.close()


def play_there(args: argparse.Namespace, program: Program) -> int:
    """Sit down with a code, and answer until the game is over."""
    server = Server(args.server, args.lang)
    try:
        joined = server.ask(
            "/api/join", {"code": args.code or "", "name": args.name, "bearer": True}
        )
        server.token = joined["token"]
        return follow(server, f"/api/tables/{joined['table']}", program)
    except (OSError, http.client.HTTPException) as error:
        raise Refused(say(args.lang, "bot.server", server=args.server, why=error)) from None


def follow(server: Server, table: str, program: Program) -> int:
    answered = NOBODY
    for line in server.lines(f"{table}/stream"):
        shown = json.loads(line)
        if shown["type"] == "goodbye":
            print_line(shown["why"])
        if shown["type"] != "shown" or shown["seq"] == answered:
            continue
        action = program.show(line)
        if action is not None:
            answered = shown["seq"]
            command = secrets.token_hex(8)
            move = {"type": "move", "seq": answered, "command": command, "action": action}
            server.ask(f"{table}/commands", move)
        if shown["table"]["result"]:
            sys.stdout.write(shown["table"]["result"]["text"] + "\n")
            return 0
    return 1
