"""What every bot promises."""

import random
from collections.abc import Iterator

import pytest

from calavera.bots import BOTS, TABLE_NAMES, Bot, acting_seat
from calavera.rules import (
    PUBLIC,
    Disc,
    Discard,
    Pick,
    Show,
    State,
    View,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    set_up,
    view,
)
from tests.games import SIZES, next_events, random_setup

every_bot = pytest.mark.parametrize("bot", [kind() for kind in BOTS.values()], ids=BOTS.keys())


def positions(seed: int) -> Iterator[State]:
    """Every position of a random game in which somebody, or chance, is to act."""
    rng = random.Random(seed)
    state = new_game(random_setup(rng))
    while state.board.outcome is None:
        yield state
        for event in next_events(state, rng):
            state = evolve(state, event)


def views_to_act(state: State) -> list[View]:
    """The views of all players who are asked for an action now."""
    if chance_outcomes(state):
        return []
    setup = state.board.setup
    players = {setup.owner(seat) for seat in state.board.turn}
    return [view(state, setup.viewer(player)) for player in players]


def test_names_by_which_bots_are_found() -> None:
    assert set(BOTS) == {"cautious", "uniform"}
    assert all(bot.temper for bot in BOTS.values())


def test_names_at_the_table() -> None:
    assert len(set(TABLE_NAMES)) == len(TABLE_NAMES) >= 12
    assert all(name.isascii() and len(name) <= 6 for name in TABLE_NAMES)


@every_bot
@pytest.mark.parametrize("seed", range(6))
def test_choices_are_legal_in_positions_that_it_would_not_make(bot: Bot, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions(seed):
        for seen in views_to_act(state):
            action = bot.choose(seen, rng)
            assert action in acting_seat(seen).legal
            assert not isinstance(action, Show)


@every_bot
@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_a_game_among_themselves_comes_to_an_end(bot: Bot, players: int, tribes: int) -> None:
    rng = random.Random(players)
    state = new_game(set_up(players, tribes=tribes))
    for _ in range(5000):
        if state.board.outcome is not None:
            return
        state = after_a_move(state, bot, rng)
    pytest.fail("no end in sight")


def after_a_move(state: State, bot: Bot, rng: random.Random) -> State:
    if chance_outcomes(state):
        events = next_events(state, rng)
    else:
        player = state.board.setup.owner(state.board.turn[0])
        seen = view(state, state.board.setup.viewer(player))
        events = decide(state, acting_seat(seen).seat, bot.choose(seen, rng))
    for event in events:
        state = evolve(state, event)
    return state


@every_bot
def test_the_same_view_and_the_same_dice_give_the_same_choice(bot: Bot) -> None:
    for state in positions(3):
        for seen in views_to_act(state):
            once, again = (bot.choose(seen, random.Random(7)) for _ in range(2))
            assert once == again


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


def test_cautious_keeps_the_skull_while_it_has_flowers_to_spare() -> None:
    for seed in range(6):
        for state in positions(seed):
            for seen in views_to_act(state):
                own = acting_seat(seen)
                if not any(isinstance(action, Discard) for action in own.legal):
                    continue
                choice = BOTS["cautious"]().choose(seen, random.Random(0))
                discs = own.holding.discs
                if Disc.SKULL in discs and len(discs) > 1:
                    lost = Disc.FLOWER if len(discs) > 2 else Disc.SKULL
                    assert choice == Discard(lost)


def test_cautious_picks_when_there_is_nothing_to_choose() -> None:
    picks = [
        BOTS["cautious"]().choose(seen, random.Random(0))
        for state in positions(2)
        for seen in views_to_act(state)
        if Pick() in acting_seat(seen).legal
    ]
    assert picks
    assert set(picks) == {Pick()}


def test_cautious_plays_better_than_dice_do() -> None:
    rng = random.Random(1)
    setup = set_up(4)
    won = 0
    for game in range(24):
        state = new_game(setup)
        while state.board.outcome is None:
            seats = state.board.turn
            is_cautious = bool(seats) and setup.owner(seats[0]) % 2 == game % 2
            state = after_a_move(state, BOTS["cautious" if is_cautious else "uniform"](), rng)
        won += state.board.outcome.winner % 2 == game % 2
    assert won > 12
