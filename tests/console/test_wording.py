"""Wording that every command shares."""

import pytest

from calavera.console.wording import counted, error_line, noun, percent, printable


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 tables"),
        (1, "1 table"),
        (2, "2 tables"),
        (999, "999 tables"),
        (1000, "1,000 tables"),
        (1_234_567, "1,234,567 tables"),
    ],
)
def test_a_number_has_its_noun_and_thousands_are_set_apart(number: int, text: str) -> None:
    assert counted(number, "table") == text
    assert counted(number, "table", "tables") == text


def test_a_plural_may_be_irregular() -> None:
    assert counted(1, "person", "people") == "1 person"
    assert counted(1001, "person", "people") == "1,001 people"
    assert noun(2, "entry", "entries") == "entries"


def test_shares_have_one_decimal() -> None:
    assert [percent(share) for share in (0, 0.125, 1)] == ["0.0 %", "12.5 %", "100.0 %"]


def test_errors_and_foreign_text_stay_in_one_line() -> None:
    assert error_line(ValueError("first\nsecond")) == "ValueError: first second"
    assert printable("a\nb\x1b[31m é") == "a�b�[31m é"
