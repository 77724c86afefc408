"""The inputs of a network, compiled; `calavera.bots.network.inputs` explains them."""

from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, Seats, following, lane, only
from calavera.arena.compiled.layout import ADD, BID, FLIP, LOSE, PLACE, Game, seats_in
from calavera.bots.network.inputs import (
    DISCS,
    FLIPS,
    FLOWERS,
    LEFT,
    NEED,
    NUMBER,
    RIVALS,
    SCALE,
    SEAT_INPUTS,
    SURE,
)
from calavera.train.compiled.tracking import (
    CHOSE_LOSS,
    GONE,
    LAST_BID,
    Track,
    skull_on_mat,
    skull_on_top,
)

Inputs: TypeAlias = NDArray[numpy.float32]
"""The inputs of a seat, or of many seats: a row each."""


@compiled
def next_slot(game: Game, seat: int, after: int) -> int:
    """The next seat that is in, clockwise; nobody after a full circle to the acting seat."""
    inside: Seats = seats_in(game.tribes) | only(seat)
    other = following(inside, after)
    return NOBODY if other == seat else other


@compiled
def sure_flowers(game: Game, seat: int) -> int:
    """How many of its own discs a seat can flip without meeting its skull."""
    return lane(game.stacks.height, seat) - lane(game.stacks.skull_place, seat)


@compiled
def write_inputs(game: Game, seat: int, track: Track, row: Inputs) -> int:
    """Sets `row` to the inputs of a seat that has to act; from the returned index on, all are 0."""
    row[:] = 0.0
    at = _write_table(game, seat, row)
    other = seat
    while other != NOBODY:
        _write_seat(game, other, track, row[at : at + SEAT_INPUTS])
        at += SEAT_INPUTS
        other = next_slot(game, seat, other)
    return at


@compiled
def _steps(row: Inputs, at: int, count: int, most: int) -> int:
    """Writes a count in unary; returns the next index."""
    for step in range(min(count, most)):
        row[at + step] = 1.0
    return at + most


@compiled
def _write_table(game: Game, seat: int, row: Inputs) -> int:
    stacks, phase, number = game.stacks, game.moment.phase, game.bidding.number
    total = 0 if phase == PLACE else stacks.total
    sure = sure_flowers(game, seat)
    row[0] = phase == PLACE
    row[1] = phase == ADD
    row[2] = phase == BID
    row[3] = phase == FLIP
    row[4] = phase == LOSE
    at = _steps(row, 5, number, NUMBER)
    row[at] = number / SCALE
    row[at + 1] = total / SCALE
    at = _steps(row, at + 2, total - number, LEFT)
    at = _steps(row, at, lane(stacks.flowers, seat), FLOWERS)
    row[at] = lane(stacks.skulls, seat)
    row[at + 1] = lane(stacks.skull_place, seat) > 0
    at = _steps(row, at + 2, sure, SURE)
    row[at] = lane(game.tribes.skulls, seat) == 0
    at = _steps(row, at + 1, number + 1 - sure, NEED)
    attempting = game.attempt.challenger != NOBODY
    at = _steps(row, at, number - game.attempt.flips if attempting else 0, FLIPS)
    return _steps(row, at, _rivals(game), RIVALS)


@compiled
def _rivals(game: Game) -> int:
    """How many others may still raise."""
    rivals = -1
    for seat in range(game.table.seats):
        rivals += lane(seats_in(game.tribes) & ~game.bidding.passed, seat)
    return rivals


@compiled
def _write_seat(game: Game, seat: int, track: Track, row: Inputs) -> None:
    bidding = game.bidding
    height = 0 if game.moment.phase == PLACE else lane(game.stacks.height, seat)
    at = _steps(row, 0, lane(game.tribes.flowers + game.tribes.skulls, seat), DISCS)
    at = _steps(row, at, height, DISCS)
    row[at] = lane(game.tribes.wins, seat) > 0
    row[at + 1] = lane(bidding.passed, seat)
    row[at + 2] = game.moment.first == seat
    row[at + 3] = bidding.bidder == seat
    row[at + 4] = bidding.opener == seat
    row[at + 5] = track[seat, LAST_BID] > 0.0
    row[at + 6] = track[seat, LAST_BID] / SCALE
    row[at + 7] = lane(game.stacks.flipped, seat) / DISCS
    row[at + 8] = track[seat, GONE]
    row[at + 9] = skull_on_mat(game, seat, track)
    row[at + 10] = skull_on_top(game, seat, track)
    row[at + 11] = track[seat, CHOSE_LOSS]
