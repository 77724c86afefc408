"""A recorded game as the compiled training code sees it."""

from typing import NamedTuple

import numpy

from calavera.arena.compiled.compiling import entry, whole
from calavera.arena.compiled.storing import load, store
from calavera.arena.encoding.action_numbers import CHANCE
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.bots.network.choices import choice_count
from calavera.bots.network.inputs import input_count
from calavera.train.compiled.choosing import Mask, Scene, number_of_choice, write_choices
from calavera.train.compiled.playing import begin, play
from calavera.train.compiled.seeing import Inputs, write_inputs
from calavera.train.compiled.tracking import TRACKED


class Told(NamedTuple):
    """A row per move: inputs and mask of the moving seat, and the number of the move."""

    inputs: Inputs
    masks: Mask
    numbers: Words


def retraced(row: Words, moves: list[tuple[int, int]], slots: int) -> Told:
    """Plays recorded moves from the game of a row, updating it; returns what movers see."""
    shape = len(moves), choice_count(slots)
    told = Told(
        numpy.zeros((len(moves), input_count(slots)), numpy.float32),
        numpy.zeros(shape, numpy.bool_),
        numpy.full(shape, -1),
    )
    scene = Scene(
        numpy.zeros((slots, TRACKED)),
        numpy.zeros(slots, numpy.int64),
        numpy.zeros(shape[1], numpy.bool_),
        solved=True,
    )
    _retrace(row, numpy.array(moves, numpy.int8), scene, told)
    return told


@entry
def _retrace(row: Words, moves: Bytes, scene: Scene, told: Told) -> None:
    game = load(row)
    begin(game, scene)
    for index in range(len(moves)):
        seat, number = whole(moves[index, 0]), whole(moves[index, 1])
        if seat != CHANCE:
            mask = told.masks[index]
            write_inputs(game, seat, scene.track, told.inputs[index])
            write_choices(game, seat, mask)
            for choice in range(len(mask)):
                if mask[choice]:
                    told.numbers[index, choice] = number_of_choice(game, seat, choice)
        game = play(game, seat, number, scene)
    store(game, row)
