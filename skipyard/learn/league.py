"""Earlier networks, which the learning one meets at some tables so that it forgets nothing."""

from __future__ import annotations

import random
from typing import Any

from torch import nn

MOST_KEPT = 24
FIRST = 0.25  # how often the meeting is with the first one, which imitates the teacher


class League:
    """Weights of earlier networks, on the host."""

    def __init__(self, seed: int) -> None:
        self.kept: list[dict[str, Any]] = []
        self.dice = random.Random(seed)

    def keep(self, network: nn.Module) -> None:
        """Keep the network as it is now; where there are too many, one of the middle goes."""
        self.kept.append({name: part.cpu().clone() for name, part in network.state_dict().items()})
        if len(self.kept) > MOST_KEPT:
            del self.kept[self.dice.randrange(1, len(self.kept) - 1)]

    def choose(self, network: nn.Module) -> None:
        """Load one of them into a network; the latest ones as often as all others."""
        if not self.kept:
            return
        if self.dice.random() < FIRST:
            weights = self.kept[0]
        else:
            recent = self.kept[-max(1, len(self.kept) // 3) :]
            weights = self.dice.choice(recent if self.dice.random() < 0.5 else self.kept)
        network.load_state_dict(weights)
