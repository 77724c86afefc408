"""The tables that come with the package."""

import subprocess
import sys
from pathlib import Path

import pytest

from calavera.bots.ending.booklet import PATH
from calavera.solve.errors import SolveError
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import DuelPosition, every_position
from tests.solve.known import LARGER, SMALL, Known


def test_the_whole_game_is_known_within_five_hundred_thousandths() -> None:
    game = load_solved_game().game
    assert game.half <= 0.00005
    assert 0.521871 <= game.low <= game.high <= 0.522093, "as from a build of other promises"


def test_every_position_is_known_at_all_beliefs() -> None:
    tables = load_solved_game()
    for position in every_position():
        assert -1e-9 <= tables.width(position) / 2 <= 0.0003, position
    position, width = tables.widest
    assert width == tables.width(position)


@pytest.mark.parametrize("known", [*SMALL, *LARGER], ids=str)
def test_the_tables_bracket_what_is_known(known: Known) -> None:
    bounds = load_solved_game().bounds(known.position, known.first, known.second)
    assert bounds.low - 1e-6 <= known.value <= bounds.high + 1e-6
    assert bounds.width <= 0.0006


def test_known_skulls_decide_all_but_both_with_two_discs() -> None:
    tables = load_solved_game()
    for position in every_position():
        for first in (0.0, 1.0) if position.first_discs < 4 else (1.0,):
            for second in (0.0, 1.0) if position.second_discs < 4 else (1.0,):
                bounds = tables.bounds(position, first, second)
                is_open = first == second == 1.0 and min(position.discs) > 1
                assert is_open or bounds.low > 1 - 1e-6 or bounds.high < 1e-6, (position, bounds)


def test_without_skulls_the_first_player_wins() -> None:
    assert load_solved_game().bounds(DuelPosition(3, 3, 0, 1), 0.0, 0.0).low == pytest.approx(1.0)


def test_the_only_skull_wins_as_second_too() -> None:
    assert load_solved_game().bounds(DuelPosition(3, 2), 0.0, 1.0).high == pytest.approx(
        0.0, abs=1e-9
    )


def test_a_damaged_booklet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.zip"
    content = bytearray(PATH.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(SolveError, match="damaged"):
        load_solved_game(path)
    with pytest.raises(SolveError, match="No such file"):
        load_solved_game(tmp_path / "missing.zip")


def test_the_tables_need_numpy_alone() -> None:
    code = (
        "import sys; from calavera.solve.explain.solved_game import load_solved_game;"
        "load_solved_game().game;"
        "print([m for m in sys.modules if m in ('scipy', 'numba', 'rich')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
