"""Rules that follow a script: what deals and moves lead to in a world that is not the true one."""

from __future__ import annotations

import importlib
import types
from typing import Any

from skipyard.batch.cpu import one_table
from skipyard.games import GAMES, game
from skipyard.proofs.secrecy.redeal import MARK
from skipyard.table import fair_dice
from skipyard.table.database.store import Header

COMMITMENT = fair_dice.commitment
WRITTEN: dict[tuple[str, str], Any] = {}  # rules for one table that were replaced, as they were


def rules_of(name: str) -> Any:
    """A game's rules as they are written."""
    return importlib.import_module(f"skipyard.games.{name}.rules")


def stage_of(name: str) -> Any:
    """A game's rules as tables find them: a copy of the module, in which things may be replaced.

    The module itself stays whole, since what is compiled later reads its names.
    """
    found, written = game(name), rules_of(name)
    if found.rules is written:
        copy = types.ModuleType(written.__name__)
        vars(copy).update(vars(written))
        vars(found)["rules"] = copy
    return found.rules


def written(name: str, rule: str) -> Any:
    """A rule that tables are played by, as it is written."""
    return WRITTEN.setdefault((name, rule), getattr(one_table(name), rule))


def put_back() -> None:
    """Let all tables find the rules as they are written again."""
    fair_dice.commitment = COMMITMENT
    for name in GAMES:
        vars(game(name)).pop("rules", None)
    for (name, rule), was in WRITTEN.items():
        setattr(one_table(name), rule, was)


class Script:
    """What deals and moves lead to in another world; the true rules are asked about the rest."""

    def __init__(self, header: Header, key: bytes) -> None:
        self.header, self.key = header, key
        self.table_key = b""
        self.states = 0
        self.deals: dict[int, Any] = {}
        self.moves: dict[tuple[int, int], tuple[Any, bytes]] = {}

    def fits(self, before: Any, action: int, truth: Any) -> bool:
        """Whether a move can lead to what it led to in truth: the same past has one future."""
        found = self.moves.get((int(before.key[0]), action))
        return found is None or found[1] == truth.tobytes()

    def tell(self, before: Any, action: int, after: Any, truth: Any) -> None:
        """Say what a move leads to here, and in truth."""
        self.moves.setdefault((int(before.key[0]), action), (after, truth.tobytes()))

    # In the place of the rules --------------------------------------------------------------------
    def install(self) -> None:
        """Let the game's rules follow this script in its world; all other tables are as ever."""
        name = self.header.game
        stage, true, true_play = stage_of(name), rules_of(name), written(name, "play_at")

        def deal(state: Any, key: Any, stream: int) -> None:
            if key.tobytes() == self.table_key and stream in self.deals:
                state.base[0] = self.deals[stream]
            else:
                true.deal(state, key, stream)

        def play(states: Any, action: int) -> None:
            key = states["key"][0]
            found = self.moves.get((int(key[0]), int(action)))
            if key[-1] == MARK and found is not None:
                states[0] = found[0]
            else:
                true_play(states, action)

        def commitment(server_key: bytes) -> str:
            """Both worlds publish the same promise: a hash tells nobody what was hashed."""
            return COMMITMENT(self.header.key if server_key == self.key else server_key)

        stage.deal, one_table(name).play_at, fair_dice.commitment = deal, play, commitment
