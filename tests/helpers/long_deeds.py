"""The longest sentences that a ribbon has to hold, put in the place of the last one."""

from __future__ import annotations

import functools
import json
from typing import Any

import msgspec

from helpers.loaded_tables import RIVAL_NAME
from skipyard.core import NOBODY
from skipyard.games import Game, cases, game, played_cases
from skipyard.games.move_words import speaker
from skipyard.games.scene import Event

MOST = 3  # sentences, and as many again of those in few words
RIVAL = 1  # the seat whose move is told


@functools.cache
def long_deeds(name: str, language: str) -> list[dict[str, Any]]:
    """The longest events of moves in the cases of a game, told to a watcher; all have one name."""
    told = {event.label: event for event in told_in_cases(game(name), language)}
    by_label = sorted(told.values(), key=lambda event: -len(event.label))[:MOST]
    by_brief = sorted(told.values(), key=lambda event: -len(event.brief or event.label))[:MOST]
    return [msgspec.to_builtins(event) | {"seat": RIVAL} for event in [*by_label, *by_brief]]


def told_in_cases(g: Game, language: str) -> list[Event]:
    found = []
    for case in cases.load(g):
        if case.setup or case.match or not case.played:
            continue
        state = played_cases.position(g, case)
        before = cases.seen_by(g, state, NOBODY)
        names = [RIVAL_NAME] * int(state.seats)
        if not cases.try_move(g, state, case.played[-1])[1]:
            action = speaker(g, state).parse(case.played[-1])
            after = cases.seen_by(g, state, NOBODY)
            events = g.scene.events(before, after, action, names, language)
            found += [one for one in events if one.kind == "move" and one.seat != NOBODY]
    return found


def tell_instead(page: Any, deed: dict[str, Any]) -> None:
    """Let the page be told this move as the last one, whatever its server says."""

    def on_message(message: str) -> str:
        content = json.loads(message)
        if content["type"] == "shown":
            content["past"] = [deed]
        return json.dumps(content)

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(on_message(message)))

    page.route_web_socket("**/socket*", route)
