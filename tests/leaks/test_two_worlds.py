"""A viewer cannot distinguish two games that differ only in what it may not know."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calavera.bots.contract.worlds import other_world
from calavera.record import record_game, seen_by, write_record
from calavera.record.codec.values import dumps
from calavera.rules import (
    PUBLIC,
    Action,
    Disc,
    Event,
    Player,
    Setup,
    State,
    Viewer,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.actions import BIDS, FLIPS, PASS, PICK, SHOW
from calavera.rules.events import DiscLost, DiscPlaced
from tests.games import Game, game_of_seed, play_out


def viewers(setup: Setup) -> list[Viewer]:
    return [PUBLIC, *(setup.viewer(Player(player)) for player in range(setup.players))]


def states_of(setup: Setup, events: list[Event]) -> list[State]:
    states = [new_game(setup)]
    for event in events:
        states.append(evolve(states[-1], event))
    return states


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_what_a_viewer_sees_does_not_depend_on_what_it_may_not_know(seed: int) -> None:
    game = game_of_seed(seed)
    for viewer in viewers(game.setup):
        other = other_world(game.setup, game.events, viewer, random.Random(seed))
        others = states_of(game.setup, other)
        for event, twin in zip(game.events, other, strict=True):
            assert dumps(redact(event, viewer)) == dumps(redact(twin, viewer))
        for state, twin_state in zip(game.states, others, strict=True):
            assert view(state, viewer) == view(twin_state, viewer)
            assert dumps(view(state, viewer)) == dumps(view(twin_state, viewer))
            for seat in viewer.seats:
                assert legal_actions(state, seat) == legal_actions(twin_state, seat)
        assert _record(game, game.events, viewer) == _record(game, tuple(other), viewer)


def _record(game: Game, events: tuple[Event, ...], viewer: Viewer) -> str:
    names = [f"player {number}" for number in range(game.setup.players)]
    return write_record(seen_by(record_game(names, game.setup, events), viewer))


@pytest.mark.parametrize("seed", range(30))
def test_the_other_world_is_a_legal_game_too(seed: int) -> None:
    game = game_of_seed(seed)
    other = other_world(game.setup, game.events, PUBLIC, random.Random(seed))
    for state, event in zip(states_of(game.setup, other), other, strict=False):
        if isinstance(event, DiscPlaced):
            assert event.disc in state.holdings[event.seat].hand
        if isinstance(event, DiscLost):
            assert event.disc in state.holdings[event.seat].discs


def test_the_other_world_differs_in_most_games() -> None:
    """Without this the test above could pass by changing nothing."""
    different = 0
    for seed in range(50):
        game = play_out(set_up(4), random.Random(seed))
        other = other_world(game.setup, game.events, PUBLIC, random.Random(seed))
        different += list(game.events) != other
    assert different == 50


def test_a_refused_move_tells_its_own_player_only_what_it_knows() -> None:
    """The reason of a refusal is the same whatever the others hold."""
    setup = set_up(2)
    reasons = set()
    for hidden in (Disc.FLOWER, Disc.SKULL):
        state = new_game(setup, setup.seats[0])
        state = evolve(state, DiscPlaced(setup.seats[1], hidden))
        for action in legal_actions(state, setup.seats[0])[:1]:
            for event in decide(state, setup.seats[0], action):
                state = evolve(state, event)
        reasons.add(_refusals(state))
    assert len(reasons) == 1


def _refusals(state: State) -> tuple[str, ...]:
    told = []
    actions: tuple[Action, ...] = (*BIDS[:9], *FLIPS[:3], PASS, PICK, SHOW)
    for action in actions:
        try:
            told.append(str(decide(state, state.board.setup.seats[0], action)))
        except ValueError as error:
            told.append(str(error))
    return tuple(told)
