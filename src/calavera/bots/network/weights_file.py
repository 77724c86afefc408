"""The weights of trained networks: 16-bit numbers in one file, with a checksum.

The file is the SHA-256 of the rest, the version of the inputs, and for each network the largest
table it is for, the width of its hidden layers, and its numbers, layer by layer: the biases, then
the weights of each input.
"""

import hashlib
import math
import struct
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple

from calavera.bots.network.choices import choice_count
from calavera.bots.network.inputs import INPUTS_VERSION, input_count
from calavera.errors import UserError

FOLDER: Final = Path(__file__).with_name("weights")
_DIGEST: Final = hashlib.sha256().digest_size
_HEAD: Final = struct.Struct("<HH")


class WeightsError(UserError, ValueError):
    """A file without usable weights."""


class Layer(NamedTuple):
    """One layer of a network."""

    bias: tuple[float, ...]
    columns: tuple[tuple[float, ...], ...]  # the weights of each input

    def of(self, row: Sequence[float]) -> list[float]:
        """The outputs for a row of inputs, most of which are 0."""
        parts = [
            column if value == 1.0 else [value * weight for weight in column]
            for value, column in zip(row, self.columns, strict=True)
            if value
        ]
        return list(map(sum, zip(self.bias, *parts, strict=True)))


class Network(NamedTuple):
    """What `calavera.train.network` trains, for tables of up to `slots` seats."""

    slots: int
    layers: tuple[Layer, ...]

    def of(self, row: Sequence[float]) -> "Answer":
        """The outputs for a row of inputs."""
        for layer in self.layers[:-1]:
            row = [value if value > 0.0 else 0.0 for value in layer.of(row)]
        numbers, choices = self.layers[-1].of(row), choice_count(self.slots)
        return Answer(numbers[:choices], numbers[choices], numbers[choices + 1 :])


class Answer(NamedTuple):
    """The outputs of a network."""

    logits: list[float]
    wins: float  # the probability of winning
    gains: list[float]  # how much each choice changes that probability


@cache
def level_networks(level: str) -> tuple[Network, ...]:
    """The networks of a level, those for small tables first."""
    return read_weights(FOLDER / f"{level}.bin")


def read_weights(path: Path) -> tuple[Network, ...]:
    """The networks of a file; raises WeightsError if they cannot be used."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}") from None
    body = content[_DIGEST:]
    if hashlib.sha256(body).digest() != content[:_DIGEST]:
        raise WeightsError(f"{path}: not a file of weights, or damaged: its checksum is wrong")
    try:
        return _unpacked(body)
    except (ValueError, struct.error) as error:
        raise WeightsError(f"{path}: {error}") from None


def write_weights(networks: Sequence[Network]) -> bytes:
    """The content of a file of weights."""
    body = _HEAD.pack(INPUTS_VERSION, len(networks))
    for network in networks:
        body += _HEAD.pack(network.slots, len(network.layers[0].bias))
        for layer in network.layers:
            for numbers in (layer.bias, *layer.columns):
                body += struct.pack(f"<{len(numbers)}e", *numbers)
    return hashlib.sha256(body).digest() + body


def _unpacked(body: bytes) -> tuple[Network, ...]:
    (version, count), at = _HEAD.unpack_from(body), _HEAD.size
    if version != INPUTS_VERSION:
        raise ValueError(f"made for inputs of version {version}, not {INPUTS_VERSION}")
    networks = []
    for _ in range(count):
        slots, hidden = _HEAD.unpack_from(body, at)
        widths = (input_count(slots), hidden, hidden, 2 * choice_count(slots) + 1)
        layers = []
        at += _HEAD.size
        for inputs, outputs in pairwise(widths):
            numbers = struct.unpack_from(f"<{outputs * (inputs + 1)}e", body, at)
            at += 2 * len(numbers)
            if not all(map(math.isfinite, numbers)):
                raise ValueError("a weight is not a number")
            rows = iter(numbers)
            columns = [tuple(islice(rows, outputs)) for _ in range(inputs + 1)]
            layers.append(Layer(columns[0], tuple(columns[1:])))
        networks.append(Network(slots, tuple(layers)))
    if at != len(body) or not networks:
        raise ValueError("no weights, or more than it announces")
    return tuple(sorted(networks, key=lambda network: network.slots))
