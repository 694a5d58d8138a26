"""`skipyard bot`: lets any program play, with lines of JSON on its standard streams.

The program reads one message a line, the same that a browser gets, and writes {"action": N} when
`scene.paths` is not empty. It plays at a server's table, or in this process against our bots.
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
from skipyard.bots.intervals import wilson
from skipyard.cli import interrupts, print_line, table_of, whole_number
from skipyard.games import GAMES, game
from skipyard.options import Refused, write_settings
from skipyard.seats import NOBODY
from skipyard.server.live.presenter import Presenter
from skipyard.server.sentences import say
from skipyard.table import policy as policies
from skipyard.table.command import Command
from skipyard.table.database.store import Header, Row
from skipyard.table.host import Host

SERVER_TIMEOUT = 60  # seconds; a server sends an empty line every ten


def run(args: argparse.Namespace) -> int:
    """Play with a program: at a server's table with --server, else here."""
    program = Program(args.program, args.lang)
    try:
        if args.server:
            return play_there(args, program)
        return play_here(args, program)
    except KeyboardInterrupt:  # nobody waits for the program's own end
        program.child.kill()
        raise
    finally:
        program.stop()


class Program:
    """Somebody's bot as a child process."""

    def __init__(self, command: list[str], language: str) -> None:
        self.language = language
        try:
            with interrupts.without_ctrl_c():  # we tell it when to end
                self.child = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused(say(language, "bot.start", command=command[0], why=why)) from None

    def show(self, line: str) -> int | None:
        """Send the program a message; its action, if the message asks for one."""
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


# In this process: the program has seat 1, our bots the others -------------------------------------
def play_here(args: argparse.Namespace, program: Program) -> int:
    """Play whole games in this process; print how many the program won."""
    g = game(args.game or GAMES[0], args.lang)
    seats, chosen = table_of(g, args)
    check(args.against, args.lang)
    games, won = whole_number(args.games, "--games", 1, language=args.lang), 0
    settings = json.dumps(write_settings(g.options.OPTIONS, chosen))
    seed = None if args.seed is None else whole_number(args.seed, "--seed", language=args.lang)
    done = 0

    def tell_done() -> str:
        return say(args.lang, "bot.stopped", won=won, done=done, games=games)

    with interrupts.on_stop(tell_done):
        for number in range(games):
            key = key_for(seed, number)
            chairs = ["open", *[f"{policies.BOT}{args.against}"] * (seats - 1)]
            policy = policies.write(policies.make({"chairs": chairs}, seats, args.lang))
            name = f"game{number}"
            header = Header(name, g.name, g.rules.VERSION, seats, settings, policy, key, 0)
            won += 0 in play_one(Host(header), program, args.lang)
            done += 1
    low, high = wilson(won, games)
    facts = {"share": f"{won / games:.2%}", "low": f"{low:.2%}", "high": f"{high:.2%}"}
    print_line(say(args.lang, "bot.won", won=won, games=games, **facts))
    return 0


def key_for(seed: int | None, number: int) -> bytes:
    from skipyard.core import key_from

    key: bytes = key_from(None if seed is None else seed * 1_000_003 + number).tobytes()
    return key


def play_one(host: Host, program: Program, language: str) -> tuple[int, ...]:
    """Play one game; the seats that won."""
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


# At a server's table ------------------------------------------------------------------------------
class Server:
    """A server's API, with the token of our seat."""

    def __init__(self, address: str, language: str) -> None:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        self.secure, self.host = parts.scheme == "https", parts.netloc
        self.language, self.token = language, ""

    def connect(self) -> http.client.HTTPConnection:
        if self.secure:
            return http.client.HTTPSConnection(self.host, timeout=SERVER_TIMEOUT)
        return http.client.HTTPConnection(self.host, timeout=SERVER_TIMEOUT)

    def headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json", "accept-language": self.language}
        return headers | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    def ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """POST JSON and read the answer; Refused with the server's own sentence."""
        connection = self.connect()
        connection.request("POST", path, json.dumps(body), self.headers())
        response = connection.getresponse()
        answer: dict[str, Any] = json.loads(response.read())
        connection.close()
        if response.status >= 400:
            raise Refused(str(answer.get("sentence", response.reason)))
        return answer

    def lines(self, path: str) -> Iterator[str]:
        """The lines of a stream, without the empty ones."""
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
    """Sit down with a code, and play until the game is over."""
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
