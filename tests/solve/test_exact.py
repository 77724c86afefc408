"""The exact program, from the rules alone."""

import pytest

from calavera.solve.build.whole_game import ExactGame, exact_value
from calavera.solve.model.duel_position import DuelPosition
from tests.solve.known import LARGER, SMALL, Known


@pytest.mark.parametrize("known", [*SMALL, *LARGER], ids=str)
def test_the_exact_program_finds_what_is_known(known: Known) -> None:
    value = exact_value(known.position, known.first, known.second)
    assert value == pytest.approx(known.value, abs=1e-6)


@pytest.mark.parametrize("known", [*SMALL, *LARGER[:2]], ids=str)
def test_showing_discs_changes_no_value(known: Known) -> None:
    """Showing discs gives information away for nothing (R22)."""
    shown = exact_value(known.position, known.first, known.second, shows=True)
    assert shown == pytest.approx(known.value, abs=1e-6)


def test_showing_is_a_choice_in_that_game() -> None:
    position = DuelPosition(2, 1, 1, 1)
    plain, shows = ExactGame(position, 0.5, 0.25), ExactGame(position, 0.5, 0.25, shows=True)
    assert all(more > less for more, less in zip(shows.size, plain.size, strict=True))


@pytest.mark.parametrize("second", [1, 2, 3])
@pytest.mark.parametrize("wins", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_without_skulls_the_first_player_wins(second: int, wins: tuple[int, int]) -> None:
    assert exact_value(DuelPosition(1, second, *wins), 0.0, 0.0) == pytest.approx(1.0)


@pytest.mark.parametrize("wins", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_only_skull_wins_from_either_seat(wins: tuple[int, int]) -> None:
    assert exact_value(DuelPosition(2, 1, *wins), 1.0, 0.0) == pytest.approx(1.0)
    assert exact_value(DuelPosition(1, 2, *wins), 0.0, 1.0) == pytest.approx(0.0, abs=1e-9)
