"""The judge: everybody's chance to win in a position, from any viewpoint.

A small network, fitted to games of mixed bots by `python -m bench.judge`. It returns a number for
each seat; the softmax of these is the chances, so they add up to 1.
"""

import hashlib
import math
import struct
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

from calavera.bots.network.weights_file import Layer
from calavera.review.chances.inputs import INPUTS, rows
from calavera.review.chances.sight import Sight
from calavera.rules import Seat

PATH: Final = Path(__file__).with_name("judge.bin")
WIDTHS: Final = (INPUTS, 64, 32, 1)
_DIGEST: Final = hashlib.sha256().digest_size


class DamagedJudge(ValueError):
    """The file of the judge is not what was fitted."""


def chances(sight: Sight) -> dict[Seat, float]:
    """How likely each seat wins; a seat that is out is left out. The game has to be running."""
    logits = {seat: _logit(row) for seat, row in rows(sight).items()}
    most = max(logits.values())
    weights = {seat: math.exp(logit - most) for seat, logit in logits.items()}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}


def _logit(row: list[float]) -> float:
    first, second, last = _layers()
    hidden = [value if value > 0.0 else 0.0 for value in first.of(row)]
    hidden = [value if value > 0.0 else 0.0 for value in second.of(hidden)]
    return last.of(hidden)[0]


@cache
def _layers() -> tuple[Layer, ...]:
    content = PATH.read_bytes()
    if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
        raise DamagedJudge(f"{PATH}: its checksum is wrong")
    numbers = iter(value for (value,) in struct.iter_unpack("<e", content[_DIGEST:]))
    layers = []
    for inputs, outputs in pairwise(WIDTHS):
        columns = [tuple(islice(numbers, outputs)) for _ in range(inputs + 1)]
        layers.append(Layer(columns[0], tuple(columns[1:])))
    return tuple(layers)


def write_judge(layers: Sequence[tuple[Sequence[Sequence[float]], Sequence[float]]]) -> bytes:
    """The content of the file: for each layer the biases, then the weights of each input."""
    body = b""
    for weights, bias in layers:
        for numbers in (bias, *weights):
            body += struct.pack(f"<{len(numbers)}e", *numbers)
    return hashlib.sha256(body).digest() + body
