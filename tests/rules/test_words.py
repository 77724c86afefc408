"""The words of the table."""

import pytest

from calavera.rules import Seat, is_burn_out, stoned, the_cop, under_the_gun
from tests.rulebook.playing import after, seats, then

PLACED = "aF bS cF aF"


@pytest.mark.parametrize(
    ("line", "burn_out"),
    [
        (PLACED, False),
        (f"{PLACED} b3", False),
        (f"{PLACED} b4", True),
        (f"{PLACED} b3 c4", True),
        (f"{PLACED} b3 c- a-", False),
        (f"{PLACED} b3 c4 c>cF", True),
        (f"{PLACED} b3 c4 c>cF c>bS b~cF", False),
    ],
)
def test_a_bid_for_every_disc_is_a_burn_out(line: str, burn_out: bool) -> None:
    assert is_burn_out(after(line).board) is burn_out


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        (PLACED, ""),
        (f"{PLACED} b1", "c"),
        (f"{PLACED} b1 c-", "c"),
        (f"{PLACED} b1 c2", "c"),
        (f"{PLACED} b1 c2 a3 b-", "c"),
        (f"{PLACED} b1 c- a- b>bS", "c"),
        (f"{PLACED} b4", ""),
        (f"{PLACED} b1 c4", "c"),
    ],
)
def test_the_second_to_speak_is_under_the_gun(line: str, seat: str) -> None:
    assert under_the_gun(after(line).board) == (seats(seat)[0] if seat else None)


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        (PLACED, ""),
        (f"{PLACED} b1", ""),
        (f"{PLACED} b1 c2 a-", ""),
        (f"{PLACED} b1 c2 a- b-", "b"),
        (f"{PLACED} b1 c- a-", "a"),
        (f"{PLACED} b1 c2 a4", "c"),
        (f"{PLACED} b1 c4", "b"),
        (f"{PLACED} b4", ""),
        (f"{PLACED} b1 c2 a- b- c>cF", "b"),
    ],
)
def test_the_last_to_speak_before_the_challenger_is_the_cop(line: str, seat: str) -> None:
    assert the_cop(after(line).board) == (seats(seat)[0] if seat else None)


def test_a_seat_with_one_disc_is_stoned() -> None:
    assert stoned(after(start="F/0 FS/0 S/1 -").board) == seats("ac")
    assert stoned(after().board) == ()


def test_a_seat_that_loses_its_last_disc_but_one_becomes_stoned() -> None:
    line = "aF bS cF a2 b- c- a>aF a>bS"
    assert stoned(after(line, start="FF/0 FFS/0 FF/0").board) == ()
    assert stoned(after(f"{line} b~aF", start="FF/0 FFS/0 FF/0").board) == seats("a")
    assert stoned(after(f"{line} b~aF", start="F/0 FFS/0 FF/0").board) == ()


def test_the_openers_other_seat_is_not_the_second_player() -> None:
    state = after("aF cF dF a1", tribes=2, start="FF/0 - FF/0 FF/0")
    assert state.board.turn == (Seat(2),)
    assert under_the_gun(state.board) == Seat(3)
    assert under_the_gun(then(state, "c2").board) == Seat(3)
    assert under_the_gun(then(state, "c2 d-").board) == Seat(3)


def test_the_challengers_other_seat_is_not_the_cop() -> None:
    board = after("aF bF cF dF a1 b2 c- d- a-", players=2, tribes=2).board
    assert the_cop(board) == Seat(0)
    own = after("aF bF cF dF a1 b- c2 d- a-", players=2, tribes=2).board
    assert the_cop(own) == Seat(3)
