"""The network for Skippity's board: one small network looks at every square.

Colours are equal before the rules, so a skipper is described by what its colour is worth to whom:
how many of it everybody has, and how far that is ahead of their rarest colour. Convolutions with
shared weights look at the squares around; a jump is rated at the square that it starts from, in
each of four directions. The same weights play boards of every size.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from skipyard.games.skippity.actions import ACTIONS
from skipyard.games.skippity.board import COLOURS, DIRECTIONS, SEATS
from skipyard.games.skippity.features import At
from skipyard.learn.networks import dtype_of, flatten

MOST_AHEAD = 4  # sets of a colour ahead of the rarest one are told apart up to here
MOST_CAPTURED, MOST_LEFT = 12.0, 24.0  # scales
POOLED = 64
FIRST_JUMP = 2  # the actions before it end or pass a turn


class Network(nn.Module):
    """Convolutions over the board; `layers` are the channels of each."""

    columns: Tensor  # the actions that it rates
    starts: Tensor

    def __init__(self, layers: tuple[int, ...], sides: int, size: int = 10) -> None:
        super().__init__()
        self.size = size
        self.reads = self.width = At.BOARD + COLOURS * size * size
        places = jump_places(ACTIONS, size)
        self.register_buffer("columns", torch.arange(FIRST_JUMP + len(places)))
        self.register_buffer("starts", torch.tensor(places))  # into directions x squares
        first, last = layers[0], layers[-1]
        told = SEATS * (2 + MOST_AHEAD) + 1
        self.colour = nn.Linear(told, first)
        self.deep_colour = nn.Linear(first, first)
        self.table = nn.Linear(SEATS * (COLOURS + 1) + 3, first)
        self.jumper = nn.Parameter(torch.zeros(first))
        self.empty = nn.Parameter(torch.zeros(first))
        pairs = zip((first, *layers), layers, strict=False)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(width, after, 3, padding=1) for width, after in pairs
        )
        self.jump = nn.Conv2d(last, DIRECTIONS, 1)
        self.pool = nn.Linear(last + first, POOLED)
        self.end = nn.Linear(POOLED, FIRST_JUMP)
        self.value = nn.Linear(POOLED, sides)
        flatten(self.end, self.value)
        with torch.no_grad():
            self.jump.weight *= 0.1

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        n, size, kind = len(seen), self.size, dtype_of(self.colour)
        board = seen[:, At.BOARD : self.reads].reshape(n, size * size, COLOURS).to(kind)
        colours, table = self.colours_of(seen, board, kind), self.table_of(seen, kind)
        worth = self.deep_colour(functional.relu(self.colour(colours)))
        squares = torch.einsum("nsc,ncf->nsf", board, worth.to(kind))
        squares = squares + (1 - board.sum(-1, keepdim=True)) * self.empty.to(kind)
        squares = squares + self.jumper_at(seen, kind)[..., None] * self.jumper.to(kind)
        about = functional.relu(self.table(table))
        inner = (squares + about[:, None]).transpose(1, 2).reshape(n, -1, size, size)
        inner = functional.relu(inner)
        for convolve in self.convolutions:
            after = functional.relu(convolve(inner))
            inner = inner + after if after.shape == inner.shape else after
        jumps = self.jump(inner).flatten(1)[:, self.starts]
        pooled = functional.relu(self.pool(torch.cat([inner.mean((2, 3)), about], 1)))
        return torch.cat([self.end(pooled), jumps], 1).float(), self.value(pooled).float()

    def captured_of(self, seen: Tensor) -> Tensor:
        first = At.CAPTURED
        part = seen[:, first : first + SEATS * COLOURS]
        return part.reshape(len(seen), SEATS, COLOURS)

    def colours_of(self, seen: Tensor, board: Tensor, kind: torch.dtype) -> Tensor:
        """By colour: how many everybody has, how far ahead of their rarest, how many are left."""
        captured = self.captured_of(seen).to(torch.int16)
        ahead = (captured - captured.min(2, keepdim=True).values).clamp(max=MOST_AHEAD)
        ranks = torch.arange(1 + MOST_AHEAD, device=seen.device)
        marks = (ahead[..., None] == ranks).to(kind)  # by seat, colour, how far ahead
        counts = (captured.to(kind) / MOST_CAPTURED)[..., None]
        every = torch.cat([counts, marks], -1).transpose(1, 2).flatten(2)
        left = (board.sum(1) / MOST_LEFT)[..., None]
        return torch.cat([every, left], -1)

    def table_of(self, seen: Tensor, kind: torch.dtype) -> Tensor:
        """What concerns the table: everybody's sorted colours, who plays, whose chain it is."""
        captured = self.captured_of(seen).sort(2).values.flatten(1).to(kind) / MOST_CAPTURED
        seats = seen[:, At.SEATS : At.SEATS + SEATS].to(kind)
        chain = seen[:, At.ROW : At.COLUMN].sum(1, keepdim=True).to(kind)
        options = torch.stack([seen[:, At.ALLOW_PASS], seen[:, At.HUNDRED]], 1).to(kind)
        return torch.cat([captured, seats, chain, options], 1)

    def jumper_at(self, seen: Tensor, kind: torch.dtype) -> Tensor:
        """A mark at the square of the skipper that is jumping."""
        row = seen[:, At.ROW : At.ROW + self.size].to(kind)
        column = seen[:, At.COLUMN : At.COLUMN + self.size].to(kind)
        return (row[:, :, None] * column[:, None, :]).flatten(1)

    def arrays(self) -> dict[str, Any]:
        """The weights as the file has them."""
        named = {name.replace(".", "_"): weight for name, weight in self.named_parameters()}
        return {name: weight.detach().float().cpu().numpy() for name, weight in named.items()}


def jump_places(actions: Any, size: int) -> list[int]:
    """Where each jump of a board is rated: its direction and the square that it starts from."""
    jumps = actions[FIRST_JUMP : 2 + 4 * size * (size - 2)]
    return ((jumps.direction.astype(int) * size + jumps.row) * size + jumps.column).tolist()
