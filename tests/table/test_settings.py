"""What is agreed before a game: usual values, their types, and what the store left out."""

from typing import Any

import pytest

from calavera.protocol.settings import BotPace, Settings, TurnClock, check_types
from calavera.protocol.shapes import SETTINGS
from calavera.rules import Placement, set_up

USUAL = {
    "players": 4, "tribes": 1, "placement": "simultaneous", "clock": None, "showing": 6,
    "opens": True, "spectators": True, "listed": False, "talk": True, "pace": "usual",
}  # fmt: skip


def test_the_usual_settings() -> None:
    assert SETTINGS.decode(USUAL) == Settings()


def test_settings_that_were_stored_before_bots_had_a_pace() -> None:
    older = {key: value for key, value in USUAL.items() if key != "pace"}
    assert SETTINGS.decode(older) == Settings()


def test_settings_make_a_table_by_the_rules() -> None:
    settings = Settings(3, 2, Placement.FIRST_LAST)
    assert settings.setup() == set_up(3, tribes=2, placement=Placement.FIRST_LAST)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": "4"}, "Settings(players='4'): expected int"),
        ({"opens": None}, "Settings(opens=None): expected bool"),
        ({"clock": 30}, "Settings(clock=30): expected TurnClock or None"),
        (
            {"placement": "first-last"},
            "Settings(placement='first-last'): expected Placement.SIMULTANEOUS"
            " or Placement.FIRST_LAST",
        ),
        ({"pace": "fast"}, "Settings(pace='fast'): expected BotPace.USUAL or BotPace.FAST"),
    ],
)
def test_a_field_of_another_type_is_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as error:
        check_types(Settings(**wrong))
    assert str(error.value) == message


def test_fields_of_the_right_types_are_accepted() -> None:
    check_types(Settings())
    check_types(Settings(clock=TurnClock(30, 60), pace=BotPace.FAST))


def test_a_pace_is_written_as_it_is_named() -> None:
    assert repr(BotPace.FAST) == "BotPace.FAST"
