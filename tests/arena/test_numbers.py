"""Actions and their numbers, both ways, and the table in the docs."""

import re
from pathlib import Path

import pytest

from calavera.arena.encoding import action_numbers as numbers
from calavera.arena.encoding.action_numbers import ACTIONS, action_of, number_of, number_of_chance
from calavera.rules import Flip, NameFirst, Seat
from calavera.rules.actions import EVERY_ACTION
from calavera.rules.events import DiscsShuffled, RoundBegan, SeatPassed
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.seats import SEATS

PAGE = Path(__file__).parents[2] / "docs" / "arrays.md"


@pytest.mark.parametrize("seats", range(2, 13))
def test_there_and_back(seats: int) -> None:
    at_table = [
        action
        for action in EVERY_ACTION
        if getattr(action, "mat", getattr(action, "seat", 0)) < seats
    ]
    for seat in SEATS[:seats]:
        found = [number_of(action, seat, seats) for action in at_table]
        assert len(set(found)) == len(at_table)
        assert all(0 <= number < ACTIONS for number in found)
        assert [action_of(number, seat, seats) for number in found] == at_table


def test_seats_are_counted_clockwise_from_the_one_that_acts() -> None:
    assert number_of(Flip(Seat(2)), Seat(2), 4) == numbers.FLIP_OWN
    assert number_of(Flip(Seat(1)), Seat(2), 4) == numbers.FLIP_OWN + 3
    assert action_of(numbers.NAME_SELF + 1, Seat(3), 4) == NameFirst(Seat(0))


@pytest.mark.parametrize("number", [-1, ACTIONS, ACTIONS + 13])
def test_a_number_beyond_the_table_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is not the number of an action"):
        action_of(number, Seat(0), 4)


@pytest.mark.parametrize("number", [numbers.FLIP_OWN + 4, numbers.NAME_SELF + 11])
def test_a_seat_beyond_the_table_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="there are 4 at this table"):
        action_of(number, Seat(0), 4)


def test_chance_has_numbers_of_its_own() -> None:
    assert number_of_chance(RoundBegan(1, Seat(3))) == ACTIONS + 3
    assert number_of_chance(DiscsShuffled(Seat(0), FLOWER)) == numbers.DRAW_FLOWER
    assert number_of_chance(DiscsShuffled(Seat(0), SKULL)) == numbers.DRAW_SKULL
    for event in (RoundBegan(2, Seat(3)), SeatPassed(Seat(0))):
        with pytest.raises(ValueError, match="not chance's doing"):
            number_of_chance(event)


def test_the_page_has_the_numbers() -> None:
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \|", PAGE.read_text(encoding="utf-8"), re.M)
    ends = [(int(first), int(last or first)) for first, last in rows]
    starts = [
        numbers.PLACE_FLOWER, numbers.PLACE_SKULL, numbers.BID_ONE, numbers.PASS_ON,
        numbers.FLIP_OWN, numbers.DISCARD_FLOWER, numbers.DISCARD_SKULL, numbers.PICK_BLIND,
        numbers.NAME_SELF, numbers.SHOW_MAT, numbers.FIRST_IS, numbers.DRAW_FLOWER,
        numbers.DRAW_SKULL,
    ]  # fmt: skip
    assert [first for first, _ in ends] == starts
    assert [last + 1 for _, last in ends] == [*starts[1:], numbers.DRAW_SKULL + 1]
