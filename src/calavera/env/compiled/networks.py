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
from calavera.train.compiled.choosing import Scene
from calavera.train.compiled.lockstep import draw_choice
from calavera.train.compiled.seeing import Inputs, write_inputs
from calavera.train.compiled.tracking import Track

Weights: TypeAlias = NDArray[numpy.float64]

MOST_INPUTS: Final = input_count(MOST_SEATS)
MOST_CHOICES: Final = choice_count(MOST_SEATS)
FIRST: Final = 1
"""The policy of the first network; those of the others follow."""

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
    game: Game, dice: Dice, seat: int, scene: Scene, networks: Networks
) -> tuple[Dice, int]:
    """A choice of the seat's network; the scene's mask has those that are legal."""
    write_options(game, seat, scene.track, scene.policies[seat] - FIRST, networks)
    dice, choice, _ = draw_choice(networks.logits, scene.mask, dice)
    return dice, choice


@rarely
def write_options(game: Game, seat: int, track: Track, number: int, networks: Networks) -> None:
    """Sets `logits` to those of the choices of a seat, its temper added."""
    write_inputs(game, seat, track, networks.row)
    _write_outputs(number, networks)
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
def _write_outputs(number: int, networks: Networks) -> None:
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
