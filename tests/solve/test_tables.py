"""The tables that come with the package."""

import subprocess
import sys
from pathlib import Path

import pytest

from calavera.solve.check import half, widths
from calavera.solve.errors import SolveError
from calavera.solve.position import Position, every_position
from calavera.solve.tables import PATH, load_tables, write_tables
from tests.solve.known import LARGER, SMALL, Known


def test_the_whole_game_is_known_within_a_thousandth() -> None:
    game = load_tables().game
    assert half(game) <= 0.001
    assert game.low <= 0.5220 <= game.high


def test_every_position_is_known_within_five_thousandths() -> None:
    for width in widths(load_tables()):
        assert -1e-9 <= width.widest <= 0.01, width


@pytest.mark.parametrize("known", [*SMALL, *LARGER], ids=str)
def test_the_tables_bracket_what_is_known(known: Known) -> None:
    bounds = load_tables().bounds(known.position, known.first, known.second)
    assert bounds.low - 1e-6 <= known.value <= bounds.high + 1e-6
    assert bounds.width <= 0.002


def test_known_skulls_decide_all_but_both_with_two_discs() -> None:
    tables = load_tables()
    for position in every_position():
        for first in (0.0, 1.0) if position.first_discs < 4 else (1.0,):
            for second in (0.0, 1.0) if position.second_discs < 4 else (1.0,):
                bounds = tables.bounds(position, first, second)
                is_open = first == second == 1.0 and min(position.discs) > 1
                assert is_open or bounds.low > 1 - 1e-6 or bounds.high < 1e-6, (position, bounds)


def test_without_skulls_the_first_player_wins() -> None:
    assert load_tables().bounds(Position(3, 3, 0, 1), 0.0, 0.0).low == pytest.approx(1.0)


def test_the_only_skull_wins_as_second_too() -> None:
    assert load_tables().bounds(Position(3, 2), 0.0, 1.0).high == pytest.approx(0.0, abs=1e-9)


def test_tables_are_written_as_they_were_read(tmp_path: Path) -> None:
    write_tables(load_tables().book, tmp_path / "again.npz")
    assert load_tables(tmp_path / "again.npz").checksum == load_tables().checksum
    assert (tmp_path / "again.npz").read_bytes() == PATH.read_bytes()


def test_damaged_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.npz"
    content = bytearray(PATH.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(SolveError):
        load_tables(path)
    with pytest.raises(SolveError, match="No such file"):
        load_tables(tmp_path / "missing.npz")


def test_the_tables_need_numpy_alone() -> None:
    code = (
        "import sys; from calavera.solve.tables import load_tables; load_tables().game;"
        "print([m for m in sys.modules if m in ('scipy', 'numba', 'rich')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_tables_are_small() -> None:
    assert PATH.stat().st_size < 500_000
