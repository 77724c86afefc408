"""The networks of the characters, compiled; `calavera.bots.network.policy` explains them."""

from typing import Final, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled, rarely
from calavera.arena.compiled.lanes import lane
from calavera.arena.compiled.layout import Game
from calavera.arena.compiled.splitmix import Dice
from calavera.arena.encoding.arrays import Words
from calavera.bots.network.choices import EVERYTHING, PASS_ON, PLACE_SKULL, RAISE, choice_count
from calavera.bots.network.inputs import input_count
from calavera.rules.model.seats import MOST_SEATS
from calavera.train.compiled.choosing import Mask
from calavera.train.compiled.lockstep import draw_choice
from calavera.train.compiled.seeing import Inputs, write_inputs
from calavera.train.compiled.tracking import Track

Weights: TypeAlias = NDArray[numpy.float64]

MOST_INPUTS: Final = input_count(MOST_SEATS)
MOST_CHOICES: Final = choice_count(MOST_SEATS)
RAISING, LEAPING, BLUFFING, LURKING = range(4)
"""The fields of a temper, in their order."""


class Networks(NamedTuple):
    """The networks of some characters, a row each; all have two hidden layers of one width."""

    weights: Weights
    """Layer by layer: the biases, then the weights of each input."""

    inputs: Words
    hidden: Words
    choices: Words
    outputs: Words
    """Widths."""

    tempers: Weights
    """What each character adds to its logits."""

    row: Inputs
    layers: Weights
    logits: Inputs
    """Room to compute in."""


@rarely
def network_choice(
    game: Game, dice: Dice, seat: int, track: Track, mask: Mask, number: int, networks: Networks
) -> tuple[Dice, int]:
    """A choice drawn by the logits of a network."""
    write_inputs(game, seat, track, networks.row)
    write_logits(number, networks)
    logits = networks.logits
    for choice in range(networks.choices[number]):
        logits[choice] += _leaning(game, seat, choice, networks.tempers[number])
    dice, choice, _ = draw_choice(logits, mask, dice)
    return dice, choice


@compiled
def _leaning(game: Game, seat: int, choice: int, temper: Weights) -> float:
    if choice == PLACE_SKULL:
        return temper[LURKING]  # type: ignore[no-any-return]
    if not RAISE <= choice < PASS_ON:
        return 0.0
    if lane(game.stacks.skull_place, seat):
        return temper[BLUFFING]  # type: ignore[no-any-return]
    leaps = 0 if choice == EVERYTHING else choice - RAISE
    return temper[RAISING] + temper[LEAPING] * leaps  # type: ignore[no-any-return]


@rarely
def write_logits(number: int, networks: Networks) -> None:
    """Sets `logits` to the outputs of a network for the inputs in `row`."""
    weights, hidden = networks.weights[number], networks.hidden[number]
    first, second = networks.layers[0], networks.layers[1]
    at = 0
    first[:hidden] = weights[:hidden]
    for index in range(networks.inputs[number]):
        at += hidden
        value = networks.row[index]
        if value != 0.0:
            for unit in range(hidden):
                first[unit] += value * weights[at + unit]
    at += hidden
    second[:hidden] = weights[at : at + hidden]
    for index in range(hidden):
        at += hidden
        value = first[index]
        if value > 0.0:
            for unit in range(hidden):
                second[unit] += value * weights[at + unit]
    at += hidden
    choices, outputs, logits = networks.choices[number], networks.outputs[number], networks.logits
    logits[:choices] = weights[at : at + choices]
    for index in range(hidden):
        at += outputs
        value = second[index]
        if value > 0.0:
            for choice in range(choices):
                logits[choice] += value * weights[at + choice]
