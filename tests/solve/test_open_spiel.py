"""OpenSpiel's algorithms on our rules find our values."""

from itertools import product
from typing import Any

import pytest

from calavera.solve.build.whole_game import ExactGame
from calavera.solve.model.duel_position import seat_start
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
    from tests.solve import open_spiel_game  # noqa: PLC0415 - it needs OpenSpiel itself

    deals = []
    for skulls in product((True, False), repeat=2):
        chance = 1.0
        for skull, belief in zip(skulls, (case.first, case.second), strict=True):
            chance *= belief if skull else 1.0 - belief
        if chance > 0.0:
            seats = zip(case.position.discs, case.position[2:], skulls, strict=True)
            deals.append(([seat_start(d, w, skull=s) for d, w, s in seats], chance))
    return pyspiel.convert_to_cached_tree(open_spiel_game.load(deals))


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
