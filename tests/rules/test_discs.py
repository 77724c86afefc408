"""The two kinds of disc, and the discs of one seat."""

import pytest

from calavera.rules import Disc, Holding
from calavera.rules.model.discs import DISCS_IN_A_TRIBE, FLOWERS_IN_A_TRIBE, sorted_discs
from calavera.rules.model.handling import lose, place, take_back
from tests.rulebook.playing import discs


def test_a_disc_has_a_letter_and_a_name() -> None:
    assert [str(disc) for disc in Disc] == ["F", "S"]
    assert [repr(disc) for disc in Disc] == ["Disc.FLOWER", "Disc.SKULL"]
    assert (Disc("F"), Disc("S")) == (Disc.FLOWER, Disc.SKULL)


def test_a_tribe_has_four_discs_three_of_them_flowers() -> None:
    assert (DISCS_IN_A_TRIBE, FLOWERS_IN_A_TRIBE) == (4, 3)


@pytest.mark.parametrize(
    ("some", "in_order"),
    [
        ("", ""),
        ("S", "S"),
        ("F", "F"),
        ("SF", "FS"),
        ("FS", "FS"),
        ("FSF", "FFS"),
        ("SFFF", "FFFS"),
        ("FFSF", "FFFS"),
        ("FFF", "FFF"),
    ],
)
def test_discs_are_sorted_with_the_skull_last(some: str, in_order: str) -> None:
    assert sorted_discs(discs(some)) == discs(in_order)


def test_a_holding_starts_in_hand() -> None:
    assert Holding(discs("FFFS")) == Holding(hand=discs("FFFS"), stack=(), lost=())


def test_the_discs_of_a_holding_are_hand_and_stack_sorted() -> None:
    assert Holding(discs("FF"), discs("SF")).discs == discs("FFFS")
    assert Holding(discs("FS"), discs("F")).discs == discs("FFS")
    assert Holding(discs("FF"), discs("F"), discs("S")).discs == discs("FFF")


def test_placing_puts_a_disc_of_the_hand_on_top() -> None:
    holding = Holding(discs("FFS"), discs("F"), discs("F"))
    assert place(holding, Disc.FLOWER) == Holding(discs("FS"), discs("FF"), discs("F"))
    assert place(holding, Disc.SKULL) == Holding(discs("FF"), discs("FS"), discs("F"))
    assert isinstance(place(holding, Disc.SKULL), Holding)


def test_a_lost_disc_lies_where_it_was_until_the_discs_are_taken_back() -> None:
    holding = lose(Holding(discs("FS"), discs("FF"), discs("F")), Disc.SKULL)
    assert holding == Holding(discs("FS"), discs("FF"), discs("FS"))
    assert take_back(holding, 3) == Holding(discs("FFF"), (), discs("FS"))


def test_a_lost_flower_is_gone_too() -> None:
    holding = lose(Holding(discs("F"), discs("SF")), Disc.FLOWER)
    assert take_back(holding, 2) == Holding(discs("FS"), (), discs("F"))
    assert isinstance(take_back(holding, 2), Holding)


def test_where_nothing_was_lost_everything_is_taken_back() -> None:
    assert take_back(Holding(discs("F"), discs("SF")), 3) == Holding(discs("FFS"))
    two_lost = Holding(discs("F"), discs("F"), discs("FS"))
    assert take_back(two_lost, 2) == Holding(discs("FF"), (), discs("FS"))
