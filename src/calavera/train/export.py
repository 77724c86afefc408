"""Convert checkpoints to the weights of the champion.

    python -m calavera.train.export training/3/latest.pt training/all/latest.pt

A network estimates its probability of winning, but not that of each choice. So each network plays
more games with occasional random choices, and the results of the choices are fitted to its last
hidden layer.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy
import torch
from torch import Tensor

from calavera.bots.network.weights_file import FOLDER, Layer, write_weights
from calavera.bots.network.weights_file import Network as Played
from calavera.train.checkpoints import read_network
from calavera.train.compiled.seeing import Inputs
from calavera.train.network import Network, NetworkPolicy, as_tensor, slots_of
from calavera.train.rollouts.rollout import Company, Rollout, lineup_of

RANDOM_SHARE = 0.05
"""The share of random choices, so that choices the network never makes get a value too."""

RIDGE = 30.0
"""Ridge penalty: about as many decisions outweigh the prior of no difference."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Export."""
    parser = argparse.ArgumentParser(prog="python -m calavera.train.export", description=__doc__)
    parser.add_argument("checkpoints", nargs="+", type=Path)
    parser.add_argument("--level", default="expert", help="level that plays by them (expert)")
    parser.add_argument("--to", type=Path, help="output file (the weights of the level)")
    parser.add_argument(
        "--decisions",
        type=int,
        default=4_000_000,
        help="decisions to fit the values of choices to (4 M)",
    )
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    networks = [exported(read_network(path), options.decisions) for path in options.checkpoints]
    content = write_weights(networks)
    path = options.to or FOLDER / f"{options.level}.bin"
    path.write_bytes(content)
    print(f"{path}: {len(networks)} networks, {len(content):,} bytes")


def exported(network: Network, decisions: int = 0) -> Played:
    """A network in the champion's format."""
    gains = _gains(network, decisions)
    weights = torch.cat([network.head.weight, gains[:, :-1]])
    bias = torch.cat([network.head.bias, gains[:, -1]])
    first, second = network.body[0], network.body[2]
    layers = (
        _layer(first.weight, first.bias),
        _layer(second.weight, second.bias),
        _layer(weights, bias),
    )
    return Played(slots_of(network), layers)


def _layer(weights: Tensor, bias: Tensor) -> Layer:
    return Layer(tuple(bias.tolist()), tuple(map(tuple, weights.T.tolist())))


class _Wanderer(NetworkPolicy):
    """A network that occasionally makes a random choice."""

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self._rng = numpy.random.default_rng(0)

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        logits, wins = super().__call__(inputs)
        logits[self._rng.random(len(logits)) < RANDOM_SHARE] = 0.0
        return logits, wins


def _gains(network: Network, decisions: int) -> Tensor:
    """For each choice, weights and bias of its effect on the probability of winning."""
    slots, width = slots_of(network), network.head.in_features + 1
    choices = network.head.out_features - 1
    squares = torch.eye(width, dtype=torch.float64).mul(RIDGE).repeat(choices, 1, 1)
    products = torch.zeros(choices, width, dtype=torch.float64)
    rollout = Rollout(range(3, slots + 1), slots, 1024, seed=1)
    lineup, policies = lineup_of([Company(1.0)]), {0: _Wanderer(network)}
    while decisions > 0:
        gathered = rollout.gather(policies, lineup, 65_536)
        decisions -= int(gathered.filled[0])
        with torch.no_grad():
            features = network.body(as_tensor(gathered.inputs)).double()
        features = torch.cat([features, torch.ones(len(features), 1)], 1)
        for choice in range(choices):
            rows = as_tensor(gathered.choices) == choice
            squares[choice] += features[rows].T @ features[rows]
            products[choice] += features[rows].T @ as_tensor(gathered.advantages)[rows].double()
    return torch.linalg.solve(squares, products).float()


if __name__ == "__main__":
    main()
