"""The same row as `calavera.arena.encoding.observation`, from the words of a game."""

from typing import Final

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import lane
from calavera.arena.compiled.layout import LAST_ONE_IN, SECOND_SUCCESS, Game
from calavera.arena.encoding.arrays import Bytes
from calavera.arena.encoding.observation import (
    OWN_AT,
    OWN_FIELDS,
    SEAT_FIELDS,
    SEATS_AT,
    TABLE_FIELDS,
)

_ROUND: Final = TABLE_FIELDS.index("round")
_SEAT: Final = len(SEAT_FIELDS)
_OWN: Final = len(OWN_FIELDS)


@compiled
def write_observation(game: Game, seat: int, row: Bytes) -> None:
    """Sets `row` to what the player of a seat knows, from that seat's viewpoint."""
    seats = game.table.seats
    row[:] = 0
    _write_table(game, row)
    for steps in range(seats):
        at = SEATS_AT + _SEAT * steps
        _write_seat(game, (seat + steps) % seats, row[at : at + _SEAT])
    _write_own(game, seat, row[OWN_AT : OWN_AT + _OWN])
    if game.table.players < seats:  # R35: the player's other mat stands opposite
        other = (seat + game.table.players) % seats
        _write_own(game, other, row[OWN_AT + _OWN : OWN_AT + 2 * _OWN])


@compiled
def _write_table(game: Game, row: Bytes) -> None:
    moment, table = game.moment, game.table
    row[moment.phase] = 1
    row[_ROUND] = moment.round
    row[_ROUND + 1] = table.seats
    row[_ROUND + 2] = table.players
    row[_ROUND + 3] = table.one_by_one
    row[_ROUND + 4] = game.stacks.total
    row[_ROUND + 5] = game.bidding.number
    row[_ROUND + 6] = game.attempt.flips
    row[_ROUND + 7] = moment.ending == SECOND_SUCCESS
    row[_ROUND + 8] = moment.ending == LAST_ONE_IN


@compiled
def _write_seat(game: Game, seat: int, row: Bytes) -> None:
    stacks, bidding, attempt, moment = game.stacks, game.bidding, game.attempt, game.moment
    row[0] = lane(game.tribes.flowers + game.tribes.skulls, seat)
    row[1] = lane(stacks.flowers + stacks.skulls, seat)
    row[2] = lane(stacks.height, seat)
    row[3] = lane(stacks.flipped, seat)
    _write_seen(game, seat, row)
    row[6] = lane(game.tribes.wins, seat)
    row[7] = lane(bidding.passed, seat)
    row[8] = lane(bidding.bids, seat)
    row[9] = bidding.opener == seat
    row[10] = bidding.bidder == seat
    row[11] = attempt.challenger == seat
    row[12] = attempt.skull == seat
    row[13] = lane(moment.turn, seat)
    row[14] = moment.first == seat
    row[15] = moment.winner == seat
    row[16] = lane(game.table.flowers, seat)
    row[17] = lane(game.table.skulls, seat)


@compiled
def _write_seen(game: Game, seat: int, row: Bytes) -> None:
    """What has been turned over or shown; the skull only where it lies among that."""
    stacks = game.stacks
    height, skull = lane(stacks.height, seat), lane(stacks.skull_place, seat)
    seen = height if lane(stacks.shown, seat) else lane(stacks.flipped, seat)
    row[4] = seen
    row[5] = height - skull + 1 if skull > height - seen else 0


@compiled
def _write_own(game: Game, seat: int, row: Bytes) -> None:
    row[0] = lane(game.stacks.flowers, seat)
    row[1] = lane(game.stacks.skulls, seat)
    row[2] = lane(game.stacks.skull_place, seat)
    row[3] = lane(game.table.flowers, seat) - lane(game.tribes.flowers, seat)
    row[4] = lane(game.tribes.lost_skull, seat)
