"""Rollouts: a network plays all seats of a batch of tables, and what it saw and did is stored."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from skipyard.batch import Batch
from skipyard.games import game
from skipyard.learn.results import IMPOSSIBLE, outcome, side_chances, turned
from skipyard.learn.settings import Settings, Tables

TEACHER_MOVES = 0.7  # while it imitates: the share of tables at which the teacher's move is played


class Rollout:
    """What happened in `steps` moves at every table; one tensor a field, steps first."""

    def __init__(self, steps: int, seen: Tensor, mask: Tensor, most: int, width: int) -> None:
        def empty(like: Tensor, *shape: int, kind: torch.dtype | None = None) -> Tensor:
            return torch.empty(shape, dtype=kind or like.dtype, device=like.device)

        n = len(seen)
        self.seen = empty(seen, steps, n, width)
        self.seen.zero_()
        self.masks = empty(mask, steps, *mask.shape)
        self.actions = empty(mask, steps, n, kind=torch.int64)
        self.taught = empty(mask, steps, n, kind=torch.int64)  # the teacher's moves
        self.likelihoods = empty(mask, steps, n, kind=torch.float32)
        self.weights = empty(mask, steps, n, kind=torch.float32)  # 0: an earlier network's move
        self.movers = empty(mask, steps, n, kind=torch.int64)  # sides
        self.chances = empty(mask, steps + 1, n, most, kind=torch.float32)  # by side of the table
        self.outcomes = empty(mask, steps, n, most, kind=torch.float32)
        self.dones = empty(mask, steps, n, kind=torch.bool)


class SelfPlay:
    """A batch of tables, the network that learns there, and earlier ones that it meets."""

    def __init__(
        self, settings: Settings, tables: Tables, network: Any, earlier: nn.Module
    ) -> None:
        self.settings, self.network, self.earlier = settings, network, earlier
        self.on_gpu = settings.device != "cpu"
        self.stream = torch.cuda.Stream() if self.on_gpu and settings.graphs else None
        more: dict[str, Any] = {}
        if self.stream is not None:
            more["stream"] = self.stream.cuda_stream
        self.batch = Batch(
            settings.game,
            settings.tables,
            tables.seats,
            options=tables.options,
            device="cuda" if self.on_gpu else "cpu",
            key=settings.seed,
            seed=settings.seed,
            **more,
        )
        self.batch.reset()
        self.seen, self.mask, self.turn, self.done, self.winner = (
            torch.from_dlpack(array)
            for array in (
                self.batch.observations,
                self.batch.masks,
                self.batch.turns,
                self.batch.dones,
                self.batch.winners,
            )
        )
        device = self.seen.device
        sides = sides_of(self.batch)
        self.sides = torch.as_tensor(sides, device=device)
        self.most = game(settings.game).options.MOST_SEATS
        self.columns: Tensor = network.columns  # the actions that the network rates
        self.column_of = torch.zeros(self.mask.shape[1], dtype=torch.int64, device=device)
        self.column_of[self.columns] = torch.arange(len(self.columns), device=device)
        self.seen = self.seen[:, : network.reads]
        self.reads = network.reads
        self.rollout = Rollout(settings.steps, self.seen, self.legal(), self.most, network.width)
        self.last_seen = torch.zeros_like(self.rollout.seen[0])
        self.rows = torch.arange(settings.tables, device=device)
        self.meeting = round(settings.past * settings.tables)  # tables with an earlier network
        self.learner = self.rows % self.sides  # the side that learns there
        self.chosen = torch.zeros(settings.tables, dtype=torch.int16, device=device)
        self.graphs: dict[bool, Any] = {}

    def play(self, imitate: bool) -> Rollout:
        """Fill the rollout with the next moves at every table."""
        if self.stream is None:
            self.play_steps(imitate)
        else:
            self.play_graph(imitate)
        return self.rollout

    def play_graph(self, imitate: bool) -> None:
        """The same as one CUDA graph: nothing waits for Python between its kernels."""
        assert self.stream is not None
        self.stream.wait_stream(torch.cuda.current_stream())
        if imitate not in self.graphs:
            with torch.cuda.stream(self.stream):
                self.play_steps(imitate)  # compiles what is new
                self.stream.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph, stream=self.stream):
                    self.play_steps(imitate)
                self.graphs[imitate] = graph
        with torch.cuda.stream(self.stream):
            self.graphs[imitate].replay()
        torch.cuda.current_stream().wait_stream(self.stream)

    @torch.no_grad()
    def play_steps(self, imitate: bool) -> None:
        roll = self.rollout
        for t in range(self.settings.steps):
            self.look(t, imitate)
            self.batch.step(self.chosen, unchecked=True)
            roll.dones[t] = self.done
            roll.outcomes[t] = outcome(self.winner.long(), self.sides, self.most)
        self.last_seen[:, : self.reads] = self.seen
        with self.precision():
            _, value = self.network(self.last_seen)
        roll.chances[self.settings.steps] = self.table_chances(value)

    def look(self, t: int, imitate: bool) -> None:
        """Store what is seen and choose moves."""
        roll = self.rollout
        roll.seen[t, :, : self.reads], roll.masks[t] = self.seen, self.legal()
        side = self.turn.long() % self.sides
        roll.movers[t] = side
        with self.precision():
            logits, value = self.network(roll.seen[t])
        roll.chances[t] = self.table_chances(value)
        logits = logits.masked_fill(~roll.masks[t], IMPOSSIBLE)
        own = torch.log_softmax(logits, -1)
        action = drawn(own)
        roll.weights[t] = 1.0
        if imitate:
            teacher = torch.as_tensor(self.batch.choose(self.settings.teacher), device=own.device)
            roll.taught[t] = self.column_of[teacher.long()]
            follows = self.rows < TEACHER_MOVES * len(self.rows)
            action = torch.where(follows, roll.taught[t], action)
        elif self.meeting:
            n = self.meeting
            with self.precision():
                theirs, _ = self.earlier(roll.seen[t, :n])
            theirs = theirs.masked_fill(~roll.masks[t, :n], IMPOSSIBLE)
            other = side[:n] != self.learner[:n]
            action[:n] = torch.where(other, drawn(torch.log_softmax(theirs, -1)), action[:n])
            roll.weights[t, :n] = (~other).float()
        roll.actions[t] = action
        roll.likelihoods[t] = own.gather(-1, action[:, None]).squeeze(-1)
        self.chosen.copy_(self.columns[action])

    def legal(self) -> Tensor:
        """The masks, for the actions that the network rates."""
        return self.mask if len(self.columns) == self.mask.shape[1] else self.mask[:, self.columns]

    def table_chances(self, logits: Tensor) -> Tensor:
        """Winning chances by side of the table, from logits by the viewer on turn."""
        side = self.turn.long() % self.sides
        return turned(side_chances(logits, self.sides), side, self.sides)

    def precision(self) -> contextlib.AbstractContextManager[Any]:
        return half_precision(self.on_gpu)


def half_precision(on_gpu: bool) -> contextlib.AbstractContextManager[Any]:
    """On a GPU layers compute with 16 bits; nothing is cached, so graphs may be captured."""
    if not on_gpu:
        return contextlib.nullcontext()
    return torch.autocast("cuda", torch.bfloat16, cache_enabled=False)


def drawn(logs: Tensor) -> Tensor:
    """An action for each row, drawn by its probability."""
    return (logs.exp() / torch.empty_like(logs).exponential_()).argmax(-1)


def sides_of(batch: Any) -> Any:
    """How many sides play at each table."""
    count: Callable[[Any], int] = batch.game.rules.sides
    by_kind = np.array([int(count(state)) for state in batch.setup.templates])
    return by_kind[np.arange(batch.tables) % len(by_kind)]
