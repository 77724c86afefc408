"""The choices of a network, compiled; `calavera.bots.network.choices` explains them."""

from typing import NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, lane
from calavera.arena.compiled.layout import ADD, BID, FLIP, LOSE, NAME_FIRST, PLACE, Game
from calavera.arena.compiled.losing import is_own_skull
from calavera.arena.encoding import action_numbers as numbers
from calavera.arena.encoding.arrays import Words
from calavera.bots.network.choices import (
    DISCARD_FLOWER,
    DISCARD_SKULL,
    EVERYTHING,
    FLIP_NEXT,
    MOST_RAISE,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.train.compiled.seeing import next_slot
from calavera.train.compiled.tracking import Track

Mask: TypeAlias = NDArray[numpy.bool_]
"""The legal choices of a seat, or of many seats: a row each."""


class Scene(NamedTuple):
    """What a training game has besides its state."""

    track: Track
    policies: Words
    """The policy of each seat: a network by its index, a scripted player below 0."""

    mask: Mask
    """What the seat in turn may choose."""

    solved: bool
    """Whether the game ends where two players begin a round, with its solved value."""


_FLIP_OWN = numbers.FLIP_OWN
_NAME_SELF = numbers.NAME_SELF
_PICK_BLIND = numbers.PICK_BLIND
_BID_ONE = numbers.BID_ONE
_PASS = numbers.PASS_ON
_DISCARD_FLOWER = numbers.DISCARD_FLOWER


@compiled
def write_choices(game: Game, seat: int, mask: Mask) -> int:
    """Marks the choices of the seat in turn and returns their number.

    It is 0 if the move is forced or random.
    """
    mask[:] = False
    stacks, phase, number = game.stacks, game.moment.phase, game.bidding.number
    if phase in (PLACE, ADD):
        mask[PLACE_FLOWER] = lane(stacks.flowers, seat) > 0
        mask[PLACE_SKULL] = lane(stacks.skulls, seat) > 0
    if phase in (ADD, BID):
        for step in range(min(MOST_RAISE, stacks.total - number - 1)):
            mask[RAISE + step] = True
        mask[EVERYTHING] = True
        mask[PASS_ON] = phase == BID
    elif phase == FLIP:
        _write_flips(game, seat, mask)
    elif phase == LOSE and is_own_skull(game):
        mask[DISCARD_FLOWER] = lane(game.tribes.flowers, seat) > 0
        mask[DISCARD_SKULL] = lane(game.tribes.skulls, seat) > 0
    return mask.sum()  # type: ignore[no-any-return]


@compiled
def _write_flips(game: Game, seat: int, mask: Mask) -> None:
    face_down = game.stacks.height - game.stacks.flipped
    if lane(face_down, seat):  # R19
        return
    other, slot = next_slot(game, seat, seat), 0
    while other != NOBODY:
        mask[FLIP_NEXT + slot] = lane(face_down, other) > 0
        other, slot = next_slot(game, seat, other), slot + 1


@compiled
def number_of_choice(game: Game, seat: int, choice: int) -> int:
    """The number of the action, as in `calavera.arena.encoding.action_numbers`."""
    if choice <= PLACE_SKULL:
        return choice
    if choice < EVERYTHING:
        return _BID_ONE + game.bidding.number + choice - RAISE
    if choice == EVERYTHING:
        return _BID_ONE + game.stacks.total - 1
    if choice == PASS_ON:
        return _PASS
    if choice <= DISCARD_SKULL:
        return _DISCARD_FLOWER + choice - DISCARD_FLOWER
    other = seat
    for _ in range(choice - FLIP_NEXT + 1):
        other = next_slot(game, seat, other)
    return _FLIP_OWN + _steps_to(game, seat, other)


@compiled
def forced_number(game: Game) -> int:
    """The only action if there is no choice, except for naming a seat (R29)."""
    return _PICK_BLIND if game.moment.phase == LOSE else _FLIP_OWN


@compiled
def number_of_name(game: Game, seat: int, first: int) -> int:
    """The number of naming a seat as the first player."""
    return _NAME_SELF + _steps_to(game, seat, first)


@compiled
def is_naming(game: Game) -> bool:
    """Whether a player who is out names the first player (R29)."""
    return game.moment.phase == NAME_FIRST


@compiled
def _steps_to(game: Game, seat: int, other: int) -> int:
    steps = other - seat
    return steps if steps >= 0 else steps + game.table.seats
