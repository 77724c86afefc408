"""One learning step: proximal policy optimisation with a magnet.

The loss has PPO's clipped objective, the error of the expected wins, and two regularisers that pull
the last iterate, not only the average, towards an equilibrium (magnetic mirror descent):

- *entropy*, which is the distance to uniform play, annealed over the run;
- the Kullback-Leibler divergence from the *magnet*, a slowly following copy of the network.

Advantages are divided by their standard deviation, so both coefficients are in that unit.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from rich.console import Console
from torch import Tensor

from calavera.console.progress import progress_bar
from calavera.train.compiled.lockstep import Gathered
from calavera.train.network import Network, as_tensor, copy_of, masked_logs


class Settings(NamedTuple):
    """How to learn from one batch."""

    entropy: float = 0.1
    magnet: float = 0.1
    rate: float = 3e-4
    """The learning rate."""

    clip: float = 0.2
    """The clip range of PPO: how far a choice's probability ratio may move in one batch."""

    epochs: int = 1
    minibatch: int = 4096
    magnet_pull: float = 0.005
    """The magnet's step towards the network after each batch, as a fraction."""

    rnad_batches: int = 0
    """Regularised Nash dynamics instead of mirror descent: the distance from the magnet is
    subtracted from the reward, and every N batches the magnet becomes the network. 0 is off."""

    average_pull: float = 0.002
    """The averaged weights' step towards the network after each batch."""


class Learned(NamedTuple):
    """Metrics of a batch."""

    entropy: float
    magnet_distance: float
    """Divergence of the network from its magnet."""

    moved: float
    """Divergence of the network from itself before the batch."""

    value_error: float


class Learner:
    """A learning network, its magnet, and its averaged weights."""

    def __init__(self, network: Network, seed: int, attention: Tensor | None = None) -> None:
        self.network = network
        self._attention = attention
        self._pay_attention()
        self.magnet = copy_of(network)
        self.average = copy_of(network)
        self.optimiser = torch.optim.Adam(network.parameters(), eps=1e-5)
        self.batches = 0
        self._seed = seed

    def learn(self, gathered: Gathered, settings: Settings) -> Learned:
        """Learn from a batch; random draws depend on the seed and the batch number."""
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate
        batch = _Batch.of(gathered, self.magnet)
        if settings.rnad_batches:
            regular = batch.magnet_logs.gather(1, batch.choices[:, None])[:, 0]
            toll = settings.magnet * (batch.chances - regular)
            batch = batch._replace(advantages=batch.advantages - toll)
            jump = float(self.batches % settings.rnad_batches == settings.rnad_batches - 1)
            settings = settings._replace(magnet=0.0, magnet_pull=jump)
        shuffling = torch.Generator().manual_seed(self._seed * 1_000_003 + self.batches)
        sums, steps = torch.zeros(4), 0
        for _ in range(settings.epochs):
            order = torch.randperm(len(batch.choices), generator=shuffling)
            for part in order.split(settings.minibatch):
                sums += self._step(_Batch(*[tensor[part] for tensor in batch]), settings)
                steps += 1
        follow(self.magnet, self.network, settings.magnet_pull)
        # At first a mean over the latest half of the run: earlier weights were much weaker.
        follow(self.average, self.network, max(settings.average_pull, 2 / (self.batches + 2)))
        self.batches += 1
        return Learned(*(sums / steps).tolist())

    def learn_all(
        self, gather: Callable[[], Gathered], batches: int, settings: Settings, what: str
    ) -> Learned:
        """Learn from batch after batch, with a progress bar; return the last one's metrics."""
        learned = Learned(0.0, 0.0, 0.0, 0.0)
        with progress_bar(Console(stderr=True), what, "batches", batches) as show:
            for done in range(1, batches + 1):
                learned = self.learn(gather(), settings)
                show(done)
        return learned

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
        self._pay_attention()
        moved = (ratio - 1 - (taken - batch.chances)).mean()
        return torch.stack([entropy, distance, moved, error]).detach()

    def _pay_attention(self) -> None:
        """Keep what the network does not look at without weight."""
        if self._attention is not None:
            with torch.no_grad():
                self.network.body[0].weight.mul_(self._attention)


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
