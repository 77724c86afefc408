"""Random games for tests: every variant, every kind of move."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies

from calavera.rules import (
    OUT,
    Action,
    Disc,
    Event,
    Placement,
    Seat,
    SeatStart,
    Setup,
    Show,
    State,
    chance_events,
    decide,
    evolve,
    legal_actions,
    new_game,
    set_up,
)

SIZES = [(players, 1) for players in range(2, 13)] + [(players, 2) for players in range(2, 7)]
"""Every number of players with one tribe and with two."""


@dataclass(frozen=True)
class Game:
    """A game played to its end."""

    setup: Setup
    events: tuple[Event, ...]
    states: tuple[State, ...]
    """The state before the first event, then the one after each."""


def play_out(setup: Setup, rng: random.Random) -> Game:
    """A game of random legal moves, including shows out of turn."""
    state = new_game(setup)
    events: list[Event] = []
    states = [state]
    for event in _happenings(state, rng):
        events.append(event)
        states.append(evolve(states[-1], event))
    return Game(setup, tuple(events), tuple(states))


def _happenings(state: State, rng: random.Random) -> Iterator[Event]:
    while state.board.outcome is None:
        for event in next_events(state, rng):
            state = evolve(state, event)
            yield event


def next_events(state: State, rng: random.Random) -> tuple[Event, ...]:
    """A draw of chance, or a random seat's action."""
    if drawn := chance_events(state, rng):
        return drawn
    seat, action = rng.choice(choices(state))
    return decide(state, seat, action)


def choices(state: State) -> list[tuple[Seat, Action]]:
    """Everything that anybody may do now."""
    seats = state.board.setup.seats
    return [(seat, action) for seat in seats for action in legal_actions(state, seat)]


def without_shows(pairs: list[tuple[Seat, Action]]) -> list[tuple[Seat, Action]]:
    """All legal actions except shows, which are optional."""
    return [(seat, action) for seat, action in pairs if not isinstance(action, Show)]


def random_setup(rng: random.Random, size: tuple[int, int] | None = None) -> Setup:
    """Any table: size, tribes, order of placing, default start or any position."""
    players, tribes = size or rng.choice(SIZES)
    placement = rng.choice(list(Placement))
    usual = set_up(players, tribes=tribes, placement=placement)
    if rng.random() < 0.5:
        return usual
    start = [random_start(rng) for _ in usual.seats]
    start[0] = start[1] = SeatStart((Disc.FLOWER, Disc.SKULL), rng.randrange(2))
    return set_up(players, tribes=tribes, placement=placement, start=start)


def random_start(rng: random.Random) -> SeatStart:
    """Any discs that a seat can have, or none."""
    if rng.random() < 0.2:
        return OUT
    flowers = rng.randrange(4)
    skulls = 1 if flowers == 0 else rng.randrange(2)
    return SeatStart((Disc.FLOWER,) * flowers + (Disc.SKULL,) * skulls, rng.randrange(2))


def setups() -> strategies.SearchStrategy[Setup]:
    """Any table, for Hypothesis."""
    return strategies.integers(0, 2**32).map(lambda seed: random_setup(random.Random(seed)))


def game_of_seed(seed: int) -> Game:
    """A reproducible game."""
    rng = random.Random(seed)
    return play_out(random_setup(rng), rng)
