"""What OpenSpiel asks of an observation: a player's knowledge as text and as named tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from skipyard.adapters.moment import DIGEST
from skipyard.adapters.variant import Variant

BITS = 8 * DIGEST
UNDEALT = "not dealt yet"


class Observer:
    """A seat's knowledge: all of it, or only its public or its private part.

    With perfect recall it also has a digest of everything that the seat has seen and done. It
    tells information states apart; there is nothing in it for a network to learn.
    """

    def __init__(self, variant: Variant, kind: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.variant, self.recall, self.public = variant, kind.perfect_recall, kind.public_info
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a seat sees what a seat may see, never all hands")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if self.public and self.private:  # parts of what a seat knows are told in words alone
            self.lay_out()

    def lay_out(self) -> None:
        pieces = {"player": self.variant.seats, "observation": self.variant.game.features.SIZE}
        if self.recall:
            pieces["recalled"] = BITS
        self.tensor = np.zeros(sum(pieces.values()), np.float32)
        at = 0
        for name, size in pieces.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        self.dict["player"][player] = 1
        if state.at.undealt:
            return
        features = self.variant.features(self.variant.view(state.at.record, player))
        self.dict["observation"][:] = features / self.variant.highs
        if self.recall:
            bits = np.frombuffer(state.at.recalled[player], np.uint8)
            self.dict["recalled"][:] = np.unpackbits(bits)

    def string_from(self, state: Any, player: int) -> str:
        """The same as text."""
        if state.at.undealt:
            return UNDEALT if self.public else ""
        record = state.at.record
        public = self.variant.public_text(record)
        if not self.private:
            return public if self.public else ""
        own = self.variant.text(self.variant.view(record, player))
        if not self.public:
            open_lines = set(public.splitlines())
            return "\n".join(line for line in own.splitlines() if line not in open_lines)
        memory = f"\nrecalls: {state.at.recalled[player].hex()}" if self.recall else ""
        return f"player: {player}\n{own}{memory}"
