"""Uniformly random playouts; nobody shows discs.

The fast way through a game: what needs no choice is done at once, all discs of step 1 with one
toss, the challenger's own stack with one flip. The moves and so the rules are those of `stepping`;
only the choices are made here. A trace, if given, records every move; without one, Numba compiles
the tracing away.
"""

from typing import NamedTuple, TypeAlias

from calavera.arena.compiled.attempt import flip, flippable
from calavera.arena.compiled.bidding import bid, pass_on
from calavera.arena.compiled.compiling import compiled, ones_in
from calavera.arena.compiled.lanes import Seats, following, lane, lowest, member, only, some
from calavera.arena.compiled.layout import (
    ADD,
    BID,
    DRAW,
    FLIP,
    FLOWER_DRAWN,
    LOSE,
    NAME_FIRST,
    OVER,
    PLACE,
    Game,
    seats_in,
)
from calavera.arena.compiled.losing import is_own_skull, lose
from calavera.arena.compiled.placing import begin_round, place, still_to_place
from calavera.arena.compiled.splitmix import Dice, roll, toss
from calavera.arena.compiled.stepping import chance_is_to_move, draw, happen
from calavera.arena.encoding.action_numbers import (
    BID_ONE,
    CHANCE,
    DISCARD_FLOWER,
    FLIP_OWN,
    NAME_SELF,
    PASS_ON,
    PICK_BLIND,
    PLACE_FLOWER,
)
from calavera.arena.encoding.arrays import Bytes

Trace: TypeAlias = Bytes | None


class Playout(NamedTuple):
    """A game on its way."""

    game: Game
    dice: Dice  # what is still to come
    moves: int  # how many moves were made, chance's counted


@compiled
def play_out(game: Game, dice: Dice, trace: Trace) -> Playout:
    """Plays on to the end; `trace`, where there is one, takes a row of seat and number a move."""
    run = Playout(game, dice, 0)
    if game.moment.phase == DRAW:
        run = _let_chance_move(run, trace)
    while run.game.moment.phase != OVER:
        # In the order of a round, so that one pass through the loop is one round.
        if run.game.moment.phase == PLACE:
            run = _place_all(run, trace)
        while run.game.moment.phase == ADD:
            run = _add_or_challenge(run, trace)
        while run.game.moment.phase == BID:
            run = _raise_or_pass(run, trace)
        if run.game.moment.phase == FLIP:
            run = _flip_own(run, trace)
        while run.game.moment.phase == FLIP:
            run = _flip_another(run, trace)
        if run.game.moment.phase == LOSE:
            run = _lose_a_disc(run, trace)
        if run.game.moment.phase == NAME_FIRST:
            run = _name_first(run, trace)
    return run


@compiled
def _let_chance_move(run: Playout, trace: Trace) -> Playout:
    dice, number = draw(run.game, run.dice)
    moves = _note(trace, run.moves, CHANCE, number)
    return Playout(happen(run.game, number), dice, moves)


@compiled
def _place_all(run: Playout, trace: Trace) -> Playout:
    game, hands = run.game, run.game.stacks
    waiting = still_to_place(game)
    dice, coins = toss(run.dice)
    skulls = waiting & hands.skulls & (~some(hands.flowers) | coins)
    moves = _note_placements(trace, run.moves, game.moment.first, waiting, skulls)
    return Playout(place(game, waiting, skulls), dice, moves)


@compiled
def _add_or_challenge(run: Playout, trace: Trace) -> Playout:
    game, seat = run.game, lowest(run.game.moment.turn)
    flowers = lane(some(game.stacks.flowers), seat)
    discs = flowers + lane(game.stacks.skulls, seat)
    dice, choice = roll(run.dice, discs + game.stacks.total)
    if choice < discs:
        skull = 1 if choice >= flowers else 0
        moves = _note(trace, run.moves, seat, PLACE_FLOWER + skull)
        return Playout(place(game, only(seat), only(seat) * skull), dice, moves)
    moves = _note(trace, run.moves, seat, BID_ONE + choice - discs)
    return Playout(bid(game, seat, 1 + choice - discs), dice, moves)


