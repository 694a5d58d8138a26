"""Replaces a game's chance in the other world by a script of what each deal and move leads to."""

from __future__ import annotations

import importlib
import types
from typing import Any

from skipyard.batch.cpu import one_table
from skipyard.games import GAMES, game
from skipyard.proofs.secrecy.redeal import MARK
from skipyard.table import fair_dice
from skipyard.table.database.store import Header, Row
from skipyard.table.host_state import HostState
from skipyard.table.rows import row_checks

COMMITMENT = fair_dice.commitment
CHECK_MOVE = row_checks.CHECKS["move"]
ORIGINALS: dict[tuple[str, str], Any] = {}  # compiled rules that were replaced


def rules_of(name: str) -> Any:
    """A game's own rules module, never replaced."""
    return importlib.import_module(f"skipyard.games.{name}.rules")


def replaceable_rules(name: str) -> Any:
    """The rules module that tables use: a copy, in which functions may be replaced.

    The module itself stays as it is, since functions compiled later read its names.
    """
    g, original = game(name), rules_of(name)
    if g.rules is original:
        copy = types.ModuleType(original.__name__)
        vars(copy).update(vars(original))
        vars(g)["rules"] = copy
    return g.rules


def original_rule(name: str, rule: str) -> Any:
    """The original of a compiled rule that tables use."""
    return ORIGINALS.setdefault((name, rule), getattr(one_table(name), rule))


def restore_rules() -> None:
    """Undo all replacements."""
    fair_dice.commitment = COMMITMENT
    row_checks.CHECKS["move"] = CHECK_MOVE
    for name in GAMES:
        vars(game(name)).pop("rules", None)
    for (name, rule), was in ORIGINALS.items():
        setattr(one_table(name), rule, was)


class Script:
    """What deals and moves lead to in the other world; the true rules decide the rest."""

    def __init__(self, header: Header, key: bytes) -> None:
        self.header, self.key = header, key
        self.table_key = b""
        self.states = 0
        self.deals: dict[int, Any] = {}
        self.moves: dict[tuple[int, int], tuple[Any, bytes]] = {}

    def fits(self, before: Any, action: int, truth: Any) -> bool:
        """Whether a move may lead to this true state: the same past has only one future."""
        scripted = self.moves.get((int(before.key[0]), action))
        return scripted is None or scripted[1] == truth.tobytes()

    def record(self, before: Any, action: int, after: Any, truth: Any) -> None:
        """Record what a move leads to in this world and in the true one."""
        self.moves.setdefault((int(before.key[0]), action), (after, truth.tobytes()))

    # Replacing the rules --------------------------------------------------------------------------
    def install(self) -> None:
        """Make the game's rules follow this script in its world; other tables are unaffected."""
        name = self.header.game
        rules, true = replaceable_rules(name), rules_of(name)
        true_play = original_rule(name, "play_at")

        def deal(state: Any, key: Any, stream: int) -> None:
            if key.tobytes() == self.table_key and stream in self.deals:
                state.base[0] = self.deals[stream]
            else:
                true.deal(state, key, stream)

        def play(states: Any, action: int) -> None:
            key = states["key"][0]
            scripted = self.moves.get((int(key[0]), int(action)))
            if key[-1] == MARK and scripted is not None:
                states[0] = scripted[0]
            else:
                true_play(states, action)

        def commitment(server_key: bytes) -> str:
            """Both worlds publish the same commitment, since a hash reveals nothing."""
            return COMMITMENT(self.header.key if server_key == self.key else server_key)

        def check_move(host: HostState, row: Row, data: row_checks.Facts) -> None:
            """What the script says follows, though by the true rules it might be illegal."""
            if host.table is None or host.table.state.key[-1] != MARK:
                CHECK_MOVE(host, row, data)

        rules.deal, one_table(name).play_at, fair_dice.commitment = deal, play, commitment
        row_checks.CHECKS["move"] = check_move
