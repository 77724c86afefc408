"""The characters; what they all promise is in `tests/contracts/`."""

import pytest

from calavera.bots import BOTS, EVERY_BOT, TABLE_NAMES, acting_seat
from calavera.bots.characters import LEVELS, TEMPERS
from calavera.bots.network import NetworkBot, Tracker
from calavera.rules import (
    PUBLIC,
    Bid,
    Player,
    Seat,
    State,
    action_named,
    decide,
    evolve,
    new_game,
    seat_named,
    set_up,
    view,
)


def after(first: int, moves: str, players: int = 4) -> State:
    """The state after moves like `aF b2`: seat and action."""
    state = new_game(set_up(players), Seat(first))
    for token in moves.split():
        for event in decide(state, seat_named(token[0]), action_named(token[1:])):
            state = evolve(state, event)
    return state


def share_of_bids(name: str, state: State, player: int) -> float:
    """How often a player bids here, by its mix."""
    kind = EVERY_BOT[name]
    assert issubclass(kind, NetworkBot)
    own = acting_seat(view(state, state.board.setup.viewer(Player(player))))
    tracker = Tracker(state.board.setup)
    tracker.board = state.board
    for seat, mat in enumerate(state.board.mats):
        tracker.suspicions[seat] = [0.0, 1.0, *[0.0] * mat.height]
    mix = kind.policy().mix(own, tracker)
    return sum(option.share for action, option in mix.items() if isinstance(action, Bid))


def test_names_by_which_bots_are_found() -> None:
    assert list(BOTS) == ["uniform", "cautious", "bold", "mirror", "belief", "champion"]
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


def test_every_level_comes_with_every_temper() -> None:
    variants = [name for name in EVERY_BOT if name not in BOTS]
    assert variants == [f"{level}-{temper}" for level in LEVELS for temper in TEMPERS]
    assert all(EVERY_BOT[name].strength.value == name.split("-")[0] for name in variants)


@pytest.mark.parametrize("level", LEVELS)
def test_a_temper_shows_in_what_is_bid(level: str) -> None:
    clean = after(3, "aF bF cF dF d1")
    lying = after(3, "aS bF cF dF d1")  # the skull on top, and two who may still raise
    bids = {temper: share_of_bids(f"{level}-{temper}", clean, 0) for temper in TEMPERS}
    bluffs = {temper: share_of_bids(f"{level}-{temper}", lying, 0) for temper in TEMPERS}
    assert bids["cautious"] < bids["bold"]
    assert bluffs["honest"] < bluffs["bold"] < 1.0
    assert bluffs["cautious"] < bluffs["trickster"] < 1.0
    assert all(bluffs.values())


def test_the_stronger_a_bot_the_less_it_bids_without_hope() -> None:
    """A skull on the mat, nobody left to raise, and a bid that only a clean mat could keep."""
    state = after(1, "aS bF cF dF b2 c- d-")
    names = [name for name in BOTS if name != "uniform"]
    shares = [share_of_bids(name, state, 0) for name in names]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] < 0.5
    assert shares[-1] < 0.02
