"""Golden playthroughs: what every viewer sees of a few whole games.

After an intended change, renew them with `python -m tests.playthroughs.test_playthroughs` and
read the diff: a line that reveals more than before is a leak.
"""

from pathlib import Path

import pytest

from calavera.record import read_record
from tests.playthroughs.telling import tell

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.skull"))


def golden(game: Path) -> Path:
    return HERE / "golden" / f"{game.stem}.txt"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_every_viewer_sees_what_it_saw(game: Path) -> None:
    assert tell(read_record(game.read_bytes())) == golden(game).read_text()


if __name__ == "__main__":
    for each in GAMES:
        golden(each).write_text(tell(read_record(each.read_bytes())))
