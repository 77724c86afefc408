"""Seats are letters, players are numbers, viewers see their own seats."""

from dataclasses import FrozenInstanceError

import pytest

from calavera.rules import PUBLIC, Player, Seat, Viewer, seat_letter, seat_named, set_up
from calavera.rules.model.seats import LETTERS, MOST_SEATS, SEATS


def test_seats_are_lettered_from_a_to_l() -> None:
    assert "".join(map(seat_letter, SEATS)) == LETTERS == "abcdefghijkl"
    assert [seat_named(letter) for letter in "abcdefghijkl"] == list(range(12))
    assert MOST_SEATS == len(SEATS) == 12


@pytest.mark.parametrize("seat", [-1, 12, 99])
def test_a_seat_that_no_table_has_is_written_as_its_number(seat: int) -> None:
    assert seat_letter(Seat(seat)) == str(seat)


@pytest.mark.parametrize("letter", ["", "m", "A", "ab", "1", " a"])
def test_anything_else_is_not_a_seat(letter: str) -> None:
    with pytest.raises(ValueError, match="is not a seat") as refused:
        seat_named(letter)
    assert str(refused.value) == f"{letter!r} is not a seat: seats are the letters a to l"


def test_the_public_has_no_seat() -> None:
    assert Viewer(()) == PUBLIC
    assert repr(PUBLIC) == "Viewer(seats=())"


def test_a_player_sees_its_seats() -> None:
    assert set_up(3).viewer(Player(1)) == Viewer((Seat(1),))
    assert set_up(3, tribes=2).viewer(Player(1)) == Viewer((Seat(1), Seat(4)))


def test_a_viewer_cannot_be_given_more_seats() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(PUBLIC, "seats", (Seat(0),))  # noqa: B010
