"""Steps 1 and 2: discs on mats (R6-R11)."""

from calavera.arena.compiled.compiling import compiled, ones_in
from calavera.arena.compiled.lanes import Seats, filled, following, lowest, only, some
from calavera.arena.compiled.layout import (
    ADD,
    PLACE,
    Game,
    PackedMoment,
    Stacks,
    at_phase,
    no_attempt,
    no_bidding,
    seats_in,
)


@compiled
def begin_round(game: Game, first: int) -> Game:
    """Everybody takes all discs back (R23, R33) and step 1 starts."""
    tribes, before = game.tribes, game.moment
    inside = seats_in(tribes)
    turn = only(following(inside, first)) if game.table.one_by_one else inside  # R7
    moment = PackedMoment(PLACE, turn, before.round + 1, first, before.winner, before.ending)
    stacks = Stacks(tribes.flowers, tribes.skulls, 0, 0, 0, 0, 0)
    return Game(game.table, tribes, stacks, no_bidding(), no_attempt(), moment)


@compiled
def still_to_place(game: Game) -> Seats:
    """Who is in and has no disc on its mat."""
    return seats_in(game.tribes) & ~some(game.stacks.height)


@compiled
def place(game: Game, seats: Seats, skulls: Seats) -> Game:
    """Each of some seats puts a disc on its mat: those of `skulls` the skull, the others a flower.

    In step 1 that may be any of those still to place, in step 2 it is the one whose turn it is.
    """
    before = game.stacks
    height = before.height + seats
    stacks = Stacks(
        before.flowers - (seats ^ skulls),
        before.skulls ^ skulls,
        height,
        before.skull_place | (height & filled(skulls)),
        before.total + ones_in(seats),
        before.flipped,
        before.shown,
    )
    placed = Game(game.table, game.tribes, stacks, game.bidding, game.attempt, game.moment)
    if game.moment.phase == ADD:
        turn = only(following(seats_in(game.tribes), lowest(seats)))  # R9
        return _with_moment(placed, at_phase(game.moment, ADD, turn))
    return _with_moment(placed, _next_in_step_one(placed))


@compiled
def _next_in_step_one(game: Game) -> PackedMoment:
    waiting, moment = still_to_place(game), game.moment
    if not waiting:
        return at_phase(moment, ADD, only(moment.first))  # R8
    turn = only(following(waiting, moment.first)) if game.table.one_by_one else waiting
    return at_phase(moment, PLACE, turn)


@compiled
def _with_moment(game: Game, moment: PackedMoment) -> Game:
    return Game(game.table, game.tribes, game.stacks, game.bidding, game.attempt, moment)
