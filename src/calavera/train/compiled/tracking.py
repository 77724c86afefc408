"""The tracker of `calavera.bots.network`, compiled: a row of numbers per seat.

0: the skull is gone; 1: in hand; 2 to 5: on the mat from the bottom; 6: the seat's latest bid of
this round; 7: whether it chose a disc to lose and has not shown its skull since.
"""

from typing import Final, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import lane
from calavera.arena.compiled.layout import PLACE, Game

Track: TypeAlias = NDArray[numpy.float64]
"""A row for each seat of one game."""

GONE, HAND, STACK, LAST_BID, CHOSE_LOSS = 0, 1, 2, 6, 7
TRACKED: Final = 8
"""Numbers per seat."""


@compiled
def begin_tracking(game: Game, track: Track) -> None:
    """Initialises the tracker: everybody knows who has a skull."""
    track[:] = 0.0
    for seat in range(game.table.seats):
        track[seat, HAND if lane(game.table.skulls, seat) else GONE] = 1.0


@compiled
def track_round(game: Game, track: Track) -> None:
    """Updates on the end of a round: all discs are in hand."""
    for seat in range(game.table.seats):
        track[seat, HAND] = track[seat, HAND:LAST_BID].sum()
        track[seat, STACK:CHOSE_LOSS] = 0.0


@compiled
def track_placement(game: Game, seat: int, track: Track) -> None:
    """Updates on a placement: each disc in hand is equally likely to be the skull."""
    height, hand = lane(game.stacks.height, seat), _hand(game, seat)
    down = track[seat, HAND] / hand
    track[seat, HAND] -= down
    track[seat, STACK + height] = down


@compiled
def track_flip(game: Game, mat: int, track: Track) -> None:
    """Updates on a flip of the topmost face-down disc of a mat, before it happens."""
    place = lane(game.stacks.height, mat) - lane(game.stacks.flipped, mat)
    at = STACK + place - 1
    if lane(game.stacks.skull_place, mat) == place:
        track[mat, :LAST_BID] = 0.0
        track[mat, at] = 1.0
        track[mat, CHOSE_LOSS] = 0.0
        return
    rest = track[mat, :LAST_BID].sum() - track[mat, at]
    if rest > 0.0:
        track[mat, at] = 0.0
        for place in range(LAST_BID):
            track[mat, place] /= rest


@compiled
def track_loss(game: Game, taker: int, track: Track) -> None:
    """Updates on the challenger's loss: each of its discs is equally likely."""
    loser = game.attempt.challenger
    chance = 1.0 / lane(game.tribes.flowers + game.tribes.skulls, loser)
    had = track[loser, HAND:LAST_BID].sum()
    for place in range(HAND, LAST_BID):
        track[loser, place] *= 1.0 - chance
    track[loser, GONE] += had * chance
    if taker == loser:
        track[loser, CHOSE_LOSS] = 1.0


@compiled
def skull_on_mat(game: Game, seat: int, track: Track) -> float:
    """The probability that a seat's skull is on its mat; nothing is known while all place (R7)."""
    on_mat: float = track[seat, STACK:LAST_BID].sum()
    return 0.0 if game.moment.phase == PLACE else on_mat


@compiled
def skull_on_top(game: Game, seat: int, track: Track) -> float:
    """The probability that the topmost face-down disc is the skull."""
    face_down = lane(game.stacks.height, seat) - lane(game.stacks.flipped, seat)
    if face_down == 0 or game.moment.phase == PLACE:
        return 0.0
    on_top: float = track[seat, STACK + face_down - 1]
    return on_top


@compiled
def _hand(game: Game, seat: int) -> int:
    return lane(game.stacks.flowers + game.stacks.skulls, seat)
