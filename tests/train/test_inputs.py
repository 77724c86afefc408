"""Inputs and choices of a network, in Python and compiled: the same at every decision."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy
import pytest

from calavera.arena.encoding.action_numbers import CHANCE, number_of, number_of_chance
from calavera.arena.simulator.packing import packed, row_of, words_of
from calavera.bots.network import Tracker, inputs, legal_choices
from calavera.rules import (
    Event,
    Placement,
    Player,
    State,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from tests.games import choices, without_shows
from tests.train.retracing import retraced

SLOTS = 6


class Move(NamedTuple):
    """A move in numbers, the state before it and what happened."""

    seat: int
    number: int
    state: State
    events: tuple[Event, ...]


def played(state: State, rng: random.Random) -> Iterator[Move]:
    """A random game."""
    while state.board.outcome is None:
        outcomes = chance_outcomes(state)
        if outcomes:
            drawn, weights = zip(*outcomes, strict=True)
            (event,) = rng.choices(drawn, [float(weight) for weight in weights])
            move = Move(CHANCE, number_of_chance(event), state, (event,))
        else:
            seat, action = rng.choice(without_shows(choices(state)))
            number = number_of(action, seat, len(state.board.mats))
            move = Move(seat, number, state, decide(state, seat, action))
        yield move
        for event in move.events:
            state = evolve(state, event)


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("placement", list(Placement))
def test_python_and_compiled_code_see_the_same(seats: int, placement: Placement) -> None:
    rng = random.Random(f"{seats}{placement}")
    decisions = 0
    for _ in range(40):
        moves = list(played(new_game(set_up(seats, placement=placement)), rng))
        decisions += compare(moves)
    assert decisions > 1000


def compare(moves: list[Move]) -> int:
    """Compares all decisions of a game; returns how many."""
    setup, decisions = moves[0].state.board.setup, 0
    row = row_of(packed(moves[0].state))
    told = retraced(row, [(move.seat, move.number) for move in moves], SLOTS)
    trackers = [Tracker(setup) for _ in setup.seats]
    for index, move in enumerate(moves):
        if move.seat != CHANCE:
            (own,) = view(move.state, setup.viewer(Player(move.seat))).own
            legal = legal_choices(own, move.state.board)
            assert numpy.flatnonzero(told.masks[index]).tolist() == sorted(legal)
            for choice, action in legal.items():
                number = number_of(action, own.seat, len(setup.seats))
                assert told.numbers[index][choice] == number
            if legal:
                expected = inputs(own, trackers[move.seat], SLOTS)
                assert told.inputs[index] == pytest.approx(expected, abs=1e-6)
            decisions += 1
        for event in move.events:
            for player, tracker in enumerate(trackers):
                tracker.take(redact(event, setup.viewer(Player(player))))
    end = moves[-1].state
    for event in moves[-1].events:
        end = evolve(end, event)
    assert row.tolist() == words_of(packed(end))
    return decisions
