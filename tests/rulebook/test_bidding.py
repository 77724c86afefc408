"""Bidding: R14 to R17."""

import pytest

from calavera.rules import Attempt, Bidding, Phase, Seat
from calavera.rules.events import AttemptBegan, BidMade, SeatPassed
from tests.rulebook.playing import after, allowed, happening, refused_by, seats, then

FOUR_DISCS = "aF bS cF aF"


def test_R14_each_seat_raises_or_passes_clockwise_from_the_opener() -> None:
    opened = after(f"{FOUR_DISCS} b1")
    assert opened.board.turn == seats("c")
    assert allowed(opened, "c") == "- 2 3 4"
    raised = then(opened, "c2")
    assert raised.board.turn == seats("a")
    assert raised.board.bidding == Bidding(2, Seat(2), seats("bc"))
    assert then(raised, "a-").board.turn == seats("b")
    assert then(raised, "a3").board.turn == seats("b")
    assert then(raised, "a3 b-").board.turn == seats("c")


def test_R14_a_raise_may_be_of_more_than_one() -> None:
    state = after(f"{FOUR_DISCS} b1")
    assert happening(state, "c3") == (BidMade(Seat(2), 3),)
    assert then(state, "c3").board.bidding == Bidding(3, Seat(2), seats("bc"))
    assert allowed(then(state, "c3"), "a") == "- 4"


@pytest.mark.parametrize("attempt", ["c0", "c1", "c2", "c5", "c49"])
def test_R14_a_raise_is_greater_and_at_most_the_total(attempt: str) -> None:
    assert refused_by(after(f"{FOUR_DISCS} b2"), attempt) == "R14"


@pytest.mark.parametrize("attempt", ["a3", "a-", "b3", "b-"])
def test_R14_only_the_seat_whose_turn_it_is_speaks(attempt: str) -> None:
    state = after(f"{FOUR_DISCS} b2")
    assert allowed(state, attempt[0]) == ""
    assert refused_by(state, attempt) == "R14"


def test_R14_a_seat_may_bid_again_when_it_was_raised() -> None:
    state = after(f"{FOUR_DISCS} b1 c2 a-")
    assert allowed(state, "b") == "- 3 4"
    assert then(state, "b3").board.bidding == Bidding(3, Seat(1), seats("bcab"))


def test_R14_seats_that_are_out_are_left_out() -> None:
    state = after("aF cF dF aF c1", start="FF/0 - FF/0 FF/0 -")
    assert state.board.turn == seats("d")
    assert then(state, "d2").board.turn == seats("a")
    assert then(state, "d-").board.turn == seats("a")
    assert refused_by(state, "b2") == "R27"
    assert refused_by(state, "b-") == "R27"


def test_R15_who_has_passed_is_out_of_this_bidding() -> None:
    state = after(f"{FOUR_DISCS} b1 c- a2")
    assert [mat.passed for mat in state.board.mats] == [False, False, True]
    state = then(state, "b3")
    assert state.board.turn == seats("a")
    assert allowed(state, "c") == ""
    assert refused_by(state, "c4") == "R15"
    assert refused_by(state, "c-") == "R15"


def test_R15_its_discs_still_count_and_can_be_flipped() -> None:
    state = after(f"{FOUR_DISCS} b1 c- a4 a>aF a>aF")
    assert state.board.total == 4
    assert allowed(state, "a") == ">b >c"
    assert then(state, "a>cF").board.mats[2].flipped == 1


def test_R15_a_pass_holds_for_one_bidding_only() -> None:
    state = after(f"{FOUR_DISCS} b1 c- a- b>bS b~bF")
    assert [mat.passed for mat in state.board.mats] == [False, False, False]


def test_R16_the_bidding_ends_when_all_but_one_have_passed() -> None:
    state = after(f"{FOUR_DISCS} b1 c2 a-")
    assert state.board.phase is Phase.BID
    assert happening(state, "b-") == (SeatPassed(Seat(1)), AttemptBegan(Seat(2), 2))
    board = then(state, "b-").board
    assert (board.phase, board.turn) == (Phase.FLIP, seats("c"))
    assert board.attempt == Attempt(Seat(2), 0, None)
    assert board.bidding == Bidding(2, Seat(2), seats("bcab"))
    assert [mat.passed for mat in board.mats] == [True, True, False]


def test_R16_an_opener_whom_nobody_raised_is_the_challenger() -> None:
    state = after(f"{FOUR_DISCS} b1 c-")
    assert happening(after(f"{FOUR_DISCS} b1"), "c-") == (SeatPassed(Seat(2)),)
    assert happening(state, "a-") == (SeatPassed(Seat(0)), AttemptBegan(Seat(1), 1))


def test_R16_seats_that_are_out_need_not_pass() -> None:
    state = after("aF cF a1", start="FF/0 - FF/0")
    assert happening(state, "c-") == (SeatPassed(Seat(2)), AttemptBegan(Seat(0), 1))


@pytest.mark.parametrize("attempt", ["b>b", "b>a", "c>c", "a>a"])
def test_R16_nobody_flips_before_that(attempt: str) -> None:
    assert refused_by(after(f"{FOUR_DISCS} b1 c2 a-"), attempt) == "R16"


def test_R17_an_opening_for_every_disc_ends_the_bidding_at_once() -> None:
    state = after(FOUR_DISCS)
    assert happening(state, "b4") == (BidMade(Seat(1), 4), AttemptBegan(Seat(1), 4))
    board = then(state, "b4").board
    assert (board.phase, board.turn) == (Phase.FLIP, seats("b"))
    assert board.bidding == Bidding(4, Seat(1), seats("b"))
    assert [mat.passed for mat in board.mats] == [False, False, False]


def test_R17_so_does_a_raise_to_every_disc() -> None:
    state = after(f"{FOUR_DISCS} b1")
    assert happening(state, "c4") == (BidMade(Seat(2), 4), AttemptBegan(Seat(2), 4))
    assert then(state, "c4").board.attempt == Attempt(Seat(2), 0, None)


def test_R17_one_less_does_not() -> None:
    assert happening(after(FOUR_DISCS), "b3") == (BidMade(Seat(1), 3),)


@pytest.mark.parametrize("attempt", ["a-", "c-", "b-", "a5", "c5", "c3"])
def test_R17_the_others_neither_raise_nor_pass(attempt: str) -> None:
    state = after(f"{FOUR_DISCS} b4")
    assert allowed(state, attempt[0]) == (">b" if attempt[0] == "b" else "")
    assert refused_by(state, attempt) == "R17"
