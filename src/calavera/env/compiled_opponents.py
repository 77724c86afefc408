"""Opponents that play compiled: random and scripted players, and characters."""

from collections.abc import Sequence
from typing import Final

import numpy

from calavera.bots import EVERY_BOT
from calavera.bots.network.choices import choice_count
from calavera.bots.network.network_bot import SOLVING, NetworkBot
from calavera.bots.network.policy import Policy
from calavera.bots.network.temper import EVEN
from calavera.bots.network.weights_file import Network
from calavera.env.compiled.networks import (
    ABREAST,
    FIRST,
    MOST_CHOICES,
    MOST_INPUTS,
    UNITS,
    Networks,
    Weights,
)
from calavera.env.compiled.tables import UNIFORM
from calavera.rules import Setup
from calavera.train.compiled.regulars import COUNTER, SITTER

SCRIPTED: Final = {"uniform": UNIFORM, "sitter": SITTER, "counter": COUNTER}
"""Players without a network, by name."""

CHARACTERS: Final[dict[str, type[NetworkBot]]] = {
    name: bot
    for name, bot in EVERY_BOT.items()
    if issubclass(bot, NetworkBot) and bot.strength not in SOLVING
}
"""Characters that are the same compiled: those that do not play solved endings."""


def all_compiled(names: Sequence[str], setup: Setup) -> bool:
    """Whether the learner can play these opponents compiled, at this table."""
    return all(name in SCRIPTED or (name in CHARACTERS and _fits(name, setup)) for name in names)


def _fits(name: str, setup: Setup) -> bool:
    return setup.tribes == 1 and setup.players <= _only(CHARACTERS[name].policy()).slots


def policies_of(names: Sequence[str]) -> tuple[list[int], list[Policy]]:
    """The policies of some opponents as numbers, and what the characters among them play by."""
    characters = list(dict.fromkeys(name for name in names if name not in SCRIPTED))
    numbers = [
        SCRIPTED[name] if name in SCRIPTED else FIRST + characters.index(name) for name in names
    ]
    return numbers, [CHARACTERS[name].policy() for name in characters]


def packed_networks(policies: Sequence[Policy]) -> Networks:
    """The networks as arrays, filled up with zeros to the widths that are computed at once."""
    networks = [_only(policy) for policy in policies]
    hidden = [_whole(len(network.layers[0].bias), ABREAST) for network in networks]
    choices = [_whole(choice_count(network.slots), UNITS) for network in networks]
    # Without any character there is room for one, which nobody plays by.
    count, inputs = max(len(networks), 1), _whole(MOST_INPUTS, ABREAST)
    width, most = max(hidden, default=ABREAST), max(choices, default=UNITS)
    packed = Networks(
        weights=(
            _zeros(count, width, inputs),
            _zeros(count, width, width),
            _zeros(count, most, width),
        ),
        biases=(_zeros(count, width), _zeros(count, width), _zeros(count, most)),
        hidden=numpy.array(hidden, numpy.int64),
        choices=numpy.array(choices, numpy.int64),
        tempers=_zeros(count, len(EVEN)),
        row=_zeros(inputs),
        layers=(_zeros(width), _zeros(width)),
        logits=_zeros(_whole(MOST_CHOICES, UNITS)),
    )
    for number, (policy, network) in enumerate(zip(policies, networks, strict=True)):
        packed.tempers[number] = policy.temper
        units = [
            len(network.layers[0].bias),
            len(network.layers[1].bias),
            choice_count(network.slots),
        ]
        for layer, count, weights, biases in zip(
            network.layers, units, packed.weights, packed.biases, strict=True
        ):
            weights[number, :count, : len(layer.columns)] = numpy.transpose(layer.columns)[:count]
            biases[number, :count] = layer.bias[:count]
    return packed


def _only(policy: Policy) -> Network:
    (network,) = policy.networks  # those levels have one network for all tables
    return network


def _whole(count: int, group: int) -> int:
    """The next multiple."""
    return -(-count // group) * group


def _zeros(*shape: int) -> Weights:
    return numpy.zeros(shape, numpy.float32)
