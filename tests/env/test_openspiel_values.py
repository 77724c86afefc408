"""OpenSpiel's algorithms on our rules find our values."""

from typing import Any

import pytest

from calavera.solve.build.whole_game import ExactGame
from calavera.solve.model.duel_position import natural_belief
from tests.solve.known import SMALL, Known

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install open_spiel"
)

ROUNDS = 150
"""Iterations of its CFR+."""

TO_THE_END = -1
"""As deep as the game goes."""


def game_of(case: Known) -> Any:
    """A position with its beliefs, as OpenSpiel takes it."""
    import calavera.env.openspiel  # noqa: F401, PLC0415  # it registers the game

    seats = zip(case.position.discs, case.position[2:], (case.first, case.second), strict=True)
    start = " ".join(entry(*seat) for seat in seats)
    game = pyspiel.load_game("python_skull", {"players": 2, "start": start, "first": "a"})
    return pyspiel.convert_to_cached_tree(game)


def entry(discs: int, wins: int, belief: float) -> str:
    """One seat as `calavera solve` takes it."""
    assert belief in (1.0, natural_belief(discs))
    return f"{'F' * (discs - 1)}{'S' if belief == 1.0 else '?'}/{wins}"


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_its_regrets_and_its_best_answers_agree_with_the_exact_program(case: Known) -> None:
    """CFR+ approaches an equilibrium; its exploitability bounds the error of the value."""
    game = game_of(case)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(ROUNDS):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    left = pyspiel.nash_conv(game, policy)
    score = pyspiel.expected_returns(game.new_initial_state(), policy, TO_THE_END, False)[0]
    share, exact = (score + 1.0) / 2.0, ExactGame(case.position, case.first, case.second).value()
    assert -1e-9 <= left < 0.02
    assert abs(share - exact) <= left / 2.0 + 1e-6
