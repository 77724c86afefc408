"""The belief player in endings of two, over games."""

import random

import pytest

from bench.ending_player import winner
from calavera.bots import Belief, Bot, Cautious, Uniform
from calavera.bots.ending import is_ending
from calavera.rules import Player, Seat, SeatStart, new_game, set_up
from calavera.rules.model.setup import WHOLE_TRIBE
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import DuelPosition, seat_start


@pytest.mark.parametrize("kind", [Cautious, Uniform])
@pytest.mark.parametrize("role", [0, 1])
def test_nobody_does_better_against_it_than_the_value(kind: type[Bot], role: int) -> None:
    position, games, won = DuelPosition(2, 2, 1, 1), 200, 0
    start = [
        seat_start(discs, wins, skull=True)
        for discs, wins in zip(position.discs, position[2:], strict=True)
    ]
    setup, rng = set_up(2, start=start), random.Random(role)
    for _ in range(games):
        bots: list[Bot] = [Belief(), kind()] if role == 0 else [kind(), Belief()]
        won += winner(setup, bots, Seat(0), rng) == Player(role)
    bounds = load_solved_game().bounds(position)
    least = bounds.low if role == 0 else 1.0 - bounds.high
    assert won / games > least - 3 * (0.25 / games) ** 0.5


def test_two_tribes_each_are_no_ending_of_two() -> None:
    assert not is_ending(new_game(set_up(2, tribes=2)).board)


def test_a_seat_that_is_out_does_not_count() -> None:
    setup = set_up(3, start=[WHOLE_TRIBE, SeatStart(()), WHOLE_TRIBE])
    assert is_ending(new_game(setup).board)
