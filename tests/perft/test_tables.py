"""Perft tables: computed by the package, confirmed by the independent brute force.

To count a new position: add its file, run `calavera perft FILE --depth N` for each depth and put
the counts, from depth 1 on, into `tables.json`.
"""

import json
from pathlib import Path

import pytest

from calavera.record import perft, read
from tests.oracle import brute_force

HERE = Path(__file__).parent
TABLES: dict[str, list[int]] = json.loads((HERE / "tables.json").read_text())


def text_of(name: str) -> str:
    return (HERE / "positions" / f"{name}.skull").read_text()


def test_every_position_has_a_table() -> None:
    assert sorted(TABLES) == sorted(path.stem for path in (HERE / "positions").iterdir())
    assert len(TABLES) >= 10


@pytest.mark.parametrize("name", TABLES)
def test_the_package_counts_as_the_table_says(name: str) -> None:
    position = read(text_of(name)).position
    counts = TABLES[name]
    assert [perft(position, depth) for depth in range(len(counts) + 1)] == [1, *counts]


@pytest.mark.parametrize("name", TABLES)
def test_brute_force_counts_as_the_table_says(name: str) -> None:
    counts = TABLES[name]
    assert [brute_force.perft(text_of(name), depth + 1) for depth in range(len(counts))] == counts


def test_the_order_of_placing_does_not_change_the_count() -> None:
    assert TABLES["three_players_in_turn"] == TABLES["three_players_at_the_start"]
