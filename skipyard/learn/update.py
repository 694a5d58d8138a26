"""One update of the network from a rollout: PPO, or imitation of the teacher."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from skipyard.learn.distill import distilled
from skipyard.learn.results import IMPOSSIBLE, LEAST_LOG, gains, places, turned
from skipyard.learn.selfplay import Rollout, half_precision
from skipyard.learn.settings import Settings

VALUE_WEIGHT = 0.5
GRADIENT = 1.0  # the norm that gradients are cut to
WARM_UP = 200  # minibatches in which the rate rises, while the optimiser knows little


class Report(NamedTuple):
    """What an update says of itself."""

    policy: float
    value: float
    entropy: float
    changed: float  # how far the policy moved: an estimate of its divergence
    agrees: float  # how often it would move like the teacher, while it imitates


class Flat(NamedTuple):
    """A rollout's moves in one row, with what they are measured by."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    taught: Tensor
    likelihoods: Tensor
    weights: Tensor
    gains: Tensor
    targets: Tensor  # winning chances that the value should have had, the mover's side first
    sides: Tensor


def flattened(roll: Rollout, sides: Tensor, trace: float) -> Flat:
    """Gains and targets of all moves, and the moves in one row."""
    steps, n = roll.actions.shape
    every = gains(roll.chances, roll.outcomes, roll.dones, trace)
    mine = every.gather(-1, roll.movers[..., None]).squeeze(-1)
    aims = (roll.chances[:steps] + every).clamp(0, 1)
    aims = aims / aims.sum(-1, keepdim=True).clamp(min=1e-6)
    many = sides.expand(steps, n)
    return Flat(
        roll.seen.flatten(0, 1),
        roll.masks.flatten(0, 1),
        roll.actions.flatten(),
        roll.taught.flatten(),
        roll.likelihoods.flatten(),
        roll.weights.flatten(),
        mine.flatten(),
        turned(aims, roll.movers, many, back=True).flatten(0, 1),
        many.reshape(-1),
    )


class Learner:
    """The network with its optimiser."""

    def __init__(
        self, settings: Settings, network: nn.Module, teacher: nn.Module | None = None
    ) -> None:
        self.settings, self.network, self.teacher = settings, network, teacher
        self.on_gpu = settings.device != "cpu"
        self.seen = 0  # minibatches, since the optimiser began
        self.optimiser = torch.optim.AdamW(
            network.parameters(), lr=settings.rate, eps=1e-5, weight_decay=1e-4, fused=self.on_gpu
        )

    def learn(self, flat: Flat, done: float, imitate: bool) -> Report:
        """Go through the moves a few times; `done` is the part of the run that lies behind."""
        settings = self.settings
        rate = settings.rate * max(0.05, 1 - done)
        entropy = settings.entropy * (1 - 0.9 * done)
        total = len(flat.actions)
        sums = torch.zeros(5, device=flat.seen.device)
        count = 0
        for _ in range(settings.epochs):
            order = torch.randperm(total, device=flat.seen.device)
            for rows in order.split(settings.minibatch):
                self.seen += 1
                for group in self.optimiser.param_groups:
                    group["lr"] = rate * min(1.0, self.seen / WARM_UP)
                sums += self.minibatch(Flat(*(part[rows] for part in flat)), entropy, imitate)
                count += 1
        return Report(*(sums / count).tolist())

    def minibatch(self, part: Flat, entropy_weight: float, imitate: bool) -> Tensor:
        with half_precision(self.on_gpu):
            logits, value = self.network(part.seen)
        logs = torch.log_softmax(logits.masked_fill(~part.masks, IMPOSSIBLE), -1)
        there = places(part.sides, value.shape[-1])
        chances = torch.log_softmax(value.masked_fill(~there, IMPOSSIBLE), -1)
        value_loss = -(part.targets * chances.clamp(min=LEAST_LOG)).sum(-1).mean()
        entropy = -(logs.exp() * logs.clamp(min=LEAST_LOG)).sum(-1).mean()
        changed = agrees = torch.zeros((), device=logs.device)
        if self.teacher is not None:
            policy_loss, value_loss, agrees = distilled(self.teacher, part, logs, chances, there)
            loss = policy_loss + VALUE_WEIGHT * value_loss
        elif imitate:
            policy_loss = -logs.gather(-1, part.taught[:, None]).mean()
            agrees = (logs.argmax(-1) == part.taught).float().mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss
        else:
            policy_loss, changed = self.clipped(part, logs)
            loss = policy_loss + VALUE_WEIGHT * value_loss - entropy_weight * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT)
        self.optimiser.step()
        return torch.stack([policy_loss, value_loss, entropy, changed, agrees]).detach()

    def clipped(self, part: Flat, logs: Tensor) -> tuple[Tensor, Tensor]:
        """PPO's loss: rated by gain, with the change of a move's likelihood clipped."""
        weight = part.weights / part.weights.sum().clamp(min=1)
        mean = (weight * part.gains).sum()
        spread = (weight * (part.gains - mean).square()).sum().sqrt()
        gain = (part.gains - mean) / (spread + 1e-6)
        change = logs.gather(-1, part.actions[:, None]).squeeze(-1) - part.likelihoods
        ratio, clip = change.exp(), self.settings.clip
        rated = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
        return -(weight * rated).sum(), (weight * (ratio - 1 - change)).sum()

    def state(self) -> dict[str, Any]:
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "seen": self.seen,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state; without the optimiser's part, which is large, it warms up again."""
        self.network.load_state_dict(state["network"])
        if "optimiser" in state:
            self.optimiser.load_state_dict(state["optimiser"])
            self.seen = state["seen"]
