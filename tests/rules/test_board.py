"""Questions to the open table."""

import pytest

from calavera.rules.model.queries import (
    enumerate_mats,
    first_to_place,
    flippable,
    is_own_skull,
    may_show,
    next_bidder,
    next_seat_in,
    players_in,
    taker_of_loss,
)
from tests.rulebook.playing import after, seats

A, B, C, D = seats("abcd")


def test_mats_are_counted_clockwise() -> None:
    board = after().board
    assert list(enumerate_mats(board)) == list(zip(seats("abc"), board.mats, strict=True))


def test_the_next_seat_in() -> None:
    board = after(start="- F/0 - F/0", first="b").board
    assert [next_seat_in(board, seat) for seat in (A, B, C, D)] == [B, D, D, B]


def test_the_next_bidder_has_not_passed() -> None:
    board = after("aF bF cF dF a1 b- c2", players=4).board
    assert [next_bidder(board, seat) for seat in (A, B, C, D)] == [C, C, D, A]


def test_who_places_first() -> None:
    assert first_to_place(after(start="F/0 - F/0").board, A) == seats("ac")


@pytest.mark.parametrize(
    ("line", "mats"),
    [
        ("aF bS cF aF b3 c- a4", "a"),
        ("aF bS cF aF b3 c- a4 a>aF", "a"),
        ("aF bS cF aF b3 c- a4 a>aF a>aF", "bc"),
        ("aF bS cF aF b3 c- a4 a>aF a>aF a>cF", "b"),
    ],
)
def test_which_mats_can_be_flipped(line: str, mats: str) -> None:
    assert flippable(after(line).board, A) == seats(mats)


def test_who_takes_the_disc() -> None:
    mats = after(players=2, tribes=2).board.mats
    assert taker_of_loss(mats, A, A) == A
    assert taker_of_loss(mats, A, B) == B
    assert taker_of_loss(mats, A, C) == A
    assert taker_of_loss(mats, A, D) == D


def test_whose_skull_it_was() -> None:
    assert not is_own_skull(after().board)
    assert not is_own_skull(after("aS bF cF a1 b- c-").board)
    assert is_own_skull(after("aS bF cF a1 b- c- a>aS").board)
    assert not is_own_skull(after("aF bS cF a2 b- c- a>aF a>bS").board)


def test_who_may_show() -> None:
    failed = after("aF bS cF a2 b- c- a>aF a>bS").board
    assert [may_show(failed, seat) for seat in (A, B, C)] == [False, False, True]
    flipping = after("aF bS cF a2 b- c- a>aF").board
    assert not any(may_show(flipping, seat) for seat in (A, B, C))


def test_the_players_that_are_in() -> None:
    assert players_in(after(start="F/0 - F/0").board) == {0, 2}
    assert players_in(after(tribes=2, start="F/0 F/0 - F/0").board) == {0, 1}
