"""PPO learns to beat the character `cautious` at a table of four, in five minutes on a laptop.

python examples/ppo.py --minutes 5
"""

import argparse
import time

import gymnasium
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import calavera.env.vector  # noqa: F401  # registers the environment

GAMES, STEPS, EPOCHS, PARTS, SMOOTHING = 512, 32, 3, 8, 0.9


class Player(nn.Module):
    """Which action, and what to expect."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        hidden = self.body(rows.float() / 4)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


def learn(minutes: float, opponents: str = "cautious", seed: int = 0) -> float:
    """Train, printing the share of games won; returns that of the last tenth of the time."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec(
        "calavera/Skull-v0", num_envs=GAMES, opponents=opponents, autoreset_mode="SameStep"
    )
    rows = envs.single_observation_space["observation"]
    player = Player(rows.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3, eps=1e-5)
    seen, _ = envs.reset(seed=seed)
    begin, told, finished, won = time.monotonic(), 0.0, 0, 0
    while (spent := (time.monotonic() - begin) / 60 / minutes) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1.0 - spent)
        batch = []
        for _ in range(STEPS):
            rows, masks = map(torch.from_numpy, (seen["observation"], seen["action_mask"]))
            with torch.no_grad():
                policy, value = player(rows, masks)
            action = policy.sample()
            seen, reward, ended, _, _ = envs.step(action.numpy())
            batch.append((rows, masks, action, policy.log_prob(action), value,
                          torch.from_numpy(reward).float(), torch.from_numpy(ended)))
            finished, won = finished + int(ended.sum()), won + int((reward > 0).sum())
        with torch.no_grad():
            following = player(*map(torch.from_numpy, seen.values()))[1]
        advantages, ahead = [], torch.zeros(GAMES)
        for *_, value, reward, ended in reversed(batch):
            ahead = reward + (following * ~ended) - value + SMOOTHING * ahead * ~ended
            following = value
            advantages.insert(0, ahead)
        rows, masks, action, before, value, *_ = map(torch.cat, zip(*batch, strict=True))
        gain = torch.cat(advantages)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(gain)).chunk(PARTS):
                policy, expected = player(rows[part], masks[part])
                ratio = (policy.log_prob(action[part]) - before[part]).exp()
                better = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
                surer = torch.min(ratio * better, ratio.clamp(0.8, 1.2) * better).mean()
                miss = (expected - value[part] - gain[part]).square().mean()
                loss = 0.5 * miss - surer - 0.01 * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(player.parameters(), 0.5)
                optimizer.step()
        if spent - told >= 0.1:
            share = won / max(finished, 1)
            print(f"{spent * minutes:4.1f} min: won {share:.1%} of {finished:,}", flush=True)
            told, finished, won = spent, 0, 0
    return won / max(finished, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    print(f"in the last games: {learn(parser.parse_args().minutes):.1%} (fair: 25.0%)")
