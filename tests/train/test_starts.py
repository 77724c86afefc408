"""Late starts: the share that was asked for, with beliefs that are right on the whole."""

import pytest

from calavera.arena.simulator.unpacking import game_of, unpacked
from calavera.rules import Disc
from calavera.rules.model.setup import WHOLE_TRIBE
from calavera.train.rollouts.starts import VARIETY, starts


def test_without_endings_there_is_one_start_for_each_size() -> None:
    rows, beliefs = starts([3, 5], 6, 0.0, seed=1)
    setups = [unpacked(game_of(row.tolist())).board.setup for row in rows]
    assert [setup.players for setup in setups] == [3, 5]
    assert all(each == WHOLE_TRIBE for setup in setups for each in setup.start)
    assert beliefs.tolist() == [[1.0] * 3 + [0.0] * 3, [1.0] * 5 + [0.0]]


def test_a_share_of_the_games_begins_late_with_beliefs_that_come_true() -> None:
    rows, beliefs = starts([3, 4], 4, 0.5, seed=1)
    assert len(rows) == VARIETY
    late, expected, found = 0, 0.0, 0
    for row, believed in zip(rows, beliefs.tolist(), strict=True):
        entries = unpacked(game_of(row.tolist())).board.setup.start
        late += any(entry != WHOLE_TRIBE for entry in entries)
        for entry, belief in zip(entries, believed, strict=False):
            assert belief == len(entry.discs) / 4
            expected += belief
            found += Disc.SKULL in entry.discs
    assert late == pytest.approx(VARIETY / 2, abs=2)
    assert found == pytest.approx(expected, rel=0.05)
    assert (starts([3, 4], 4, 0.5, seed=2)[0] != rows).any()
