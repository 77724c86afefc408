"""One step of learning: proximal policy optimisation, held back by a magnet.

The loss has the clipped objective of PPO, the error of the expected wins, and two regularisers that
turn the last iterate, not only the average, towards an equilibrium (magnetic mirror descent):

- *entropy*, which is the distance to uniform play, annealed over the run;
- the Kullback-Leibler divergence from the *magnet*, a copy of the network that follows it slowly.

Advantages are divided by their standard deviation, so both strengths are in that unit.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from calavera.train.lockstep import Gathered
from calavera.train.network import Network, as_tensor, copy_of, masked_logs


class Settings(NamedTuple):
    """How one batch is learned from."""

    entropy: float = 0.1
    magnet: float = 0.1
    rate: float = 3e-4
    """The learning rate."""

    clip: float = 0.2
    """How far the chance of a choice may move in one batch, as a ratio, before it stops."""

    epochs: int = 1
    minibatch: int = 4096
    magnet_pull: float = 0.005
    """How much of the way to the network the magnet goes after each batch."""

    average_pull: float = 0.002
    """The same for the averaged weights."""


class Learned(NamedTuple):
    """What a batch showed."""

    entropy: float
    magnet_distance: float
    """Divergence of the network from its magnet."""

    moved: float
    """Divergence of the network from what it was before the batch."""

    value_error: float


class Learner:
    """A network that learns, its magnet, and the average of its weights over time."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.magnet = copy_of(network)
        self.average = copy_of(network)
        self.optimiser = torch.optim.Adam(network.parameters(), eps=1e-5)
        self.batches = 0
        self._seed = seed

    def learn(self, gathered: Gathered, settings: Settings) -> Learned:
        """Learn from a batch; what is drawn depends on the seed and the number of the batch."""
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate
        batch = _Batch.of(gathered, self.magnet)
        shuffling = torch.Generator().manual_seed(self._seed * 1_000_003 + self.batches)
        sums, steps = torch.zeros(4), 0
        for _ in range(settings.epochs):
            order = torch.randperm(len(batch.choices), generator=shuffling)
            for part in order.split(settings.minibatch):
                sums += self._step(_Batch(*[tensor[part] for tensor in batch]), settings)
                steps += 1
        follow(self.magnet, self.network, settings.magnet_pull)
        # At first the mean of all so far, then of the latest.
        follow(self.average, self.network, max(settings.average_pull, 1 / (self.batches + 1)))
        self.batches += 1
        return Learned(*(sums / steps).tolist())

    def _step(self, batch: "_Batch", settings: Settings) -> Tensor:
        logits, wins = self.network(batch.inputs)
        logs = masked_logs(logits, batch.masks)
        chances = logs.exp()
        taken = logs.gather(1, batch.choices[:, None])[:, 0]
        ratio = (taken - batch.chances).exp()
        near = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.minimum(ratio * batch.advantages, near * batch.advantages).mean()
        entropy = -(chances * logs).sum(1).mean()
        distance = (chances * (logs - batch.magnet_logs)).sum(1).mean()
        error = (wins - batch.returns).square().mean()
        loss = error - gain - settings.entropy * entropy + settings.magnet * distance
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        moved = (ratio - 1 - (taken - batch.chances)).mean()
        return torch.stack([entropy, distance, moved, error]).detach()


class _Batch(NamedTuple):
    inputs: Tensor
    masks: Tensor
    choices: Tensor
    chances: Tensor
    advantages: Tensor
    returns: Tensor
    magnet_logs: Tensor

    @staticmethod
    def of(gathered: Gathered, magnet: Network) -> "_Batch":
        inputs, masks = as_tensor(gathered.inputs), as_tensor(gathered.masks)
        advantages = as_tensor(gathered.advantages)
        with torch.no_grad():
            magnet_logs = masked_logs(magnet(inputs)[0], masks)
        return _Batch(
            inputs,
            masks,
            as_tensor(gathered.choices),
            as_tensor(gathered.chances),
            (advantages - advantages.mean()) / (advantages.std() + 1e-8),
            as_tensor(gathered.values) + advantages,
            magnet_logs,
        )


def follow(follower: Network, leader: Network, pull: float) -> None:
    """Move the weights of one network towards those of another."""
    with torch.no_grad():
        for mine, theirs in zip(follower.parameters(), leader.parameters(), strict=True):
            mine.lerp_(theirs, pull)
