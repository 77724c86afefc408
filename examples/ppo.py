"""PPO learns to beat three `cautious` characters: python examples/ppo.py --minutes 5"""

import argparse
import time

import gymnasium
import torch
from torch import from_numpy, nn
from torch.distributions import Categorical

import calavera.env.vector  # noqa: F401  # registers the environment

GAMES, STEPS, EPOCHS, PARTS, WIDTH, SMOOTHING = 512, 32, 3, 8, 128, 0.9


def judge(network, rows, masks):
    """The network's policy over legal actions, and the reward that it expects."""
    numbers = network(rows.float() / 4)
    return Categorical(logits=numbers[:, 1:].masked_fill(masks == 0, -1e9)), numbers[:, 0]


def learn(minutes, opponents="cautious"):
    """Train, printing how many of the latest games were won (fair: a fourth)."""
    torch.set_num_threads(1)  # the network is small
    envs = gymnasium.make_vec(
        "calavera/Skull-v0", num_envs=GAMES, opponents=opponents, autoreset_mode="SameStep"
    )
    rows = envs.single_observation_space["observation"]
    network = nn.Sequential(
        nn.Linear(rows.shape[0], WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(),
        nn.Linear(WIDTH, 1 + envs.single_action_space.n),
    )  # fmt: skip
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    seen, won, begin = envs.reset(seed=0)[0], [], time.monotonic()
    while (spent := (time.monotonic() - begin) / 60) < minutes:
        batch, advantages = [], []
        with torch.no_grad():
            for _ in range(STEPS):
                rows, masks = map(from_numpy, seen.values())
                policy, value = judge(network, rows, masks)
                action = policy.sample()
                seen, reward, ended, _, _ = envs.step(action.numpy())
                won = (won + (reward[ended] > 0).tolist())[-5000:]
                batch.append((rows, masks, action, policy.log_prob(action), value,
                              from_numpy(reward).float(), from_numpy(ended)))  # fmt: skip
            _, following = judge(network, *map(from_numpy, seen.values()))
            advantage = torch.zeros(GAMES)
            for *_, value, reward, ended in reversed(batch):  # generalised advantage estimation
                advantage = reward - value + (following + SMOOTHING * advantage) * ~ended
                following = value
                advantages.insert(0, advantage)
        rows, masks, action, before, value, *_ = map(torch.cat, zip(*batch, strict=True))
        advantage = torch.cat(advantages)
        for part in [p for _ in range(EPOCHS) for p in torch.randperm(len(rows)).chunk(PARTS)]:
            policy, expected = judge(network, rows[part], masks[part])
            ratio = (policy.log_prob(action[part]) - before[part]).exp()
            better = (advantage[part] - advantage.mean()) / advantage.std()
            surer = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
            miss = (expected - value[part] - advantage[part]).square().mean()
            optimizer.zero_grad()
            (0.5 * miss - surer - 0.01 * policy.entropy().mean()).backward()
            optimizer.step()
        share = sum(won) / max(len(won), 1)
        print(f"{spent:4.1f} min: won {share:.1%} of the last {len(won):,} games", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    learn(parser.parse_args().minutes)
