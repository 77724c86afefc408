"""Where simulated games can begin."""

from typing import TypeAlias

from calavera.arena.encoding.arrays import Words
from calavera.arena.simulator.packing import packed, row_of
from calavera.arena.simulator.unpacking import unpacked
from calavera.record import Record, states
from calavera.rules import Event, Setup, State, new_game, set_up
from calavera.rules.events import RoundBegan

Start: TypeAlias = Setup | State | Record
"""A setup, whose first player chance will draw; any position; or a record to continue."""


def state_of(start: Start) -> State:
    """The position to begin from; raises IllegalSetup or ValueError where the rules know none."""
    if isinstance(start, Setup):
        players, tribes, placement, seats = start  # it may be made by hand: check it
        return new_game(set_up(players, tribes=tribes, placement=placement, start=seats))
    if isinstance(start, Record):
        state = new_game(start.setup, start.first)
        for _, after in states(start):
            state = after
        return state
    if unpacked(packed(start)) != start:
        raise ValueError("the state cannot be reached by the rules of Skull")
    return start


def row_of_start(start: Start) -> Words:
    """The words of that position."""
    return row_of(packed(state_of(start)))


def events_before(start: Start) -> list[Event]:
    """What happened before; ValueError for a position in the middle of a game, which cannot say."""
    if isinstance(start, Record):
        return [RoundBegan(1, start.first), *(event for event, _ in states(start))]
    board = state_of(start).board
    if board.first is None:
        return []
    if start == new_game(board.setup, board.first):
        return [RoundBegan(1, board.first)]
    raise ValueError(
        "the games began in the middle of one: start them from its record to write them"
    )
