"""A game of written moves as the compiled training code sees it."""

from typing import NamedTuple

from calavera.arena.compiled.arrays import Bytes, Words
from calavera.arena.compiled.compiling import entry, whole
from calavera.arena.compiled.storing import load, store
from calavera.arena.numbers import CHANCE
from calavera.train.choosing import Mask, number_of_choice, write_choices
from calavera.train.playing import play
from calavera.train.seeing import Inputs, write_inputs
from calavera.train.tracking import Track, begin_tracking


class Told(NamedTuple):
    """A row for each move: what the seat that moves sees and may choose, and those numbers."""

    inputs: Inputs
    masks: Mask
    numbers: Words


@entry
def retrace(row: Words, moves: Bytes, track: Track, told: Told) -> None:
    """Plays written moves from the game of a row to its end; says what the movers are told."""
    inputs, masks, numbers = told
    game = load(row)
    begin_tracking(game, track)
    for index in range(len(moves)):
        seat, number = whole(moves[index, 0]), whole(moves[index, 1])
        if seat != CHANCE:
            write_inputs(game, seat, track, inputs[index])
            write_choices(game, seat, masks[index])
            for choice in range(masks.shape[1]):
                if masks[index, choice]:
                    numbers[index, choice] = number_of_choice(game, seat, choice)
        game = play(game, seat, number, track)
    store(game, row)
