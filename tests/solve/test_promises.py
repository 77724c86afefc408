"""Promises and what they bound."""

import numpy as np
import pytest

from calavera.solve.model.promises import Promises

THREE = Promises(np.array([0.0, 0.5, 1.0]), np.array([[0.0, 1.0], [0.6, 0.6], [0.2, 0.0]]))


def test_the_best_promise_of_the_same_belief() -> None:
    assert THREE.at(0.5, 1.0) == pytest.approx(0.6)


def test_two_promises_are_mixed_between_their_beliefs() -> None:
    assert THREE.at(0.75, 1.0) == pytest.approx(0.4)
    assert THREE.promised(0.25, 0.0) == pytest.approx([0.3, 0.8])


def test_a_mixture_may_be_better_than_a_promise_of_the_belief_itself() -> None:
    poor = THREE.and_more(0.25, np.array([0.0, 0.0]))
    assert poor.at(0.25, 0.0) == pytest.approx(0.8)
    assert poor.useful() == [0, 1, 2]


def test_all_beliefs_at_once() -> None:
    owns, others = np.linspace(0, 1, 7), np.linspace(0, 1, 5)
    over = THREE.over(owns, others)
    for row, own in enumerate(owns):
        for column, other in enumerate(others):
            assert over[row, column] == pytest.approx(THREE.at(float(own), float(other)))
