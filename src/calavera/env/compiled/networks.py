"""The networks of the characters, compiled; `calavera.bots.network.policy` explains them."""

from typing import Final, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled, rarely, summing
from calavera.arena.compiled.lanes import lane
from calavera.arena.compiled.layout import Game
from calavera.arena.compiled.splitmix import Dice
from calavera.arena.encoding.arrays import Words
from calavera.bots.network.choices import EVERYTHING, PASS_ON, PLACE_SKULL, RAISE, choice_count
from calavera.bots.network.inputs import input_count
from calavera.rules.model.seats import MOST_SEATS
from calavera.train.compiled.choosing import Scene
from calavera.train.compiled.lockstep import draw_choice
from calavera.train.compiled.seeing import Inputs, write_inputs
from calavera.train.compiled.tracking import Track

Weights: TypeAlias = NDArray[numpy.float32]

ABREAST: Final = 16
"""How many numbers some processors add at a time: rows are padded with zeros to a multiple."""

UNITS: Final = 4
"""How many units of a layer are computed together, as they read the same row."""

MOST_INPUTS: Final = input_count(MOST_SEATS)
MOST_CHOICES: Final = choice_count(MOST_SEATS)
FIRST: Final = 1
"""The policy of the first network; those of the others follow."""

RAISING, LEAPING, BLUFFING, LURKING = range(4)
"""The fields of a temper, in their order."""


class Networks(NamedTuple):
    """The networks of some characters, by number; all have two hidden layers of one width."""

    weights: tuple[Weights, Weights, Weights]
    """Of each layer: a row for every unit."""

    biases: tuple[Weights, Weights, Weights]
    hidden: Words
    choices: Words
    """Widths, as multiples of `UNITS`."""

    tempers: Weights
    """What each character adds to its logits."""

    row: Inputs
    layers: tuple[Inputs, Inputs]
    logits: Inputs
    """Room to compute in."""


@compiled
def network_choice(
    game: Game, dice: Dice, seat: int, scene: Scene, networks: Networks
) -> tuple[Dice, int]:
    """A choice of the seat's network; the scene's mask has those that are legal."""
    write_options(game, seat, scene.track, scene.policies[seat] - FIRST, networks)
    dice, choice, _ = draw_choice(networks.logits, scene.mask, dice)
    return dice, choice


@compiled
def write_options(game: Game, seat: int, track: Track, number: int, networks: Networks) -> None:
    """Sets `logits` to those of the choices of a seat, its temper added."""
    used = write_inputs(game, seat, track, networks.row)
    _write_outputs(number, used, networks)
    for choice in range(networks.choices[number]):
        networks.logits[choice] += _leaning(game, seat, choice, networks.tempers[number])


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
def _write_outputs(number: int, used: int, networks: Networks) -> None:
    """Sets `logits` to the outputs of a network for the inputs in `row`."""
    weights, biases, (first, second) = networks.weights, networks.biases, networks.layers
    hidden, choices = networks.hidden[number], networks.choices[number]
    inputs = -(-used // ABREAST) * ABREAST
    _write_layer(networks.row[:inputs], weights[0][number], biases[0][number], first[:hidden])
    _rectify(first)
    _write_layer(first[:hidden], weights[1][number], biases[1][number], second[:hidden])
    _rectify(second)
    logits = networks.logits[:choices]
    _write_layer(second[:hidden], weights[2][number], biases[2][number], logits)


@summing
def _write_layer(row: Inputs, weights: Weights, biases: Weights, outputs: Inputs) -> None:
    for unit in range(0, len(outputs), UNITS):
        sum0, sum1, sum2, sum3 = biases[unit], biases[unit + 1], biases[unit + 2], biases[unit + 3]
        weights0, weights1 = weights[unit], weights[unit + 1]
        weights2, weights3 = weights[unit + 2], weights[unit + 3]
        for index in range(len(row)):
            value = row[index]
            sum0 += value * weights0[index]
            sum1 += value * weights1[index]
            sum2 += value * weights2[index]
            sum3 += value * weights3[index]
        outputs[unit], outputs[unit + 1] = sum0, sum1
        outputs[unit + 2], outputs[unit + 3] = sum2, sum3


@compiled
def _rectify(row: Inputs) -> None:
    for index in range(len(row)):
        row[index] = max(row[index], numpy.float32(0.0))
