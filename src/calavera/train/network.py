"""The network: what a seat sees in, logits of its choices and its chance to win out."""

import numpy
import torch
from torch import Tensor, nn

from calavera.bots.champion.choices import choice_count
from calavera.bots.champion.inputs import input_count
from calavera.train.seeing import Inputs

HIDDEN = 256
"""How wide each of the two hidden layers is."""


class Network(nn.Module):  # type: ignore[misc]  # torch is looked at where it is installed
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
        """Logits, and the chance to win."""
        answer = self.head(self.body(inputs))
        return answer[:, :-1], answer[:, -1]


class NetworkPolicy:
    """A network as a rollout uses it: arrays in, arrays out."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        """Logits and expected wins for each row of inputs.

        A network for smaller tables reads the slots that it knows, and has as many choices.
        """
        known = inputs[:, : self.network.body[0].in_features]
        with torch.no_grad():
            logits, wins = self.network(torch.from_numpy(known))
        return logits.numpy(), wins.numpy()


def new_network(slots: int, seed: int, hidden: int = HIDDEN) -> Network:
    """A network for tables of up to so many seats, with random weights."""
    torch.manual_seed(seed)
    return Network(input_count(slots), choice_count(slots), hidden)


def slots_of(network: Network) -> int:
    """The largest table that a network is for."""
    return int(network.head.out_features) - choice_count(0) - 1


def copy_of(network: Network) -> Network:
    """The same weights in another network."""
    inputs, hidden = network.body[0].in_features, network.body[0].out_features
    twin = Network(inputs, network.head.out_features - 1, hidden)
    twin.load_state_dict(network.state_dict())
    return twin


def masked_logs(logits: Tensor, masks: Tensor) -> Tensor:
    """Logarithms of the chances of all choices; of those that are not legal a very small one."""
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=1)


def as_tensor(array: "numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.generic]]") -> Tensor:
    """The same memory as a tensor."""
    return torch.from_numpy(array)
