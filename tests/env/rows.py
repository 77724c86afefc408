"""Games of the rules, put into running environments."""

import random
from collections.abc import Iterator

from calavera.arena.encoding.action_numbers import CHANCE, number_of, number_of_chance
from calavera.rules import (
    Action,
    Bid,
    Discard,
    Event,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
    Seat,
    Setup,
    State,
    chance_outcomes,
    decide,
    evolve,
    new_game,
)
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShuffled,
    FirstNamed,
    RoundBegan,
    SeatPassed,
)
from tests.games import choices, next_events, without_shows


def played(setup: Setup, rng: random.Random) -> list[Event]:
    """A random game in which nobody shows discs, and one seat after the other places (R7)."""
    state, events = new_game(setup), []
    while state.board.outcome is None:
        if chance_outcomes(state):
            happened = next_events(state, rng)
        else:
            pairs = without_shows(choices(state))
            acting = [pair for pair in pairs if pair[0] == state.board.turn[0]]
            happened = decide(state, *rng.choice(acting))
        for event in happened:
            state = evolve(state, event)
            events.append(event)
    return events


def moves_of(setup: Setup, events: list[Event]) -> Iterator[tuple[State, int, int]]:
    """The state before each move of a game without shows, who moves, and the number of the move."""
    state = new_game(setup)
    for event in events:
        match event:
            case DiscsShuffled():
                yield state, CHANCE, number_of_chance(event)
            case RoundBegan(number=1):
                yield state, CHANCE, number_of_chance(event)
            case _:
                moved = action_of_event(event)
                if moved is not None:
                    seat, action = moved
                    yield state, seat, number_of(action, seat, len(setup.seats))
        state = evolve(state, event)


def action_of_event(event: Event) -> tuple[Seat, Action] | None:
    """Who did what; nothing where the event follows from another."""
    match event:
        case DiscPlaced(seat=seat, disc=disc):
            return seat, Place(disc)
        case BidMade(seat=seat, number=number):
            return seat, Bid(number)
        case SeatPassed(seat=seat):
            return seat, Pass()
        case DiscFlipped(challenger=seat, mat=mat):
            return seat, Flip(mat)
        case DiscLost(seat=seat, taker=taker, disc=disc):
            return (taker, Discard(disc)) if seat == taker else (taker, Pick())
        case FirstNamed(seat=seat, first=first):
            return seat, NameFirst(first)
        case _:
            return None
