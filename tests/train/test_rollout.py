"""Self-play in lockstep: the same games from the same seed, rewarded by the result."""

import numpy
import pytest

from calavera.bots.network.choices import choice_count
from calavera.train.compiled.lockstep import Gathered
from calavera.train.compiled.regulars import COUNTER, RANDOM, SITTER
from calavera.train.compiled.seeing import Inputs
from calavera.train.rollouts.rollout import Company, Rollout, Score, lineup_of, score_of


class Even:
    """Uniform choices, and an expectation of 0."""

    def __init__(self, slots: int) -> None:
        self._choices = choice_count(slots)

    def __call__(self, inputs: Inputs) -> tuple[Inputs, Inputs]:
        shape = (len(inputs), self._choices)
        return numpy.zeros(shape, numpy.float32), numpy.zeros(len(inputs), numpy.float32)


def gathered(seed: int, sizes: tuple[int, ...] = (3,)) -> Gathered:
    rollout = Rollout(sizes, max(sizes), 64, seed)
    return rollout.gather({0: Even(max(sizes))}, lineup_of([Company(1.0)]), 2000)


def scored(seats: int, opponent: int, learners: int, games: int = 4096) -> Score:
    rollout, lineup = (
        Rollout([seats], 6, 512, 3, scored=games),
        lineup_of([Company(1, opponent, learners)]),
    )
    rollout.score({0: Even(6)}, lineup)
    return score_of(lineup, 0)


def test_the_seed_says_everything() -> None:
    first, again, other = gathered(1), gathered(1), gathered(2)
    for mine, yours in zip(first, again, strict=True):
        numpy.testing.assert_array_equal(numpy.asarray(mine), numpy.asarray(yours))
    assert first.inputs.shape != other.inputs.shape or (first.inputs != other.inputs).any()


def test_only_legal_choices_are_made_each_with_its_chance() -> None:
    batch = gathered(1, (3, 4, 5, 6))
    rows = numpy.arange(len(batch.choices))
    assert batch.masks[rows, batch.choices].all()
    assert (batch.masks.sum(1) > 1).all()
    assert batch.chances == pytest.approx(-numpy.log(batch.masks.sum(1)), abs=1e-5)


def test_where_nothing_is_expected_the_first_advantages_are_discounted_wins() -> None:
    batch = gathered(1)
    assert (batch.advantages >= 0).all()
    assert batch.advantages.max() <= 1.0
    assert 0.2 < batch.advantages.mean() < 0.4  # a third of the seats win


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_equal_players_win_equally_often(seats: int) -> None:
    score = scored(seats, RANDOM, 1)
    assert score.games == 4096
    assert score.seats == 1
    assert score.wins == pytest.approx(1 / seats, abs=4.5 * score.error)


def test_waiting_beats_chance() -> None:
    for opponent in (SITTER, COUNTER):
        assert scored(3, opponent, 2).wins < 0.6  # of two seats, where chance has 2/3
