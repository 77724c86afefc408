"""Opponents that play compiled: random and scripted players, and characters."""

from collections.abc import Sequence
from typing import Final

import numpy

from calavera.bots import BOTS
from calavera.bots.characters import VARIANTS
from calavera.bots.network.network_bot import SOLVING, NetworkBot
from calavera.bots.network.policy import Policy
from calavera.bots.network.weights_file import Network
from calavera.env.compiled.networks import FIRST, MOST_CHOICES, MOST_INPUTS, Networks
from calavera.env.compiled.tables import UNIFORM
from calavera.rules import Setup
from calavera.train.compiled.regulars import COUNTER, SITTER

SCRIPTED: Final = {"uniform": UNIFORM, "sitter": SITTER, "counter": COUNTER}
"""Players without a network, by name."""

CHARACTERS: Final[dict[str, type[NetworkBot]]] = {
    name: bot
    for name, bot in {**BOTS, **VARIANTS}.items()
    if issubclass(bot, NetworkBot) and bot.strength not in SOLVING
}
"""Characters that are the same compiled: those that do not play solved endings."""

OPPONENTS: Final = (*SCRIPTED, *CHARACTERS)
"""The names of all opponents."""


def opponents_of(names: str | Sequence[str], setup: Setup) -> tuple[list[int], list[Policy]]:
    """The policies of the learner's opponents, clockwise, and what the networks among them are.

    One name stands for all of them. Raises ValueError for a name or a table that will not do.
    """
    chosen = [names] * (setup.players - 1) if isinstance(names, str) else list(names)
    if len(chosen) != setup.players - 1:
        raise ValueError(
            f"opponents: {len(chosen)} are named, but {setup.players - 1} play against the learner"
        )
    numbers, characters = [], dict.fromkeys(name for name in chosen if name not in SCRIPTED)
    for name in chosen:
        if name not in OPPONENTS:
            raise ValueError(f"opponent {name!r}: choose from {', '.join(OPPONENTS)}")
        scripted = name in SCRIPTED
        numbers.append(SCRIPTED[name] if scripted else FIRST + list(characters).index(name))
    policies = [CHARACTERS[name].policy() for name in characters]
    _check_table(list(characters), policies, setup)
    return numbers, policies


def _check_table(names: list[str], policies: list[Policy], setup: Setup) -> None:
    for name, policy in zip(names, policies, strict=True):
        most = max(network.slots for network in policy.networks)
        if setup.tribes > 1 or setup.players > most:
            raise ValueError(
                f"opponent {name!r} plays with one tribe at tables of up to {most};"
                f" here, choose from {', '.join(SCRIPTED)}"
            )


def packed_networks(policies: Sequence[Policy]) -> Networks:
    """The networks as arrays; at least one row, which nobody plays by if there is no character."""
    networks = [_only(policy) for policy in policies]
    flat = [_flat(network) for network in networks]
    shape = (max(len(networks), 1), max(map(len, flat), default=1))
    weights, tempers = numpy.zeros(shape), numpy.zeros((shape[0], 4))
    widths = numpy.zeros((4, shape[0]), numpy.int64)
    for row, (policy, network, numbers) in enumerate(zip(policies, networks, flat, strict=True)):
        weights[row, : len(numbers)] = numbers
        tempers[row] = policy.temper
        first, _, last = network.layers
        width = len(last.bias)
        widths[:, row] = len(first.columns), len(first.bias), width // 2, width
    inputs, hidden, choices, outputs = widths
    return Networks(
        weights=weights,
        inputs=inputs,
        hidden=hidden,
        choices=choices,
        outputs=outputs,
        tempers=tempers,
        row=numpy.zeros(MOST_INPUTS, numpy.float32),
        layers=numpy.zeros((2, int(hidden.max()))),
        logits=numpy.zeros(MOST_CHOICES, numpy.float32),
    )


def _only(policy: Policy) -> Network:
    (network,) = policy.networks  # those levels have one network for all tables
    return network


def _flat(network: Network) -> list[float]:
    rows = [row for layer in network.layers for row in (layer.bias, *layer.columns)]
    return [number for row in rows for number in row]
