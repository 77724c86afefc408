"""The network: from a seat's inputs to logits of its choices and a probability of winning."""

import numpy
import torch
from torch import Tensor, nn

from calavera.bots.network.choices import choice_count
from calavera.bots.network.inputs import input_count
from calavera.train.compiled.seeing import Inputs

HIDDEN = 256
"""Width of each of the two hidden layers."""


class Network(nn.Module):  # type: ignore[misc]  # torch may not be installed
    """Two hidden layers and two heads."""

    def __init__(self, inputs: int, choices: int, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.head = nn.Linear(hidden, choices + 1)
        # Starts close to uniform choices and even chances.
        with torch.no_grad():
            self.head.weight.mul_(0.1)
            self.head.bias.zero_()

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, and the probability of winning."""
        answer = self.head(self.body(inputs))
        return answer[:, :-1], answer[:, -1]


class NetworkPolicy:
    """A network for rollouts: arrays in, arrays out."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        """Logits and expected wins for each row of inputs.

        A network for smaller tables reads only its own slots, and has fewer choices.
        """
        known = inputs[:, : self.network.body[0].in_features]
        with torch.no_grad():
            logits, wins = self.network(torch.from_numpy(known))
        return logits.numpy(), wins.numpy()


def new_network(slots: int, seed: int, hidden: int = HIDDEN) -> Network:
    """A network with random weights, for tables of up to `slots` seats."""
    torch.manual_seed(seed)
    return Network(input_count(slots), choice_count(slots), hidden)


def slots_of(network: Network) -> int:
    """The largest table that a network supports."""
    return int(network.head.out_features) - choice_count(0) - 1


def copy_of(network: Network) -> Network:
    """A new network with the same weights."""
    inputs, hidden = network.body[0].in_features, network.body[0].out_features
    twin = Network(inputs, network.head.out_features - 1, hidden)
    twin.load_state_dict(network.state_dict())
    return twin


def masked_logs(logits: Tensor, masks: Tensor) -> Tensor:
    """Log-probabilities of all choices, very low for illegal ones."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=1)


def as_tensor(array: "numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.generic]]") -> Tensor:
    """The array as a tensor that shares its memory."""
    return torch.from_numpy(array)
