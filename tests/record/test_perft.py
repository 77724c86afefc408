"""Counting move sequences; `tests/perft` has the large tables."""

import sys

import pytest

from calavera.record import read
from calavera.record.notation import Move, write_move
from calavera.record.perft import perft, perft_by_move
from calavera.record.position import Position, play

START = read("skull: 1\nplayers: A, B\nstart: FS/0 FS/0\n").position


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (0, 1),
        (1, 2),  # b places a flower or a skull
        (2, 4),
        (3, 12),  # a adds its other disc, or bids 1 or 2
        (4, 28),  # then b has 4 moves, or 2, or a turns its own disc over
    ],
)
def test_sequences_are_counted_to_their_depth(depth: int, count: int) -> None:
    assert perft(START, depth) == count


def test_each_first_move_has_its_share() -> None:
    shares = {write_move(move): count for move, count in perft_by_move(START, 4) if move}
    assert shares == {"bF": 14, "bS": 14}


def test_a_position_that_comes_again_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    start = read("skull: 1\nplayers: A, B, C\n\n1. aF bF cF | a3 | a>aF\n").position
    played: list[tuple[Position, Move]] = []

    def counted(position: Position, move: Move) -> Position:
        played.append((position, move))
        return play(position, move)

    monkeypatch.setattr(sys.modules[perft.__module__], "play", counted)
    assert perft(start, 5) == 16, "two orders of flips, three placements"
    assert len(played) == len(set(played))
