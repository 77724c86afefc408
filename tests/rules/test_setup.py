"""Tables that the rules know, and tables that they do not."""

from typing import Any

import pytest

from calavera.rules import (
    OUT,
    Disc,
    IllegalSetup,
    Placement,
    Player,
    Seat,
    SeatStart,
    Setup,
    new_game,
    set_up,
)
from calavera.rules.model.setup import WHOLE_TRIBE
from tests.rulebook.playing import discs, seats, table


def test_a_table_as_usual() -> None:
    assert set_up(4) == Setup(4, 1, Placement.SIMULTANEOUS, (WHOLE_TRIBE,) * 4)
    assert SeatStart(discs("FFFS"), 0) == WHOLE_TRIBE
    assert SeatStart((), 0) == OUT


def test_a_table_with_everything_chosen() -> None:
    start = [SeatStart(discs("SF"), 1), OUT, OUT, SeatStart(discs("F"))]
    setup = set_up(2, tribes=2, placement=Placement.FIRST_LAST, start=iter(start))
    assert setup == Setup(
        players=2,
        tribes=2,
        placement=Placement.FIRST_LAST,
        start=(SeatStart(discs("FS"), 1), SeatStart(()), SeatStart(()), SeatStart(discs("F"), 0)),
    )


def test_seats_and_owners() -> None:
    setup = set_up(3, tribes=2)
    assert setup.seats == seats("abcdef")
    assert [setup.owner(seat) for seat in setup.seats] == [0, 1, 2, 0, 1, 2]
    assert setup.seats_of(Player(0)) == seats("ad")
    assert setup.seats_of(Player(2)) == seats("cf")
    assert set_up(3).seats_of(Player(2)) == seats("c")


def test_the_seats_that_are_in() -> None:
    assert table(start="- F/0 - FFS/1").seats_in == seats("bd")
    assert set_up(3).seats_in == seats("abc")


@pytest.mark.parametrize(
    ("players", "tribes", "message"),
    [
        (3, 0, "a player has one tribe or two, not 0 (R35)"),
        (3, 3, "a player has one tribe or two, not 3 (R35)"),
        (0, 1, "0 players with 1 tribe each make 0 seats; {limits}"),
        (1, 1, "1 player with 1 tribe each make 1 seat; {limits}"),
        (1, 2, "1 player with 2 tribes each make 2 seats; {limits}"),
        (13, 1, "13 players with 1 tribe each make 13 seats; {limits}"),
        (7, 2, "7 players with 2 tribes each make 14 seats; {limits}"),
    ],
)
def test_a_table_of_a_wrong_size_is_refused(players: int, tribes: int, message: str) -> None:
    limits = "a table has at least two players (R5) and at most 12 seats (R3)"
    with pytest.raises(IllegalSetup) as refused:
        set_up(players, tribes=tribes)
    assert str(refused.value) == message.format(limits=limits)


@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (12, 1), (2, 2), (6, 2)])
def test_the_smallest_and_the_largest_tables_are_not(players: int, tribes: int) -> None:
    assert len(set_up(players, tribes=tribes).start) == players * tribes


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ([WHOLE_TRIBE], "the start has 1 entry for 2 seats (R2)"),
        ([WHOLE_TRIBE] * 3, "the start has 3 entries for 2 seats (R2)"),
        ([], "the start has 0 entries for 2 seats (R2)"),
        (
            [WHOLE_TRIBE, SeatStart(discs("FFFF"))],
            "seat b starts with more than three flowers and a skull (R1)",
        ),
        (
            [SeatStart(discs("SS")), WHOLE_TRIBE],
            "seat a starts with more than three flowers and a skull (R1)",
        ),
        (
            [WHOLE_TRIBE, SeatStart(discs("F"), 2)],
            "seat b starts with 2 successes; the second one wins (R30)",
        ),
        (
            [SeatStart(discs("F"), -1), WHOLE_TRIBE],
            "seat a starts with -1 successes; the second one wins (R30)",
        ),
        ([WHOLE_TRIBE, SeatStart((), 1)], "seat b is out and keeps no success (R27)"),
        ([WHOLE_TRIBE, OUT], "at least two players must be in at the start (R31)"),
        ([OUT, OUT], "at least two players must be in at the start (R31)"),
    ],
)
def test_a_start_that_cannot_be_is_refused(start: list[SeatStart], message: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        set_up(2, start=start)
    assert str(refused.value) == message


def test_two_seats_of_one_player_are_not_two_players() -> None:
    only_the_first = [WHOLE_TRIBE, OUT, WHOLE_TRIBE, OUT]
    with pytest.raises(IllegalSetup, match="at least two players must be in"):
        set_up(2, tribes=2, start=only_the_first)
    assert set_up(2, tribes=2, start=[WHOLE_TRIBE, OUT, OUT, WHOLE_TRIBE]).seats_in == seats("ad")


def test_an_illegal_setup_is_a_value_error() -> None:
    assert issubclass(IllegalSetup, ValueError)


def test_placements_have_names_for_records_and_reprs_for_people() -> None:
    assert [placement.value for placement in Placement] == ["simultaneous", "first-last"]
    assert [repr(placement) for placement in Placement] == [
        "Placement.SIMULTANEOUS",
        "Placement.FIRST_LAST",
    ]


@pytest.mark.parametrize(("first", "name"), [(1, "b"), (3, "d"), (-1, "-1")])
def test_only_a_seat_that_is_in_can_be_first(first: int, name: str) -> None:
    with pytest.raises(ValueError, match="cannot be first") as refused:
        new_game(table(start="F/0 - F/0"), Seat(first))
    assert str(refused.value) == f"seat {name} cannot be first: it is not in (R4)"


def test_a_setup_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        setattr(set_up(3), "players", 4)  # noqa: B010
    with pytest.raises(AttributeError):
        setattr(WHOLE_TRIBE, "discs", (Disc.SKULL,))  # noqa: B010


@pytest.mark.parametrize("placement", ["first-last", "nonsense", None])
def test_a_placement_is_one_of_two(placement: Any) -> None:
    with pytest.raises(IllegalSetup, match="R7"):
        set_up(3, placement=placement)


@pytest.mark.parametrize("discs", [("F",), [Disc.FLOWER], "FS"])
def test_a_start_is_made_of_discs(discs: Any) -> None:
    with pytest.raises(IllegalSetup, match="a tuple of discs"):
        set_up(2, start=[SeatStart(discs), SeatStart((Disc.FLOWER,))])
