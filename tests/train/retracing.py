"""A game of written moves as the compiled training code sees it."""

from typing import NamedTuple

import numpy

from calavera.arena.compiled.arrays import Bytes, Words
from calavera.arena.compiled.compiling import entry, whole
from calavera.arena.compiled.storing import load, store
from calavera.arena.numbers import CHANCE
from calavera.bots.champion.choices import choice_count
from calavera.bots.champion.inputs import input_count
from calavera.train.believing import write_belief_chances
from calavera.train.choosing import Mask, Scene, number_of_choice, write_choices
from calavera.train.playing import begin, play
from calavera.train.regulars import BELIEF
from calavera.train.seeing import Inputs, write_inputs
from calavera.train.suspecting import REMEMBERED, STYLES, Memory
from calavera.train.tracking import TRACKED


class Told(NamedTuple):
    """A row for each move: what the seat that moves sees and may choose, and those numbers."""

    inputs: Inputs
    masks: Mask
    numbers: Words
    belief: Memory
    """How likely a belief player takes each choice, while more than two are left."""


def retraced(row: Words, moves: list[tuple[int, int]], slots: int) -> Told:
    """Plays written moves from the game of a row, which becomes the last one; what movers see."""
    shape = len(moves), choice_count(slots)
    told = Told(
        numpy.zeros((len(moves), input_count(slots)), numpy.float32),
        numpy.zeros(shape, numpy.bool_),
        numpy.full(shape, -1),
        numpy.zeros(shape),
    )
    scene = Scene(
        numpy.zeros((slots, TRACKED)),
        numpy.zeros((slots, STYLES, REMEMBERED)),
        numpy.full(slots, BELIEF),
        numpy.zeros(shape[1], numpy.bool_),
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
            if write_choices(game, seat, mask) > 1:
                write_belief_chances(game, seat, scene.memory, mask, told.belief[index])
            for choice in range(len(mask)):
                if mask[choice]:
                    told.numbers[index, choice] = number_of_choice(game, seat, choice)
        game = play(game, seat, number, scene)
    store(game, row)
