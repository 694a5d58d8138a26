"""A search that a network guides: `search:2000+policy:FILE`, and `champion` with the shipped one.

The network looks at the view once. Its favourite comes first, and moves that it hardly considers
are left out; then search.py's sequential halving compares the rest in imagined worlds, where the
network says who will win (loops/guided_search.py). A move must beat the favourite by `proof`
standard errors. docs/decisions/0013 has what was measured.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from skipyard.bots import search
from skipyard.bots.search import SearchThread, Statistics
from skipyard.bots.search_settings import GuidedSettings, guided_settings
from skipyard.bots.specs import Spec
from skipyard.catalogue import common
from skipyard.core import NONE
from skipyard.games import game
from skipyard.games.contract import Moves, ViewRecord
from skipyard.loops import for_game
from skipyard.networks.player import NetworkPlayer
from skipyard.networks.weights import Evaluator
from skipyard.options import Refused

LEAST = 1e-30  # likelihood; it leaves nothing out


class GuidedThread(SearchThread):
    """One thread's candidates, dice and buffers, with a network of its own."""

    def __init__(self, name: str, settings: GuidedSettings, player: NetworkPlayer) -> None:
        super().__init__(name, settings, len(game(name).rules.ACTIONS) + 2)
        self.guided = for_game("guided_search", game(name))
        network = player.network.with_own_buffers()
        seen = np.zeros_like(player.seen)
        self.network = (seen, network.weights, network.buffers, network.logits, network.sides)
        self.move_buffers = self.tree_buffers[:2]  # views, legal moves

    def grow(self, view: ViewRecord, n: int, worlds: int) -> None:
        """Try the first `n` candidates in some more worlds."""
        self.guided.compare(
            view,
            self.candidates,
            n,
            self.world_buffers,
            self.move_buffers,
            self.network,
            self.dice,
            self.settings,
            worlds,
        )


class Searcher(search.Searcher):
    """One seat's bot that searches with a network."""

    def __init__(
        self,
        name: str,
        spec: Spec,
        seed: int,
        threads: int = 1,
        *,
        file: str = "",
        **changes: float | str,
    ) -> None:
        self.player = NetworkPlayer(name, file)
        check_kind(name, self.player.network)
        super().__init__(name, spec, seed, threads, **changes)

    def set_up(self, threads: int, **changes: float | str) -> None:
        """Make what this kind of search needs."""
        self.settings: Any = guided_settings(self.name, **changes)
        self.proof = float(self.settings.proof)
        self.threads = [GuidedThread(self.name, self.settings, self.player) for _ in range(threads)]

    def distinct_moves(self, view: ViewRecord, legal: Moves) -> list[int]:
        """One of each group of equivalent moves, the network's favourites first."""
        if len(legal) == 1:
            return [int(legal[0])]
        left = self.without_equals(view, legal)
        self.player.look(view)
        order = np.argsort(-self.player.network.logits[left], kind="stable")
        return [int(action) for action in left[order]]

    def likely(self, actions: list[int]) -> list[int]:
        """The moves that are worth a comparison; they come in the order of their likelihood."""
        logits = self.player.network.logits[actions].astype(float)
        least = logits[0] + math.log(max(self.settings.likelihood, LEAST))
        return [a for a, logit in zip(actions, logits, strict=True) if logit >= least][
            : int(self.settings.candidates)
        ]

    def rank(self, view: ViewRecord, actions: list[int]) -> list[Statistics]:
        """The likely moves with their results, the one to play first; a sure win alone."""
        self.player.look(view)
        self.begin(actions)
        won = self.threads[0].sure_win(view, len(actions))
        if won != NONE:
            return [search.sure(actions[won])]
        likely = self.likely(actions)
        if len(likely) == 1:
            return [Statistics(likely[0], 0, chance=self.chance(view), lead=0.0, error=0.0)]
        self.begin(likely)
        return self.halve(view, likely)

    def chance(self, view: ViewRecord) -> float:
        """The winning chance of the player on turn, as the network sees it without a search."""
        world = self.rules.State()
        self.rules.imagine(view, world, 0)
        logits = self.player.network.sides[: int(self.rules.sides(world))].astype(float)
        return float(1 / np.exp(logits - logits[0]).sum())


def check_kind(name: str, network: Evaluator) -> None:
    """Refuse a network that a game's compiled search has no code for."""
    g = game(name)
    wanted = g.profile.training.network
    if network.kind != wanted:
        facts = {"file": network.file, "kind": network.kind, "wanted": wanted, "game": g.title}
        raise Refused(common().say("en", "network.guide", **facts))
