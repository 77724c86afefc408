"""The value of a two-player ending to each, from the solved tables.

Training games end when two players are left. A player's value depends on the public beliefs about
both and on whether the player still has its skull: a player who was free to choose which disc to
lose must be rewarded for that choice.

The tables hold the value f(p, q) for the player who begins, where p and q are the probabilities
that each has its skull. For fixed p it is the mean of the values with and without a skull, so f' =
df/dp is their difference, and the two values are f + (1 - p) f' and f - p f'.
"""

from functools import cache
from typing import Final, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import following, lane
from calavera.arena.compiled.layout import Game, seats_in
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import every_position
from calavera.train.compiled.tracking import GONE, Track

Values: TypeAlias = NDArray[numpy.float64]
"""By position, role (0 begins), own skull, and both beliefs, the beginner's first."""

CELLS: Final = 16
"""Mesh of the beliefs; values in between are interpolated."""


@cache
def ending_values() -> Values:
    """The value of every position at every pair of beliefs on the mesh."""
    mesh, tables = numpy.linspace(0.0, 1.0, CELLS + 1), load_solved_game()
    values = numpy.empty((64, 2, 2, CELLS + 1, CELLS + 1))
    for position in every_position():
        low, high = tables.over(position, mesh, mesh)
        first = (low + high) / 2
        values[position.number, 0] = _by_skull(first, mesh)
        values[position.number, 1] = _by_skull(1.0 - first.T, mesh).transpose(0, 2, 1)
    return values.clip(0.0, 1.0)


def _by_skull(value: Values, mesh: Values) -> Values:
    """The values without and with a skull, by the probability of having it (rows)."""
    slope, own = numpy.gradient(value, mesh, axis=0), mesh[:, None]
    return numpy.stack([value - own * slope, value + (1.0 - own) * slope])


@compiled
def write_ending(game: Game, track: Track, values: Values, wins: Track) -> None:
    """Sets `wins` to the probabilities of winning for two players at the start of a round."""
    tribes, first = game.tribes, game.moment.first
    second = following(seats_in(tribes), first)
    discs = tribes.flowers + tribes.skulls
    number = (lane(discs, first) - 1) * 4 + lane(discs, second) - 1
    number = (number * 2 + lane(tribes.wins, first)) * 2 + lane(tribes.wins, second)
    mine, yours = 1.0 - track[first, GONE], 1.0 - track[second, GONE]
    wins[first] = _between(values[number, 0, lane(tribes.skulls, first)], mine, yours)
    wins[second] = _between(values[number, 1, lane(tribes.skulls, second)], mine, yours)


@compiled
def _between(values: Values, row: float, column: float) -> float:
    """Bilinear interpolation."""
    row, column = row * CELLS, column * CELLS
    i, j = min(int(row), CELLS - 1), min(int(column), CELLS - 1)
    down, right = row - i, column - j
    above = values[i, j] * (1.0 - right) + values[i, j + 1] * right
    below = values[i + 1, j] * (1.0 - right) + values[i + 1, j + 1] * right
    return above * (1.0 - down) + below * down  # type: ignore[no-any-return]
