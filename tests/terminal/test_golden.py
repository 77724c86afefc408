"""A few games as `calavera replay` shows them.

After an intended change, renew the texts with `python -m tests.terminal.test_golden` and read
the diff.
"""

from pathlib import Path

import pytest

from calavera.record import read_record
from tests.terminal.paper import replayed

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.skull"))
WIDTHS = (60, 80)


def golden(game: Path, width: int) -> Path:
    return HERE / "golden" / f"{game.stem}-{width}.txt"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_game_is_told_as_it_was(game: Path, width: int) -> None:
    told = replayed(read_record(game.read_bytes()), width)
    assert told == golden(game, width).read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        for columns in WIDTHS:
            told = replayed(read_record(each.read_bytes()), columns)
            golden(each, columns).write_text(told, encoding="utf-8")
