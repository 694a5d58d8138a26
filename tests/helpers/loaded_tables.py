"""Tables with everything that takes room: long names, clock, totals, offers, phrases."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

from websockets.sync.client import connect

from helpers.layout_audit import LONG_NAME, POLL_LIMIT, Setup, view_of
from helpers.server_thread import Guest
from skipyard.games import game

RIVAL_NAME = "Wilhelmina-Charlotte"  # as long as names may be, and wider than most
MATCHES = ("skipbo", "skipbo_mod")  # that can be played in rounds
MOVES = 10  # of all players
MORE_MOVES = 30  # until somebody can ask for something
PHRASE = "one_moment"  # the longest
# A phrase stays, however long the audit takes.
KEEP_BUBBLES = """const later = window.setTimeout;
window.setTimeout = (then, ms, ...more) => (ms === 4000 ? 0 : later(then, ms, ...more));"""


class LoadedTable:
    """A table of people with long names, a clock and, where there are matches, totals."""

    def __init__(self, context: Any, url: str, setup: Setup) -> None:
        self.context, self.url, self.setup, self.sent = context, url, setup, 0
        match = ["match=true"] if setup.game in MATCHES else []
        body = {
            "game": setup.game,
            "chairs": ["me", *["invited"] * (setup.seats - 1)],
            "settings": [*setup.settings, *match],
            "name": LONG_NAME,
            "policy": {"clock": "game", "time": 6000},
        }
        answer = context.request.post(f"{url}/api/tables", data=body, headers={"origin": url})
        assert answer.status == 201, answer.text()
        facts = answer.json()
        self.id: str = facts["table"]
        self.guests = {}
        for seat in range(1, setup.seats):
            self.guests[seat] = Guest(url, language=setup.language)
            self.guests[seat].join(facts["codes"][str(seat)], name=RIVAL_NAME)

    def view(self, seat: int) -> dict[str, Any]:
        if seat == 0:
            return view_of(self.context, self.url, self.id)
        view: dict[str, Any] = self.guests[seat].get(f"/api/tables/{self.id}").json()
        return view

    def send(self, seat: int, **command: Any) -> bool:
        """Send a command; whether it was taken."""
        self.sent += 1
        command |= {"seq": self.view(seat)["seq"], "command": f"loaded-{self.sent}"}
        path = f"/api/tables/{self.id}/commands"
        if seat:
            return self.guests[seat].post(path, command).status_code == 200
        here = {"origin": self.url}
        return bool(self.context.request.post(self.url + path, data=command, headers=here).ok)

    def play(self, until: Callable[[int, int], bool]) -> bool:
        """Play until a condition holds of the moves played and the seat on turn; whether it did."""
        dice, played, deadline = random.Random(1), 0, time.monotonic() + POLL_LIMIT
        while time.monotonic() < deadline:
            scene = self.view(0)["scene"]
            if scene is None:
                continue
            if scene["over"]:
                return False
            if until(played, scene["turn"]):
                return True
            paths = self.view(scene["turn"])["scene"]["paths"]
            path = dice.choice([path for path in paths if not path["quiet"]] or paths)
            assert self.send(scene["turn"], type="move", action=path["action"])
            played += 1
        raise AssertionError(f"{self.setup}: {played} moves are not enough")

    def play_to_my_turn(self) -> None:
        assert self.play(lambda played, turn: played >= MOVES and turn == 0)

    def ask(self) -> bool:
        """Make an offer: a draw, else to take a move back; whether there was something to offer."""
        if any(self.send(seat, type="offer", what="draw") for seat in self.guests):
            return True
        return self.play(
            lambda played, turn: played > MORE_MOVES or self.send(turn, type="offer", what="undo")
        ) and bool(self.view(0)["table"]["offers"])

    def speak(self, seat: int) -> None:
        """Let a rival send a phrase."""
        guest = self.guests[seat]
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.id}/socket"
        with connect(address, additional_headers=guest.headers()) as socket:
            socket.send(json.dumps({"type": "hello", "language": self.setup.language}))
            while json.loads(socket.recv(POLL_LIMIT))["type"] != "shown":
                pass
            socket.send(json.dumps({"type": "say", "phrase": PHRASE}))
            while json.loads(socket.recv(POLL_LIMIT))["type"] != "said":
                pass


def longest_refusal(setup: Setup) -> dict[str, str]:
    """The longest sentence that refuses a move, and its rule."""
    entries = game(setup.game).options.sentences().entries.values()
    refusals = [entry for entry in entries if entry.get("rule") and "{" not in entry["en"]]
    longest = max(refusals, key=lambda entry: len(entry[setup.language]))
    return {"sentence": longest[setup.language], "rule": longest["rule"]}
