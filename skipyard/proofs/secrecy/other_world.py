"""A whole game in another world: the same log, with everything hidden re-dealt at every row.

The viewer sees the same in both worlds, so everything that is sent to it must be the same too.
"""

from __future__ import annotations

import json
import random
from typing import Any

from skipyard.games import Game
from skipyard.games.redeal import alike
from skipyard.proofs.secrecy.redeal import redealt, same_but_dice
from skipyard.proofs.secrecy.scripted_chance import Script, rules_of
from skipyard.server.live.presenter import Presenter
from skipyard.table import fair_dice
from skipyard.table.chair import nonces
from skipyard.table.database.store import Header, Row
from skipyard.table.files.canonical_json import dumps
from skipyard.table.host import Host


class World:
    """The true table, as one viewer is shown it."""

    def __init__(self, header: Header, viewer: int) -> None:
        self.header, self.viewer = header, viewer
        self.host = Host(header)
        self.presenter = Presenter(self.host)
        self.rows: list[Row] = []
        self.differs = False  # whether something hidden differs from the true world

    def prepare(self, row: Row, truth: Host) -> Row:
        """The row as this world has it."""
        self.rows.append(row)
        return row


class OtherWorld(World):
    """The same table for its viewer, with other hidden cards, dice and keys."""

    def __init__(self, header: Header, viewer: int, key: bytes, dice: random.Random) -> None:
        self.script = Script(header, key)
        self.script.install()
        super().__init__(header._replace(key=key), viewer)
        self.dice = dice

    def prepare(self, row: Row, truth: Host) -> Row:
        """Re-deal what the row led to; another seat's hidden move may be a different one here."""
        if row.kind in ("deal", "move"):
            row = self.dealt(row, truth) if row.kind == "deal" else self.moved(row, truth)
        self.rows.append(row)
        return row

    def dealt(self, row: Row, truth: Host) -> Row:
        assert truth.table is not None
        self.script.deals[truth.table.round - 1] = self.redeal(truth.table.state)
        self.script.table_key = fair_dice.table_key(self.header.key, nonces(truth.chairs))
        return row

    def moved(self, row: Row, truth: Host) -> Row:
        assert self.host.table is not None
        assert truth.table is not None
        before, true_after = self.host.table.state, truth.table.state
        action, after = row.action, self.redeal(true_after)
        if row.seat != self.viewer:
            sound_alike = alike(self.host.game, before, action)
            fitting = [each for each in sound_alike if self.script.fits(before, each, true_after)]
            action = self.dice.choice(fitting)
        after.reveals = before.reveals + turned_up(self.host.game, before, action)
        self.script.record(before, action, after, true_after)
        data = json.loads(row.data) if row.data else {}
        if "digest" in data:
            data["digest"] = self.host.digest()
        return row._replace(action=action, data=dumps(data) if data else "")

    def redeal(self, state: Any) -> Any:
        self.script.states += 1
        other = redealt(self.host.game, state, self.viewer, self.script.states, self.dice)
        self.differs = not same_but_dice(state, other)
        return other


def turned_up(g: Game, before: Any, action: int) -> int:
    """How many hidden things a move reveals by the true rules; that decides about undo."""
    rules, copy = rules_of(g.name), g.rules.State.many(1)[0]
    copy.base[0] = before
    if rules.verdict(copy, rules.ACTIONS[action]) != rules.No.OK:
        return 1  # the viewer cannot undo another seat's move
    rules.play(copy, action)
    return int(copy.reveals) - int(before.reveals)
