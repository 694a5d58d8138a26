"""`skipyard bot`: lets any program play, with lines of JSON on its standard streams.

The program reads one message a line, the same that a browser gets, and writes {"action": N} when
`scene.paths` is not empty. It plays at a server's table, or in this process against other bots. A
program that breaks down (bots/programs.py) loses the game and is started again for the next one.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import math
import secrets
import shlex
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from skipyard.bots import NAMES, Bot, check, seat_bot
from skipyard.bots.forfeit import Forfeit
from skipyard.bots.intervals import wilson
from skipyard.bots.programs import DEFAULT_MS, MOST_MS, Program
from skipyard.catalogue import common
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
from skipyard.table.result import sides_of

OPPONENT = "opponent"  # what a bot that is not ours is called at the table
SERVER_TIMEOUT = 60  # seconds; a server sends an empty line every ten


def run(args: argparse.Namespace) -> int:
    """Play with a program: at a server's table with --server, else here."""
    player = Player(args.program, milliseconds_of(args.move_time, args.lang), args.lang)
    try:
        if args.server:
            return play_there(args, player)
        return play_here(args, player)
    except KeyboardInterrupt:  # nobody waits for the program's own end
        if player.program is not None:
            player.program.child.kill()
        raise
    finally:
        player.stop()


def milliseconds_of(text: str | None, language: str) -> int:
    """The time for a move that was asked for."""
    try:
        seconds = DEFAULT_MS / 1000 if text is None else float(text)
    except ValueError:
        seconds = math.nan
    if not 0.001 <= seconds <= MOST_MS / 1000:
        raise Refused(say(language, "bot.move_time", text=text, longest=MOST_MS // 1000))
    return round(seconds * 1000)


class Player:
    """Somebody's program, which is started when it is needed."""

    def __init__(self, command: Sequence[str], milliseconds: int, language: str) -> None:
        self.command, self.milliseconds, self.language = command, milliseconds, language
        self.program: Program | None = None

    @property
    def name(self) -> str:
        return shlex.join(self.command)

    def show(self, line: str) -> int | None:
        """Send the program a message; its action, if the message asks for one.

        Forfeit if it breaks down: what it may still say must not answer another question.
        """
        if self.program is None:
            self.program = Program(self.name, tuple(self.command), self.language)
        try:
            return self.answer(self.program, line)
        except Forfeit:
            self.stop()
            raise

    def answer(self, program: Program, line: str) -> int | None:
        scene = json.loads(line).get("scene")
        if not scene or not scene["paths"]:
            program.tell(line.encode())
            return None
        action = program.ask(line.encode(), self.milliseconds)
        if action not in {path["action"] for path in scene["paths"]}:
            facts = {"name": self.name, "action": action}
            raise Forfeit(common().say(self.language, "bot.illegal", **facts))
        return action

    def stop(self) -> None:
        """End the program, if it is running."""
        if self.program is not None:
            self.program.stop()
            self.program = None


# In this process: the program has seat 1, other bots the rest -------------------------------------
def play_here(args: argparse.Namespace, player: Player) -> int:
    """Play whole games in this process; print how many the program won."""
    g = game(args.game or GAMES[0], args.lang)
    seats, chosen = table_of(g, args)
    check(args.against, args.lang)
    games, won = whole_number(args.games, "--games", 1, language=args.lang), 0
    settings = json.dumps(write_settings(g.options.OPTIONS, chosen))
    seed = None if args.seed is None else whole_number(args.seed, "--seed", language=args.lang)
    base = args.against.partition(":")[0]
    rival = base if base in NAMES else OPPONENT
    chairs = ["open", *[f"{policies.BOT}{rival}"] * (seats - 1)]
    policy = policies.write(policies.make({"chairs": chairs}, seats, args.lang, [OPPONENT]))
    done, forfeits = 0, list[str]()

    def tell_done() -> str:
        return say(args.lang, "bot.stopped", won=won, done=done, games=games)

    with interrupts.on_stop(tell_done):
        for number in range(games):
            key, name = key_for(seed, number), f"game{number}"
            header = Header(name, g.name, g.rules.VERSION, seats, settings, policy, key, 0)
            host = Host(header)
            others = [
                seat_bot(g.name, args.against, number * seats + seat, language=args.lang)
                for seat in range(1, seats)
            ]
            try:
                won += 0 in play_one(host, player, others, args.lang)
            except Broken as broken:
                won += broken.won
                forfeits.append(str(broken))
            finally:
                for bot in others:
                    bot.close()
            done += 1
    low, high = wilson(won, games)
    facts = {"share": f"{won / games:.2%}", "low": f"{low:.2%}", "high": f"{high:.2%}"}
    print_line(say(args.lang, "bot.won", won=won, games=games, **facts))
    if forfeits:
        print_line(say(args.lang, "bot.forfeits", count=len(forfeits), why=forfeits[0]))
    return 0


class Broken(Exception):
    """A game that ended because a bot broke down; whether the program won by that."""

    def __init__(self, why: Forfeit, won: bool) -> None:
        super().__init__(str(why))
        self.won = won


def key_for(seed: int | None, number: int) -> bytes:
    from skipyard.core import key_from

    key: bytes = key_from(None if seed is None else seed * 1_000_003 + number).tobytes()
    return key


def play_one(host: Host, player: Player, others: Sequence[Bot], language: str) -> tuple[int, ...]:
    """Play one game; the seats that won. Broken where a bot broke down."""
    presenter = Presenter(host)
    now = 0

    def do(seat: int, command: Command) -> None:
        nonlocal now
        now = max(now + 1, host.due())
        row: Row = host.check(seat, command, now, language).row
        presenter.play(row, (), (), now)

    def shown() -> str:
        return presenter.shown(0, language, (), now).decode()

    do(0, Command("sit", 0, "sit:0", own=True))
    do(NOBODY, Command("deal", host.seq, "deal:0", own=True))
    while host.result is None:
        seq, seat = host.seq, host.turn
        if host.phase == "between":
            do(0, Command("deal", seq, f"deal-{seq}"))
            continue
        try:
            if seat:
                legal = np.array(host.legal(seat), np.int16)
                action: int | None = others[seat - 1].choose(host.view(seat), legal)
            else:
                action = player.show(shown())
        except Forfeit as why:
            assert host.table is not None
            sides = sides_of(host.table)  # of two the other one wins, of more none does
            raise Broken(why, sides == 2 and seat % sides != 0) from None
        assert action is not None
        do(
            seat,
            Command("move", seq, f"move:{seq}" if seat else f"move-{seq}", action, own=seat > 0),
        )
    with contextlib.suppress(Forfeit):  # the game is over, and it is started again for the next
        player.show(shown())
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


def play_there(args: argparse.Namespace, player: Player) -> int:
    """Sit down with a code, and play until the game is over."""
    server = Server(args.server, args.lang)
    try:
        joined = server.ask(
            "/api/join", {"code": args.code or "", "name": args.name, "bearer": True}
        )
        server.token = joined["token"]
        return follow(server, f"/api/tables/{joined['table']}", player)
    except (OSError, http.client.HTTPException) as error:
        raise Refused(say(args.lang, "bot.server", server=args.server, why=error)) from None


def follow(server: Server, table: str, player: Player) -> int:
    answered = NOBODY
    for line in server.lines(f"{table}/stream"):
        shown = json.loads(line)
        if shown["type"] == "goodbye":
            print_line(shown["why"])
        if shown["type"] != "shown" or shown["seq"] == answered:
            continue
        if shown["table"]["result"]:
            with contextlib.suppress(Forfeit):  # it need not hear the end
                player.show(line)
            print_line(shown["table"]["result"]["text"])
            return 0
        action = shown_to(player, line, server, table, shown["seq"])
        if action is not None:
            answered = shown["seq"]
            command = secrets.token_hex(8)
            move = {"type": "move", "seq": answered, "command": command, "action": action}
            server.ask(f"{table}/commands", move)
    return 1


def shown_to(player: Player, line: str, server: Server, table: str, seq: int) -> int | None:
    """The program's answer; if it breaks down, it has lost: it resigns, and we stop."""
    try:
        return player.show(line)
    except Forfeit as broken:
        resign = {"type": "resign", "seq": seq, "command": secrets.token_hex(8)}
        try:
            server.ask(f"{table}/commands", resign)
        except Refused:  # before the deal there is nothing to resign
            raise broken from None
        raise Refused(say(player.language, "bot.resigned", why=broken)) from None
