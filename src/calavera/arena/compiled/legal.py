"""What a seat may do now, as a mask over all actions: only for its player."""

from calavera.arena.compiled.attempt import flippable, may_show
from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import Seats, lane
from calavera.arena.compiled.layout import (
    ADD,
    BID,
    FLIP,
    LOSE,
    NAME_FIRST,
    NOT_DRAWN,
    PLACE,
    Game,
    seats_in,
)
from calavera.arena.compiled.losing import is_own_skull
from calavera.arena.encoding.action_numbers import (
    BID_ONE,
    DISCARD_FLOWER,
    DISCARD_SKULL,
    FLIP_OWN,
    NAME_SELF,
    PASS_ON,
    PICK_BLIND,
    PLACE_FLOWER,
    PLACE_SKULL,
    SHOW_MAT,
)
from calavera.arena.encoding.arrays import Bytes


@compiled
def write_legal(game: Game, seat: int, mask: Bytes) -> None:
    """Sets `mask` to 1 at the number of each action the seat may take, to 0 elsewhere."""
    mask[:] = 0
    phase = game.moment.phase
    if may_show(game, seat):
        mask[SHOW_MAT] = 1
    if not lane(game.moment.turn, seat):
        return
    if phase in (PLACE, ADD):
        mask[PLACE_FLOWER] = lane(game.stacks.flowers, seat) > 0
        mask[PLACE_SKULL] = lane(game.stacks.skulls, seat)
    if phase in (ADD, BID):  # R12, R14; before the first bid the number is 0
        mask[BID_ONE + game.bidding.number : BID_ONE + game.stacks.total] = 1
    if phase == BID:
        mask[PASS_ON] = 1
    elif phase == FLIP:
        _write_seats(game, seat, flippable(game), mask[FLIP_OWN:DISCARD_FLOWER])
    elif phase == LOSE:
        _write_losses(game, mask)
    elif phase == NAME_FIRST:
        _write_seats(game, seat, seats_in(game.tribes), mask[NAME_SELF:SHOW_MAT])


@compiled
def _write_losses(game: Game, mask: Bytes) -> None:
    challenger, tribes = game.attempt.challenger, game.tribes
    if is_own_skull(game):  # R25
        mask[DISCARD_FLOWER] = lane(tribes.flowers, challenger) > 0
        mask[DISCARD_SKULL] = lane(tribes.skulls, challenger)
    else:  # R24
        mask[PICK_BLIND] = game.attempt.drawn != NOT_DRAWN


@compiled
def _write_seats(game: Game, seat: int, chosen: Seats, mask: Bytes) -> None:
    """Marks some seats, counted clockwise from one."""
    for other in range(game.table.seats):
        steps = other - seat
        mask[steps if steps >= 0 else steps + game.table.seats] = lane(chosen, other)
