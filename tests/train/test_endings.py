"""The reward of a two-player ending in training: the solved values."""

import pytest

from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import every_position, may_lack_the_skull
from calavera.train.compiled.ending_values import CELLS, ending_values


@pytest.mark.parametrize(("first", "second"), [(4, 16), (8, 12), (16, 16)])
def test_both_kinds_together_win_the_value_of_the_position(first: int, second: int) -> None:
    values, tables, seen = ending_values(), load_solved_game(), 0
    mine, yours = first / CELLS, second / CELLS
    for position in every_position():
        if not all(
            belief == CELLS or may_lack_the_skull(discs)
            for belief, discs in zip((first, second), position.discs, strict=True)
        ):
            continue
        seen += 1
        value = tables.bounds(position, mine, yours).middle
        without, with_skull = values[position.number, 0, :, first, second]
        assert mine * with_skull + (1 - mine) * without == pytest.approx(value, abs=0.005)
        without, with_skull = values[position.number, 1, :, first, second]
        assert yours * with_skull + (1 - yours) * without == pytest.approx(1 - value, abs=0.005)
    assert seen >= 36


def test_a_lone_skull_that_everybody_knows_of_wins_nothing() -> None:
    for position in every_position():
        if position.first_discs == 1:
            assert ending_values()[position.number, 0, 1, CELLS, CELLS] < 0.01
