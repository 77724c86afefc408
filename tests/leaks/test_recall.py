"""Equal redacted histories give equal views and equal legal actions.

Every game from a small start is played out, so that all pairs of histories meet.
"""

from collections.abc import Iterator

import pytest

from calavera.rules import (
    PUBLIC,
    Event,
    Player,
    SeatStart,
    SeenEvent,
    Setup,
    State,
    View,
    Viewer,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.model.discs import FLOWER, SKULL
from tests.games import choices

MOST_MOVES = 9

Step = tuple[State, tuple[Event, ...]]


def every_history(
    state: State, told: tuple[Event, ...], moves: int
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    yield state, told
    if moves == 0:
        return
    for events in _next(state):
        after = state
        for event in events:
            after = evolve(after, event)
        yield from every_history(after, told + events, moves - 1)


def _next(state: State) -> Iterator[tuple[Event, ...]]:
    outcomes = chance_outcomes(state)
    if outcomes:
        yield from ((event,) for event, _ in outcomes)
        return
    # While all place at once one order is enough: the order is seen by everybody.
    seats = state.board.turn[:1]
    for seat, action in choices(state):
        if seat in seats or not state.board.turn[1:]:
            yield decide(state, seat, action)


SMALL = [
    set_up(2, start=[SeatStart((FLOWER, SKULL)), SeatStart((FLOWER, SKULL), 1)]),
    set_up(2, start=[SeatStart((FLOWER, FLOWER, SKULL)), SeatStart((SKULL,))]),
    set_up(3, start=[SeatStart((FLOWER, SKULL)), SeatStart((FLOWER,)), SeatStart((SKULL,))]),
    set_up(
        2,
        tribes=2,
        start=[
            SeatStart((FLOWER, SKULL)),
            SeatStart((SKULL,)),
            SeatStart((SKULL,), 1),
            SeatStart((FLOWER,)),
        ],
    ),
]


@pytest.mark.parametrize("setup", SMALL, ids=["two", "uneven", "three", "two-tribes"])
def test_equal_redacted_histories_give_equal_views(setup: Setup) -> None:
    viewers = [PUBLIC, *(setup.viewer(Player(player)) for player in range(setup.players))]
    known: dict[tuple[Viewer, tuple[SeenEvent, ...]], View] = {}
    met = 0
    for state, told in every_history(new_game(setup), (), MOST_MOVES):
        for viewer in viewers:
            history = tuple(redact(event, viewer) for event in told)
            seen = view(state, viewer)
            met += (viewer, history) in known
            assert known.setdefault((viewer, history), seen) == seen
    assert met > 100
