"""One game, stepped from Python."""

import random

import numpy
import pytest

from calavera.arena.encoding.action_numbers import SHOW_MAT, action_of, number_of
from calavera.arena.simulator import Simulation
from calavera.bots import BOTS, acting_seat
from calavera.record import read_record, states, write_record
from calavera.rules import Phase, Seat, new_game, set_up, view
from tests.games import random_setup


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_shows_is_written_and_read_back(seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng)
    simulation = Simulation(setup, seed=seed)
    shown = 0
    while not simulation.over:
        choices = [
            (seat, int(number))
            for seat in setup.seats
            for number in numpy.flatnonzero(simulation.legal(seat))
        ]
        seat, number = rng.choice(choices)
        shown += number == SHOW_MAT
        simulation.step(number, seat)
    record = simulation.record()
    assert read_record(write_record(record)) == record
    *_, (_, last) = states(record)
    assert last == simulation.state
    assert last.board.outcome is not None
    assert simulation.winner == last.board.outcome.winner
    assert simulation.seat is None
    assert shown or seed  # some games have no failure


def test_a_python_bot_plays_in_it() -> None:
    setup, rng = set_up(4), random.Random(1)
    simulation = Simulation(setup, seed=1)
    while (seat := simulation.seat) is not None:
        seen = view(simulation.state, setup.viewer(setup.owner(seat)))
        own = acting_seat(seen)
        simulation.step(number_of(BOTS["cautious"]().choose(seen, rng), own.seat, 4), own.seat)
    assert simulation.state.board.phase is Phase.OVER


def test_a_start_with_a_first_player_and_a_reset() -> None:
    setup = set_up(3)
    simulation = Simulation(new_game(setup, Seat(2)), seed=3)
    assert simulation.record().first == 2
    assert simulation.winner is None
    simulation.step(int(numpy.flatnonzero(simulation.legal())[0]))
    assert len(simulation.record().moves) == 1
    simulation.reset(setup, seed=3)
    assert simulation.record().moves == ()
    again = Simulation(setup, seed=3)
    assert simulation.state == again.state
    assert simulation.observe().tolist() == again.observe().tolist()


def test_the_rules_say_why_an_action_is_refused() -> None:
    simulation = Simulation(new_game(set_up(3), Seat(0)))
    with pytest.raises(ValueError, match=r"game 0: a3: every seat places one disc first \(R6\)"):
        simulation.step(number_of(action_of(4, Seat(0), 3), Seat(0), 3))


def test_nothing_moves_after_the_end() -> None:
    simulation = Simulation(set_up(2), seed=1)
    rng = random.Random(1)
    while not simulation.over:
        simulation.step(rng.choice(numpy.flatnonzero(simulation.legal()).tolist()))
    with pytest.raises(ValueError, match=r"the game is over \(R32\)"):
        simulation.step(0)
