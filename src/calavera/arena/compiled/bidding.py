"""The challenge: bids and passes (R12-R17)."""

from calavera.arena.compiled.compiling import compiled
from calavera.arena.compiled.lanes import NOBODY, following, only
from calavera.arena.compiled.layout import (
    ADD,
    BID,
    FLIP,
    NOT_DRAWN,
    Attempt,
    Bidding,
    Game,
    at_phase,
    seats_in,
)


@compiled
def bid(game: Game, seat: int, number: int) -> Game:
    """A seat opens a challenge or raises it; one for every disc ends the bidding (R17)."""
    before = game.bidding
    opener = seat if game.moment.phase == ADD else before.opener
    bidding = Bidding(number, seat, opener, before.bids + only(seat), before.passed)
    if number == game.stacks.total:
        return _begin_attempt(game, bidding)
    return _go_round(game, bidding, seat)


@compiled
def pass_on(game: Game, seat: int) -> Game:
    """A seat leaves the bidding, which ends when one is left (R16)."""
    before = game.bidding
    passed = before.passed | only(seat)
    bidding = Bidding(before.number, before.bidder, before.opener, before.bids, passed)
    if seats_in(game.tribes) & ~passed == only(before.bidder):
        return _begin_attempt(game, bidding)
    return _go_round(game, bidding, seat)


@compiled
def _go_round(game: Game, bidding: Bidding, seat: int) -> Game:
    turn = only(following(seats_in(game.tribes) & ~bidding.passed, seat))  # R14
    moment = at_phase(game.moment, BID, turn)
    return Game(game.table, game.tribes, game.stacks, bidding, game.attempt, moment)


@compiled
def _begin_attempt(game: Game, bidding: Bidding) -> Game:
    attempt = Attempt(bidding.bidder, 0, NOBODY, NOT_DRAWN)
    moment = at_phase(game.moment, FLIP, only(bidding.bidder))
    return Game(game.table, game.tribes, game.stacks, bidding, attempt, moment)
