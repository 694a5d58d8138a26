"""PPO on a batch, in one file as CleanRL has it: a network learns Skippity by playing itself.

Every table is seen by the seat on turn, so one network plays all seats. What a seat's next turn is
worth counts for its move; between two players the other's gain is the own loss.
"""

import argparse

import torch
from torch import nn
from torch.distributions import Categorical

import skipyard as sy

GAMMA, LAMBDA, CLIP, EPOCHS, PARTS = 0.99, 0.95, 0.2, 4, 4
NEVER = -1e9  # the logit of an illegal move


class Player(nn.Module):
    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
        )
        self.moves, self.worth = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        inner = self.body(seen.float())
        logits = self.moves(inner).masked_fill(~mask, NEVER)
        return Categorical(logits=logits), self.worth(inner).squeeze(-1)


def look(batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What the seats on turn see, may do, and who they are; copies, for a step overwrites them."""
    arrays = batch.observations, batch.masks, batch.turns
    return tuple(torch.from_dlpack(array).clone() for array in arrays)


def train(batch, player: Player, updates: int, steps: int, rate: float) -> None:
    optimiser = torch.optim.Adam(player.parameters(), lr=rate)
    seen, mask, turn = look(batch)
    rows = torch.arange(batch.tables)
    for _ in range(updates):
        history = []
        for _ in range(steps):
            with torch.no_grad():
                chances, worth = player(seen, mask)
                action = chances.sample()
            step = batch.step(action)
            reward = torch.from_dlpack(step.rewards)[rows, turn.long()].clone()
            done = torch.from_dlpack(step.terminated) | torch.from_dlpack(step.truncated)
            history.append(
                (seen, mask, turn, action, chances.log_prob(action), worth, reward, done)
            )
            seen, mask, turn = look(batch)
        with torch.no_grad():
            next_worth, next_turn = player(seen, mask)[1], turn
        gain, gains = torch.zeros(batch.tables), []
        for *_, own_turn, _, _, worth, reward, done in ((h[0], *h[2:]) for h in reversed(history)):
            sign = torch.where(next_turn == own_turn, 1.0, -1.0) * ~done
            error = reward + GAMMA * sign * next_worth - worth
            gain = error + GAMMA * LAMBDA * sign * gain
            gains.append(gain)
            next_worth, next_turn = worth, own_turn
        whole = [torch.cat(part) for part in zip(*history, strict=True)]
        learn(player, optimiser, whole, torch.cat(gains[::-1]))


def learn(player: Player, optimiser, whole: list[torch.Tensor], gains: torch.Tensor) -> None:
    seen, mask, _, action, before, worth, _, _ = whole
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(PARTS):
            chances, now_worth = player(seen[part], mask[part])
            ratio = (chances.log_prob(action[part]) - before[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            policy = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value = (now_worth - (gains + worth)[part]).square().mean()
            loss = 0.5 * value - policy - 0.01 * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


def share_of_wins(player: Player, opponent: str, games: int, **options) -> float:
    """How many games the player wins against a bot, half of them from each seat."""
    batch = sy.Batch("skippity", games, key=9, auto_reset=False, **options)
    mine = torch.arange(games) % 2
    while not batch.dones.all():
        seen, mask, turn = look(batch)
        with torch.no_grad():
            chosen = player(seen, mask)[0].logits.argmax(-1)
        theirs = torch.from_dlpack(batch.choose(opponent)).long()
        batch.step(torch.where(turn == mine, chosen, theirs))
    return float((torch.from_dlpack(batch.winners) == mine).float().mean())


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--updates", type=int, default=60)
    asked.add_argument("--tables", type=int, default=256)
    asked.add_argument("--steps", type=int, default=64)
    asked.add_argument("--games", type=int, default=400)
    given = asked.parse_args()
    torch.manual_seed(1)
    batch = sy.Batch("skippity", given.tables, size=6, key=1)
    player = Player(batch.observations.shape[1], batch.masks.shape[1])
    before = share_of_wins(player, "random", given.games, size=6)
    train(batch, player, given.updates, given.steps, rate=1e-3)
    after = share_of_wins(player, "random", given.games, size=6)
    print(f"won {before:.0%} of {given.games} games against random before, {after:.0%} after")


if __name__ == "__main__":
    main()
