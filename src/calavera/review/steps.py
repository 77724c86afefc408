"""A recorded game as steps: the move, what followed, and the states before and after."""

from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from calavera.record import Record, states
from calavera.record.notation import Move
from calavera.record.replay import action_of
from calavera.rules import Action, Event, Seat, State, new_game
from calavera.rules.events import RoundBegan

_MOVES: Final = get_args(Move)


class Step(NamedTuple):
    """A move with its consequences; step 0 is the start of the game and has no move."""

    number: int
    seat: Seat | None
    action: Action | None
    before: State
    after: State
    events: tuple[Event, ...]


def steps(record: Record) -> Iterator[Step]:
    """Each step of a full record, as the replay page counts them."""
    before = after = new_game(record.setup, record.first)
    events: list[Event] = [RoundBegan(1, record.first)]
    number, seat, action = 0, None, None
    for event, state in states(record):
        if isinstance(event, _MOVES):
            yield Step(number, seat, action, before, after, tuple(events))
            number, before, events = number + 1, after, []
            seat, action = action_of(event)
        events.append(event)
        after = state
    yield Step(number, seat, action, before, after, tuple(events))
