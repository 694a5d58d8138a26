"""OpenSpiel's observers: a player's knowledge as text and as named tensors."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from skipyard import extras

with extras.needed_by(__name__):
    import pyspiel

from skipyard.adapters.moment import DIGEST, Moment
from skipyard.adapters.variant import Variant
from skipyard.core import NOBODY

BITS = 8 * DIGEST
UNDEALT = "not dealt yet"
VIEWER = "me:"  # the line that says whose view it is


class HasMoment(Protocol):
    """What an observer needs of OpenSpiel's state."""

    at: Moment


class Observer:
    """A seat's knowledge: all of it, or only its public or its private part.

    With perfect recall it also has a hash of everything that the seat has seen and done. That
    tells information states apart; a network can learn nothing from it.
    """

    def __init__(self, variant: Variant, kind: Any) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.variant, self.recall, self.public = variant, kind.perfect_recall, kind.public_info
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a seat sees what a seat may see, never all hands")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        self.tensor: npt.NDArray[np.float32] | None = None
        if self.public and self.private:  # the public or private part alone exists only as text
            self.lay_out()

    def lay_out(self) -> None:
        """Allocate the tensor and its named parts."""
        parts = {"player": self.variant.seats, "observation": self.variant.game.features.SIZE}
        if self.recall:
            parts["recalled"] = BITS
        self.tensor = tensor = np.zeros(sum(parts.values()), np.float32)
        at = 0
        for name, size in parts.items():
            self.dict[name] = tensor[at : at + size]
            at += size

    def set_from(self, state: HasMoment, player: int) -> None:
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

    def string_from(self, state: HasMoment, player: int) -> str:
        """The observation as text."""
        if state.at.undealt:
            return UNDEALT if self.public else ""
        if not self.private:
            return state.at.text(NOBODY) if self.public else ""
        own = state.at.text(player)
        if not self.public:
            known = set(state.at.text(NOBODY).splitlines())
            lines = [line for line in own.splitlines() if line not in known]
            return "\n".join(line for line in lines if not line.startswith(VIEWER))
        memory = f"\nrecalls: {state.at.recalled[player].hex()}" if self.recall else ""
        return f"player: {player}\n{own}{memory}"
