"""Checks that a page received the frames of its own seat and nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

from skipyard.proofs.secrecy.redeal import redealt
from skipyard.seats import NOBODY
from skipyard.server.live.presenter import Presenter
from skipyard.server.net import messages
from skipyard.server.net.listeners import Listener
from skipyard.table.database.stores import open_store
from skipyard.table.host import Host

HARMLESS = ("pong", "done", "said")  # these say nothing about the position
Frames = dict[tuple[int, int], dict[str, Any]]  # by viewer and row


def frames_for(db: str, table: str, language: str = "en") -> tuple[Host, Frames]:
    """A host folded from its log, and the frame for each viewer after every row."""
    store = open_store(db)
    header, rows = store.header(table), store.rows(table)
    store.close()
    assert header is not None
    host = Host(header)
    presenter, dice = Presenter(host), random.Random(table)
    listeners = [Listener(viewer, language) for viewer in range(NOBODY, header.seats)]
    frames: Frames = {}
    for row in rows:
        presenter.play(row, listeners, (), 0)
        for listener in listeners:
            frames[listener.viewer, row.seq] = json.loads(listener.waiting.pop())
            check_redealt(presenter, listener, frames[listener.viewer, row.seq], dice)
    return host, frames


def check_redealt(
    presenter: Presenter, listener: Listener, shown: Any, dice: random.Random
) -> None:
    """A frame holds no key, and its scene stays the same when everything hidden is re-dealt."""
    host, viewer = presenter.host, listener.viewer
    if host.phase == "over":
        return
    assert host.header.key.hex() not in json.dumps(shown)
    if host.table is None or host.table.over:
        return
    trial = host.table.copy()
    trial.state = redealt(host.game, host.table.state, viewer, 1, dice)
    legal = [int(action) for action in trial.legal()] if viewer == host.turn else []
    names = presenter.names(listener.language)
    scene = host.game.scene.scene(trial.view(viewer), legal, names, listener.language)
    assert json.loads(messages.encoder.encode(scene)) == shown["scene"]


def check_frames(page: Any, viewer: int, frames: Frames) -> int:
    """Check that every frame of a page belongs to its viewer; return the number of views."""
    views = 0
    for message in page.traffic.messages:
        if message["type"] in HARMLESS:
            continue
        assert message["type"] == "shown", message
        wanted = frames[viewer, message["seq"]]
        if not message["events"]:  # after a connection, or when somebody came or went
            wanted = wanted | {"events": [], "heard": [], "past": message["past"]}
        assert without_times(message) == without_times(wanted)
        views += 1
    return views


def without_times(shown: dict[str, Any]) -> dict[str, Any]:
    """A view without presence, watchers and clock, which are not in the log."""
    chairs = [{**chair, "present": True} for chair in shown["table"]["chairs"]]
    unlogged = {"clock": None, "watchers": 0, "chairs": chairs}
    return shown | {"table": shown["table"] | unlogged}
