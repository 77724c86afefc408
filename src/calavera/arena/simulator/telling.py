"""Simulated moves as events, checked by `calavera.rules`."""

from collections.abc import Iterable, Sequence

from calavera.arena.encoding.action_numbers import CHANCE, action_of, number_of_chance
from calavera.arena.simulator.start import Start, events_before, state_of
from calavera.bots import TABLE_NAMES
from calavera.record import Record, record_game
from calavera.rules import Event, Seat, State, chance_outcomes, decide, evolve


def told(state: State, moves: Iterable[Iterable[int]]) -> list[Event]:
    """The events of some moves, each a seat and a number; raises IllegalAction."""
    events: list[Event] = []
    for seat, number in moves:
        for event in happened(state, int(seat), int(number)):
            events.append(event)
            state = evolve(state, event)
    return events


def happened(state: State, seat: int, number: int) -> tuple[Event, ...]:
    """The events of one move; raises IllegalAction."""
    if seat == CHANCE:
        return (_chance(state, number),)
    actor = Seat(seat)
    return decide(state, actor, action_of(number, actor, len(state.board.mats)))


def written(
    start: Start,
    moves: Iterable[Iterable[int]],
    names: Sequence[str] | None = None,
    tags: dict[str, str] | None = None,
) -> Record:
    """The record of a game from its start; the players are given names where they have none."""
    state = state_of(start)
    events = [*events_before(start), *told(state, moves)]
    if names is None:
        strangers = TABLE_NAMES[: state.board.setup.players]
        names = start.names if isinstance(start, Record) else strangers
    return record_game(names, state.board.setup, events, tags)


def _chance(state: State, number: int) -> Event:
    for event, _ in chance_outcomes(state):
        if number == number_of_chance(event):
            return event
    raise ValueError(f"{number} is nothing that chance can do now")
