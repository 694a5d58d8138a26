"""How a network plays against a bot: many games at once, the network in every seat in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from skipyard.batch import Batch
from skipyard.learn.results import IMPOSSIBLE
from skipyard.learn.selfplay import half_precision, sides_of

LOOKS = 32  # steps between two looks at whether all games are over
MOST_MOVES = 4_000


class Matches:
    """Tables of one kind at which a network meets a bot on all other sides."""

    def __init__(
        self, name: str, seats: int, options: dict[str, Any], games: int, device: str, key: int = 99
    ) -> None:
        self.on_gpu = device != "cpu"
        self.batch = Batch(
            name,
            games,
            seats,
            options=options,
            device="cuda" if self.on_gpu else "cpu",
            key=key,
            seed=key,
            auto_reset=False,
        )
        arrays = (self.batch.observations, self.batch.masks, self.batch.turns)
        self.seen, self.mask, self.turn = (torch.from_dlpack(array) for array in arrays)
        self.winner = torch.from_dlpack(self.batch.winners)
        self.done = torch.from_dlpack(self.batch.dones)
        sides = int(sides_of(self.batch)[0])
        self.sides = sides
        self.mine = torch.as_tensor(np.arange(games) % sides, device=self.seen.device)

    @torch.no_grad()
    def share(self, network: Any, other: Any) -> float:
        """The network's share of wins against a bot or another network, without a search.

        Drawn games count in equal parts.
        """
        self.batch.reset()
        for move in range(MOST_MOVES):
            best = self.best(network)
            if isinstance(other, str):
                theirs = torch.as_tensor(self.batch.choose(other), device=best.device).long()
            else:
                theirs = self.best(other)
            own = self.turn.long() % self.sides == self.mine
            self.batch.step(torch.where(own, best, theirs).to(torch.int16), unchecked=True)
            if move % LOOKS == 0 and bool(self.done.all()):
                break
        drawn = (self.winner < 0) | ~self.done
        won = torch.where(drawn, 1 / self.sides, (self.winner == self.mine).float())
        return float(won.mean())

    def best(self, network: Any) -> Tensor:
        """The moves that a network likes best, at all tables."""
        with half_precision(self.on_gpu):
            logits, _ = network(row_of(self.seen, network))
        legal = self.mask[:, network.columns]
        best: Tensor = network.columns[logits.masked_fill(~legal, IMPOSSIBLE).argmax(-1)]
        return best


def row_of(seen: Tensor, network: Any) -> Tensor:
    """Observations in the width that a network takes."""
    part = seen[:, : network.reads]
    return functional.pad(part, (0, network.width - network.reads)).contiguous()
