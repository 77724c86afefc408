"""Many games stepped together."""

import re

import numpy
import pytest

from calavera.arena.encoding.action_numbers import (
    ACTIONS,
    BID_ONE,
    PASS_ON,
    PLACE_FLOWER,
    SHOW_MAT,
    number_of,
)
from calavera.arena.encoding.arrays import Words
from calavera.arena.encoding.observation import OBSERVATION, observe
from calavera.arena.simulator import Batch
from calavera.arena.simulator.threads import LEAST_AT_ONCE
from calavera.rules import Seat, legal_actions, new_game, set_up, view


def any_legal(batch: Batch, rng: numpy.random.Generator) -> Words:
    """A random legal action per game, without shows; any number if it is over."""
    mask = batch.legal()
    mask[:, SHOW_MAT] = 0
    chosen: Words = numpy.argmax(mask * rng.random(mask.shape), axis=1)
    return chosen


def play_to_the_end(batch: Batch, seed: int) -> Words:
    rng = numpy.random.default_rng(seed)
    while not batch.over.all():
        batch.step(any_legal(batch, rng))
    return batch.winning_seats


@pytest.mark.parametrize("threads", [2, 5])
def test_the_same_games_on_any_number_of_threads(threads: int) -> None:
    games = 3 * LEAST_AT_ONCE
    one, several = (Batch(set_up(3), games, seed=5, threads=count) for count in (1, threads))
    assert (play_to_the_end(one, 1) == play_to_the_end(several, 1)).all()
    assert [one.state(game) for game in range(64)] == [several.state(game) for game in range(64)]


def test_an_illegal_action_is_found_by_any_thread() -> None:
    games = 3 * LEAST_AT_ONCE
    batch = Batch(new_game(set_up(3), Seat(0)), games, threads=3)
    actions = numpy.zeros(games, numpy.int64)
    actions[[games - 1, games - 200]] = PASS_ON
    with pytest.raises(ValueError, match=f"^game {games - 200}: a-: "):
        batch.step(actions)


def test_masks_and_observations_are_those_of_the_rules() -> None:
    setup = set_up(3, tribes=2)
    batch, rng = Batch(setup, 20, seed=1), numpy.random.default_rng(1)
    for _ in range(150):
        masks, rows, seats = batch.legal(), batch.observe(), batch.seats
        assert masks.shape == (20, ACTIONS)
        assert rows.shape == (20, OBSERVATION)
        for index in numpy.flatnonzero(~batch.over).tolist():
            state, seat = batch.state(index), Seat(int(seats[index]))
            assert state.board.turn[0] == seat
            legal = {number_of(action, seat, 6) for action in legal_actions(state, seat)}
            assert set(numpy.flatnonzero(masks[index]).tolist()) == legal
            seen = view(state, setup.viewer(setup.owner(seat)))
            assert rows[index].tobytes() == observe(seen, seat)
        batch.step(any_legal(batch, rng))


def test_any_seat_can_look() -> None:
    batch = Batch(set_up(4), 3)
    rows = batch.observe([0, 1, 3])
    assert [batch.observe(seat)[index].tolist() for index, seat in enumerate((0, 1, 3))] == (
        rows.tolist()
    )
    assert batch.legal(2)[:, :2].tolist() == [[1, 1]] * 3  # all place at once (R7)


def test_a_game_that_is_over_stays_until_it_is_reset() -> None:
    batch = Batch(set_up(2), 8, seed=2)
    winners = play_to_the_end(batch, 3)
    assert set(winners.tolist()) <= {0, 1}
    assert (batch.seats == 12).all()
    assert not batch.legal().any()
    before = [batch.state(index) for index in range(8)]
    batch.step(0)
    assert [batch.state(index) for index in range(8)] == before
    batch.reset([True] * 4 + [False] * 4)
    assert batch.over.tolist() == [False] * 4 + [True] * 4
    assert (batch.winning_seats[:4] == 12).all()
    batch.reset()
    assert not batch.over.any()


def test_a_reset_game_has_new_dice() -> None:
    batch = Batch(set_up(6), 50, seed=4)
    first = [batch.state(index).board.first for index in range(50)]
    batch.reset()
    again = [batch.state(index).board.first for index in range(50)]
    assert first != again
    assert [
        Batch(set_up(6), 50, seed=4, first_game=50).state(i).board.first for i in range(50)
    ] == (again)


def test_a_position_is_a_start() -> None:
    state = new_game(set_up(3), Seat(1))
    batch = Batch(state, 2)
    assert [batch.state(index) for index in range(2)] == [state, state]


def test_an_illegal_action_is_refused_and_nothing_moves() -> None:
    batch = Batch(new_game(set_up(3), Seat(0)), 3)
    with pytest.raises(ValueError, match=r"^game 1: a2: every seat places one disc first \(R6\)$"):
        batch.step([PLACE_FLOWER, BID_ONE + 1, PLACE_FLOWER])
    assert [batch.state(index).board.total for index in range(3)] == [0, 0, 0]


BAD_STEPS = [
    ((PASS_ON, None), "game 0: a-: every seat places one disc first (R6)"),
    ((-1, None), "game 0: -1 is not the number of an action: they go from 0 to 78"),
    ((ACTIONS, None), "game 0: 79 is not the number of an action: they go from 0 to 78"),
    ((PLACE_FLOWER, 5), "game 0: fF: there is no seat f at this table (R2)"),
    ((PLACE_FLOWER, 12), "game 0: 0 is nothing that chance can do now"),
    ((0.5, None), "actions: one whole number for each of the 2 games is needed"),
    (([0, 0, 0], None), "actions: one whole number for each of the 2 games is needed"),
    (([0, 0], [0, 0, 0]), "seats: one whole number for each of the 2 games is needed"),
]


@pytest.mark.parametrize(("given", "reason"), BAD_STEPS, ids=[reason for _, reason in BAD_STEPS])
def test_a_bad_step_is_refused_in_one_line(given: tuple[object, object], reason: str) -> None:
    batch = Batch(new_game(set_up(3), Seat(0)), 2)
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        batch.step(*given)  # type: ignore[arg-type]


def test_a_bad_look_is_refused_in_one_line() -> None:
    batch = Batch(set_up(3), 2)
    with pytest.raises(ValueError, match=r"^seats go from 0 to 2 at this table$"):
        batch.observe(3)
    with pytest.raises(ValueError, match=r"^seats go from 0 to 2 at this table$"):
        batch.legal([-1, 0])


def test_a_batch_has_a_game() -> None:
    with pytest.raises(ValueError, match="at least one game, not 0"):
        Batch(set_up(3), 0)
