"""Tianshou's DQN on our PettingZoo environment, through Tianshou's own wrapper; prints its results.

Run by test_tianshou.py in a process of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from skipyard.adapters.pettingzoo import env


def table() -> Any:
    return PettingZooEnv(env("skippity", seats=2, options={"size": 6}))


def learner(of: Any) -> Any:
    shape = of.observation_space["observation"].shape
    net = Net(state_shape=shape, action_shape=of.action_space.n, hidden_sizes=[32])
    policy = DiscreteQLearningPolicy(
        model=net,
        action_space=of.action_space,
        observation_space=of.observation_space,
        eps_training=0.2,
    )
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=50)


def main() -> None:
    np.random.seed(1)
    torch.manual_seed(1)
    one = table()
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner(one), learner(one)], env=one)
    envs = DummyVectorEnv([table, table])
    collector = Collector(both, envs, VectorReplayBuffer(2000, 2), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=64, random=False)
    result = both.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=200,
            collection_step_num_env_steps=20,
            batch_size=16,
            update_step_num_gradient_steps_per_sample=0.1,
            test_collector=Collector(both, DummyVectorEnv([table])),
            test_step_num_episodes=4,
        )
    )
    stats = collector.buffer
    rewards = np.asarray(stats.rew[: len(stats)])
    print("STEPS", len(stats), "GRADIENTS", result.update_step, "ENDS", int(stats.done.sum()))
    print("REWARDS", sorted(set(rewards.reshape(-1).tolist())))


if __name__ == "__main__":
    main()
