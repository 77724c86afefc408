"""Step 2, add or challenge: R9 to R13."""

import pytest

from calavera.rules import Disc, Phase, Seat
from calavera.rules.events import BidMade, DiscPlaced
from tests.rulebook.playing import after, allowed, discs, happening, refused_by, seats

PLACED = "aF bS cF"


def test_R9_a_disc_is_added_on_top_of_the_own_stack() -> None:
    assert happening(after(PLACED), "aS") == (DiscPlaced(Seat(0), Disc.SKULL),)
    state = after(f"{PLACED} aS bF")
    assert state.holdings[0].stack == discs("FS")
    assert state.holdings[0].hand == discs("FF")
    assert state.holdings[1].stack == discs("SF")
    assert [mat.height for mat in state.board.mats] == [2, 2, 1]
    assert state.board.total == 5


def test_R9_or_a_challenge_is_opened() -> None:
    assert happening(after(PLACED), "a2") == (BidMade(Seat(0), 2),)
    board = after(f"{PLACED} a2").board
    assert (board.phase, board.turn, board.total) == (Phase.BID, seats("b"), 3)
    assert board.bidding == (2, Seat(0), seats("a"))


def test_R9_the_turn_moves_clockwise() -> None:
    assert after(PLACED).board.turn == seats("a")
    assert after(f"{PLACED} aF").board.turn == seats("b")
    assert after(f"{PLACED} aF bF").board.turn == seats("c")
    assert after(f"{PLACED} aF bF cF").board.turn == seats("a")
    assert after(f"{PLACED} aF bF cF").board.phase is Phase.ADD


def test_R9_the_turn_leaves_out_seats_that_are_out() -> None:
    board = after("aF cF dF aF cF", start="FF/0 - FF/0 FF/0 -").board
    assert board.turn == seats("d")
    board = after("aF cF dF aF cF dF", start="FF/0 - FF/0 FF/0 -").board
    assert board.turn == seats("a")
    assert after("aF cF dF aF", start="FF/0 - FF/0 FF/0 -").board.turn == seats("c")


@pytest.mark.parametrize("attempt", ["bF", "b1", "cS", "c3", "a-", "b-"])
def test_R9_only_the_seat_whose_turn_it_is_and_only_one_of_the_two(attempt: str) -> None:
    state = after(PLACED)
    assert allowed(state, "a") == "F S 1 2 3"
    assert allowed(state, "b") == ""
    assert refused_by(state, attempt) == "R9"


def test_R9_the_disc_comes_from_the_hand() -> None:
    state = after("aS bF cF")
    assert allowed(state, "a") == "F 1 2 3"
    assert refused_by(state, "aS") == "R9"


def test_R9_a_seat_that_is_out_takes_no_turn() -> None:
    state = after("aF cF", start="FF/0 - FF/0")
    assert refused_by(state, "bF") == "R27"
    assert refused_by(state, "b1") == "R27"


def test_R10_a_seat_with_an_empty_hand_must_challenge() -> None:
    state = after("aF bS", start="F/0 FFS/0")
    assert allowed(state, "a") == "1 2"
    assert refused_by(state, "aF") == "R10"
    assert refused_by(state, "aS") == "R10"


def test_R10_a_seat_with_a_disc_in_hand_need_not() -> None:
    assert allowed(after("aF bS", start="FF/0 FFS/0"), "a") == "F 1 2"


def test_R10_four_discs_can_be_added_and_then_none() -> None:
    state = after("aF bF aF bF aF bF aS bS", players=2)
    assert state.holdings[0] == ((), discs("FFFS"), ())
    assert allowed(state, "a") == "1 2 3 4 5 6 7 8"
    assert refused_by(state, "aF") == "R10"


def test_R11_the_very_first_turn_may_be_a_challenge() -> None:
    state = after(PLACED, first="b")
    assert allowed(state, "b") == "F 1 2 3"
    assert happening(state, "b1") == (BidMade(Seat(1), 1),)


def test_R11_but_not_before_everybody_has_placed() -> None:
    assert refused_by(after("aF bS"), "a1") == "R6"


def test_R12_a_challenge_is_a_number_up_to_all_discs_on_all_mats() -> None:
    assert allowed(after(PLACED), "a") == "F S 1 2 3"
    assert allowed(after(f"{PLACED} aF"), "b") == "F 1 2 3 4"
    assert allowed(after(f"{PLACED} aF bF"), "c") == "F S 1 2 3 4 5"


@pytest.mark.parametrize("attempt", ["b0", "b-1", "b5", "b48", "b1000"])
def test_R12_zero_or_more_than_that_is_refused(attempt: str) -> None:
    assert refused_by(after(f"{PLACED} aF"), attempt) == "R12"


def test_R12_the_discs_of_the_last_round_do_not_count() -> None:
    state = after(f"{PLACED} aF b2 c- a- b>bS b~bF | aF bS cF")
    assert state.board.total == 3
    assert allowed(state, "b") == "F 1 2 3"
    assert refused_by(state, "b4") == "R12"


@pytest.mark.parametrize("attempt", ["aF", "bF", "bS", "cF", "cS"])
def test_R13_nobody_adds_a_disc_once_a_challenge_is_open(attempt: str) -> None:
    assert refused_by(after(f"{PLACED} a1"), attempt) == "R13"
    assert refused_by(after(f"{PLACED} a1 b- c-"), attempt) == "R13"


def test_R13_adding_is_not_among_the_answers_to_a_challenge() -> None:
    assert allowed(after(f"{PLACED} aF"), "b") == "F 1 2 3 4"
    assert allowed(after(f"{PLACED} a1"), "b") == "- 2 3"
