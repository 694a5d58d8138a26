"""kill -9 of a server with tournaments: what it acknowledged is there when it is back."""

from __future__ import annotations

import contextlib
import pathlib
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.proofs.shared.clients import Guest
from skipyard.proofs.shared.processes import ServerProcess

ORGANISERS = 4  # at the same time, each with a tournament after the other
PEOPLE = 6  # who join a tournament; then one of them leaves and it begins
LONGEST_RUN = 0.5  # seconds under load before a kill, once something is acknowledged
ACK_TIMEOUT = 120.0  # seconds until something is acknowledged
GAME = GAMES[-1]


@dataclass
class Promised:
    """What the server has acknowledged of one tournament."""

    people: dict[int, str] = field(default_factory=dict)  # names, by player
    left: set[int] = field(default_factory=set)
    seq: int = 0  # the last row that an answer named
    begun: bool = False

    def missing(self, facts: dict[str, Any]) -> list[str]:
        """What a server does not know any more, in sentences."""
        names = {one["player"]: one["name"] for one in facts["players"] if not one["left"]}
        found = [
            f"{name} has joined and is not there."
            for player, name in self.people.items()
            if player not in self.left and names.get(player) != name
        ]
        found += [
            f"{self.people[player]} has left and is there." for player in self.left & {*names}
        ]
        if facts["seq"] < self.seq:
            found.append(f"Row {self.seq} was acknowledged; the last one is {facts['seq']}.")
        if self.begun and facts["phase"] == "gathering":
            found.append("It had begun and is open again.")
        return found


class TournamentChecker:
    """Remembers what was acknowledged, and asks a server for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.promised: dict[str, Promised] = {}
        self.acknowledged = 0
        self.problems: list[str] = []

    @property
    def ok(self) -> bool:
        return not self.problems

    @contextlib.contextmanager
    def note(self, tournament: str) -> Iterator[Promised]:
        """Count an acknowledgement, and add to what it promises."""
        with self.lock:
            self.acknowledged += 1
            yield self.promised.setdefault(tournament, Promised())

    def check(self, url: str) -> None:
        """Ask for every tournament: all that was promised is there, and in its record."""
        visitor = Guest(url)
        for name, promised in self.promised.items():
            answer = visitor.get(f"/api/tournaments/{name}")
            if answer.status_code != 200:
                self.problems.append(f"{name}: {answer.text}")
                continue
            self.problems += [f"{name}: {text}" for text in promised.missing(answer.json())]
            rows = len(visitor.get(f"/api/tournaments/{name}/record").json()["entries"])
            if rows < answer.json()["seq"]:
                self.problems.append(f"{name}: its record has only {rows} rows.")


class Organiser(threading.Thread):
    """Opens tournaments, lets people join and leave, and begins, until the server is dead."""

    def __init__(self, url: str, checker: TournamentChecker, seed: int) -> None:
        super().__init__(daemon=True)
        self.url, self.checker, self.dice = url, checker, random.Random(seed)

    def run(self) -> None:
        with contextlib.suppress(httpx.HTTPError):  # the kill
            while True:
                self.organise()

    def organise(self) -> None:
        """One tournament, from its opening to its beginning."""
        organiser = Guest(self.url)
        wanted = {"title": "Proof", "game": GAME, "plays": False, "bearer": True}
        opened = self.send(organiser, "/api/tournaments", wanted)
        organiser.token, api = opened["token"], f"/api/tournaments/{opened['tournament']}"
        with self.checker.note(opened["tournament"]):
            pass
        people = {}
        for number in range(PEOPLE):
            guest, name = Guest(self.url), f"N{number}"
            joined = self.send(guest, f"{api}/join", {"name": name, "bearer": True})
            guest.token, people[joined["player"]] = joined["token"], guest
            with self.checker.note(opened["tournament"]) as promised:
                promised.people[joined["player"]] = name
        leaver = self.dice.choice(list(people))
        left = self.send(people[leaver], f"{api}/leave")
        with self.checker.note(opened["tournament"]) as promised:
            promised.left.add(leaver)
            promised.seq = left["seq"]
        begun = self.send(organiser, f"{api}/begin")
        with self.checker.note(opened["tournament"]) as promised:
            promised.begun, promised.seq = True, begun["seq"]

    def send(self, guest: Guest, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request that has to be obeyed."""
        answer = guest.post(path, body or {}, timeout=ACK_TIMEOUT)
        if not answer.is_success:
            self.checker.problems.append(f"{path}: {answer.text}")
            raise httpx.HTTPError(answer.text)
        facts: dict[str, Any] = answer.json()
        return facts


def kill_tournaments(
    url: str,
    kills: int,
    dice: random.Random,
    folder: pathlib.Path,
    progress: Callable[[str], None],
    checker: TournamentChecker | None = None,
) -> TournamentChecker:
    """Kill a server under load, start it again and ask for everything, this many times."""
    checker = checker or TournamentChecker()
    with ServerProcess(url, folder / "tournaments.log").started() as server:
        for number in range(1, kills + 1):
            before = checker.acknowledged
            seeds = [dice.getrandbits(32) for _ in range(ORGANISERS)]
            organisers = [Organiser(server.url, checker, seed) for seed in seeds]
            for organiser in organisers:
                organiser.start()
            wait_for_more(checker, before)
            time.sleep(dice.uniform(0, LONGEST_RUN))
            server.kill()
            for organiser in organisers:
                organiser.join()
            server.start()
            checker.check(server.url)
            progress(f"kill {number} of {kills}: {checker.acknowledged:,} commands acknowledged")
    return checker


def wait_for_more(checker: TournamentChecker, before: int) -> None:
    deadline = time.monotonic() + ACK_TIMEOUT
    while checker.acknowledged == before:
        if time.monotonic() > deadline or checker.problems:
            raise Refused(f"No tournament is acknowledged; nothing is proven. {checker.problems}")
        time.sleep(0.005)
