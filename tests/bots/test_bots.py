"""The characters; what they all promise is in `tests/contracts/`."""

import random
from collections.abc import Iterator

import pytest

from calavera.bots import BOTS, TABLE_NAMES, acting_seat
from calavera.bots.temperament import Plain
from calavera.rules import (
    PUBLIC,
    Bid,
    Disc,
    Discard,
    Flip,
    Pass,
    Pick,
    Player,
    Seat,
    State,
    View,
    action_named,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    seat_named,
    set_up,
    view,
)
from tests.games import next_events, random_setup

PLAIN = [bot for bot in BOTS.values() if issubclass(bot, Plain)]
every_plain_bot = pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.name)


def asked(seed: int) -> Iterator[View]:
    """The views of a random game, wherever somebody is asked."""
    rng = random.Random(seed)
    state = new_game(random_setup(rng))
    while state.board.outcome is None:
        if not chance_outcomes(state):
            setup = state.board.setup
            for player in {setup.owner(seat) for seat in state.board.turn}:
                yield view(state, setup.viewer(player))
        for event in next_events(state, rng):
            state = evolve(state, event)


def after(first: int, moves: str, players: int = 4) -> State:
    """The state after moves like `aF b2`: seat and action."""
    state = new_game(set_up(players), Seat(first))
    for token in moves.split():
        for event in decide(state, seat_named(token[0]), action_named(token[1:])):
            state = evolve(state, event)
    return state


def share_of_bids(kind: type[Plain], state: State, player: int) -> float:
    """How often a player bids here."""
    seen = view(state, state.board.setup.viewer(Player(player)))
    bids = [isinstance(kind().choose(seen, random.Random(seed)), Bid) for seed in range(300)]
    return sum(bids) / len(bids)


def test_names_by_which_bots_are_found() -> None:
    assert list(BOTS) == ["uniform", "cautious", "bold", "mirror", "belief"]
    assert all(BOTS[name].name == name for name in BOTS)


def test_every_bot_can_be_told_apart() -> None:
    kinds = BOTS.values()
    for told in ("nickname", "temper", "strength"):
        assert len({getattr(kind, told) for kind in kinds}) == len(BOTS)
    assert all("\n" not in kind.temper and kind.budget > 0 for kind in kinds)


def test_names_at_the_table() -> None:
    assert len(set(TABLE_NAMES)) == len(TABLE_NAMES) >= 12
    assert all(name.isascii() and len(name) <= 6 for name in TABLE_NAMES)


def test_who_acts_with_two_tribes() -> None:
    state = new_game(set_up(2, tribes=2), new_game(set_up(2, tribes=2)).board.setup.seats[0])
    both = view(state, state.board.setup.viewer(state.board.setup.owner(state.board.turn[1])))
    assert acting_seat(both).seat == both.own[0].seat == 1
    for event in decide(state, both.own[0].seat, both.own[0].legal[0]):
        state = evolve(state, event)
    both = view(state, both.viewer)
    assert acting_seat(both).seat == both.own[1].seat == 3


def test_nobody_acts_out_of_turn() -> None:
    with pytest.raises(ValueError, match="not this player's turn"):
        acting_seat(view(new_game(set_up(3)), PUBLIC))


@every_plain_bot
def test_the_skull_is_kept_while_there_are_flowers_to_spare(kind: type[Plain]) -> None:
    checked = 0
    for seed in range(6):
        for seen in asked(seed):
            own = acting_seat(seen)
            discs = own.holding.discs
            if Discard(Disc.SKULL) in own.legal and len(discs) > 1:
                lost = Disc.FLOWER if len(discs) > 2 else Disc.SKULL
                assert kind().choose(seen, random.Random(0)) == Discard(lost)
                checked += 1
    assert checked


@every_plain_bot
def test_picks_when_there_is_nothing_to_choose(kind: type[Plain]) -> None:
    views = [seen for seen in asked(2) if Pick() in acting_seat(seen).legal]
    assert {kind().choose(seen, random.Random(0)) for seen in views} == {Pick()}


@every_plain_bot
def test_own_flowers_are_bid_for(kind: type[Plain]) -> None:
    """Two flowers on the mat and a bid of 1: a raise cannot fail."""
    state = after(1, "aF bF cF dF bF cF dF aF b1 c- d-")
    assert share_of_bids(kind, state, 0) == 1.0


def test_who_bluffs_most() -> None:
    """The skull on top, a bid of 1, and two who may still raise."""
    state = after(3, "aS bF cF dF d1")
    shares = {kind.name: share_of_bids(kind, state, 0) for kind in PLAIN}
    assert 0 < shares["cautious"] < 0.25
    assert 0 < shares["mirror"] < 0.25
    assert 0.4 < shares["bold"] < 0.8


def test_who_trusts_flips_where_somebody_bid() -> None:
    """The mirror takes a bid for a promise, and a pass for a warning."""
    state = after(1, "aF bF cF dF b1 c- d- a2 b- a>a")
    seen = view(state, state.board.setup.viewer(Player(0)))
    for kind in PLAIN:
        flips = {kind().choose(seen, random.Random(seed)) for seed in range(20)}
        assert flips == {Flip(Seat(1))}


def test_a_pass_is_what_is_left_without_hope() -> None:
    """A skull on the mat, nobody left to raise: the cautious one lets it be."""
    state = after(1, "aS bF cF dF b2 c- d-")
    seen = view(state, state.board.setup.viewer(Player(0)))
    assert BOTS["cautious"]().choose(seen, random.Random(0)) == Pass()
