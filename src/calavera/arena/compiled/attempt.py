"""Step 3: flips, success and failure, shown mats (R18-R22, R30)."""

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, WIDTH, Seats, lane, only, some
from calavera.arena.compiled.layout import (
    LOSE,
    NOT_DRAWN,
    OVER,
    SECOND_SUCCESS,
    Attempt,
    Game,
    PackedMoment,
    Stacks,
    Tribes,
    at_phase,
    owner,
)
from calavera.arena.compiled.placing import begin_round


@compiled
def flippable(game: Game) -> Seats:
    """The mats whose top disc may be turned over now: the challenger's own first (R19, R20)."""
    mats = some(game.stacks.height - game.stacks.flipped)
    own = mats & only(game.attempt.challenger)
    return own if own else mats


@compiled
def flip(game: Game, mat: int, discs: int) -> Game:
    """The challenger turns over that many discs of a mat, from the top, or fewer up to a skull."""
    stacks, before = game.stacks, game.attempt
    face_down = lane(stacks.height, mat) - lane(stacks.flipped, mat)
    skull = lane(stacks.skull_place, mat)
    met_skull = skull > face_down - discs
    turned = face_down - skull + 1 if met_skull else discs
    stacks = _flipped(stacks, mat, turned)
    challenger, flips = before.challenger, before.flips + turned
    if met_skull:  # R21, R24, R25, R37
        own = owner(game.table, mat) == owner(game.table, challenger)
        moment = at_phase(game.moment, LOSE, only(challenger if own else mat))
        attempt = Attempt(challenger, flips, mat, NOT_DRAWN)
        return Game(game.table, game.tribes, stacks, game.bidding, attempt, moment)
    attempt = Attempt(challenger, flips, NOBODY, NOT_DRAWN)
    flipped = Game(game.table, game.tribes, stacks, game.bidding, attempt, game.moment)
    return flipped if flips < game.bidding.number else _succeed(flipped)


@compiled
def _flipped(stacks: Stacks, mat: int, discs: int) -> Stacks:
    return Stacks(
        stacks.flowers,
        stacks.skulls,
        stacks.height,
        stacks.skull_place,
        stacks.total,
        stacks.flipped + (discs << WIDTH * mat),
        stacks.shown,
    )


@compiled
def _succeed(game: Game) -> Game:
    """The first success turns the mat, the second wins (R30)."""
    challenger, before = game.attempt.challenger, game.tribes
    wins = before.wins + only(challenger)
    tribes = Tribes(before.flowers, before.skulls, wins, before.lost_skull)
    won = Game(game.table, tribes, game.stacks, game.bidding, game.attempt, game.moment)
    if lane(wins, challenger) > 1:
        return end(won, challenger, SECOND_SUCCESS)
    return begin_round(won, challenger)  # R28


@compiled
def show(game: Game, seat: int) -> Game:
    """A seat shows what lies face down on its mat (R22)."""
    before = game.stacks
    stacks = Stacks(
        before.flowers,
        before.skulls,
        before.height,
        before.skull_place,
        before.total,
        before.flipped,
        before.shown | only(seat),
    )
    return Game(game.table, game.tribes, stacks, game.bidding, game.attempt, game.moment)


@compiled
def may_show(game: Game, seat: int) -> bool:
    """Whether a seat may show its face-down discs now (R22)."""
    attempt, stacks = game.attempt, game.stacks
    if attempt.skull == NOBODY or game.moment.phase == OVER or lane(stacks.shown, seat):
        return False
    if lane(stacks.height, seat) == lane(stacks.flipped, seat):
        return False
    return owner(game.table, seat) != owner(game.table, attempt.challenger)


@compiled
def end(game: Game, winner: int, ending: int) -> Game:
    """The game is over (R32)."""
    before = game.moment
    moment = PackedMoment(OVER, 0, before.round, before.first, winner, ending)
    return Game(game.table, game.tribes, game.stacks, game.bidding, game.attempt, moment)
