"""Positions as a person writes them."""

import pytest

from calavera.solve.errors import SolveError
from calavera.solve.model.duel_position import DuelPosition
from calavera.solve.model.query import Query, read_query


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["FFFS", "FFFS"], Query(DuelPosition(4, 4), 1.0, 1.0)),
        (["FFFS/0 FFFS/1"], Query(DuelPosition(4, 4, 0, 1), 1.0, 1.0)),
        (["FS/1", "F?/0"], Query(DuelPosition(2, 2, 1, 0), 1.0, 0.5)),
        (["??? F"], Query(DuelPosition(3, 1), 0.75, 0.0)),
        (["S", "?"], Query(DuelPosition(1, 1), 1.0, 0.25)),
        (["????", "SFF"], Query(DuelPosition(4, 3), 1.0, 1.0)),
    ],
)
def test_a_position_is_read(words: list[str], expected: Query) -> None:
    assert read_query(words) == expected


def test_beliefs_can_be_given() -> None:
    assert read_query(["??/1", "??/1"], [0.3, 0.9]) == Query(DuelPosition(2, 2, 1, 1), 0.3, 0.9)


@pytest.mark.parametrize(
    ("words", "beliefs"),
    [
        (["FFFS"], None),
        (["FFFS", "FFFS", "FFFS"], None),
        (["FFFF", "F"], None),
        (["SS", "F"], None),
        (["FFFSF", "F"], None),
        (["F/2", "F"], None),
        (["X", "F"], None),
        (["/1", "F"], None),
        (["??", "??"], [1.5, 0.5]),
        (["????", "??"], [0.5, 0.5]),
        (["FS", "??"], [0.5, 0.5]),
        (["??", "FF"], [0.5, 0.5]),
    ],
)
def test_what_is_no_position_is_refused(words: list[str], beliefs: list[float] | None) -> None:
    with pytest.raises(SolveError):
        read_query(words, beliefs)