@compiled
def _raise_or_pass(run: Playout, trace: Trace) -> Playout:
    game, seat = run.game, lowest(run.game.moment.turn)
    number = game.bidding.number
    dice, choice = roll(run.dice, 1 + game.stacks.total - number)
    if choice == 0:
        moves = _note(trace, run.moves, seat, PASS_ON)
        return Playout(pass_on(game, seat), dice, moves)
    moves = _note(trace, run.moves, seat, BID_ONE + number + choice - 1)
    return Playout(bid(game, seat, number + choice), dice, moves)


@compiled
def _flip_own(run: Playout, trace: Trace) -> Playout:
    """The own stack comes first and leaves no choice (R19)."""
    game, challenger = run.game, run.game.attempt.challenger
    face_down = lane(game.stacks.height - game.stacks.flipped, challenger)
    if not face_down:
        return run
    discs = min(face_down, game.bidding.number - game.attempt.flips)
    after = flip(game, challenger, discs)
    turned = after.attempt.flips - game.attempt.flips if after.moment.phase == LOSE else discs
    moves = run.moves
    if trace is not None:
        for _ in range(turned):
            moves = _note(trace, moves, challenger, FLIP_OWN)
    return Playout(after, run.dice, run.moves + turned)


@compiled
def _flip_another(run: Playout, trace: Trace) -> Playout:
    game, mats = run.game, flippable(run.game)
    dice, choice = roll(run.dice, ones_in(mats))
    mat, challenger = member(mats, choice), game.attempt.challenger
    moves = _note(trace, run.moves, challenger, FLIP_OWN + _steps(game, challenger, mat))
    return Playout(flip(game, mat, 1), dice, moves)


@compiled
def _lose_a_disc(run: Playout, trace: Trace) -> Playout:
    if chance_is_to_move(run.game):
        run = _let_chance_move(run, trace)
    game, taker = run.game, lowest(run.game.moment.turn)
    if not is_own_skull(game):
        moves = _note(trace, run.moves, taker, PICK_BLIND)
        return Playout(lose(game, taker, game.attempt.drawn - FLOWER_DRAWN), run.dice, moves)
    skull, dice = lane(game.tribes.skulls, taker), run.dice
    if skull and lane(game.tribes.flowers, taker):
        dice, skull = roll(dice, 2)
    moves = _note(trace, run.moves, taker, DISCARD_FLOWER + skull)
    return Playout(lose(game, taker, skull), dice, moves)


@compiled
def _name_first(run: Playout, trace: Trace) -> Playout:
    game, seat = run.game, run.game.attempt.challenger
    inside = seats_in(game.tribes)
    dice, choice = roll(run.dice, ones_in(inside))
    first = member(inside, choice)
    moves = _note(trace, run.moves, seat, NAME_SELF + _steps(game, seat, first))
    return Playout(begin_round(game, first), dice, moves)


@compiled
def _steps(game: Game, seat: int, other: int) -> int:
    """How many places clockwise the other sits."""
    steps = other - seat
    return steps if steps >= 0 else steps + game.table.seats


@compiled
def _note(trace: Trace, moves: int, seat: int, number: int) -> int:
    """Writes a move down; returns how many there are now."""
    if trace is not None:
        trace[moves, 0] = seat
        trace[moves, 1] = number
    return moves + 1


@compiled
def _note_placements(trace: Trace, moves: int, first: int, seats: Seats, skulls: Seats) -> int:
    """Writes the discs of step 1 down one by one, the first player's last (R7)."""
    count = ones_in(seats)
    if trace is not None:
        seat = first
        for move in range(moves, moves + count):
            seat = following(seats, seat)
            _note(trace, move, seat, PLACE_FLOWER + lane(skulls, seat))
    return moves + count
