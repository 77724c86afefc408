"""Step 3, the attempt: R18 to R22."""

import pytest

from calavera.rules import Attempt, Disc, Phase, Seat
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    DiscFlipped,
    DiscsShown,
    RoundBegan,
)
from tests.rulebook.playing import (
    after,
    allowed,
    discs,
    happening,
    refused_by,
    seats,
    then,
)

C_FOR_FOUR = "aF bS cF aF bF cF aF b2 c4 a- b-"
"""Two discs on the mats of b and c, three on that of a; b's skull lies under a flower."""

FAILED = "aS bS cF aF bF c4 a- b- c>cF c>bF c>bS"
"""c flipped its flower, then both discs of b; a's two discs are face down."""


def test_R18_the_challenger_flips_discs_one_at_a_time() -> None:
    state = after(C_FOR_FOUR)
    assert happening(state, "c>cF") == (DiscFlipped(Seat(2), Seat(2), Disc.FLOWER),)
    board = then(state, "c>cF").board
    assert (board.phase, board.turn) == (Phase.FLIP, seats("c"))
    assert board.attempt == Attempt(Seat(2), 1, None)
    assert [mat.flipped for mat in board.mats] == [0, 0, 1]
    assert [mat.faces for mat in board.mats] == [(), (), discs("F")]


@pytest.mark.parametrize("attempt", ["a>a", "a>c", "b>b", "b>c"])
def test_R18_nobody_else_flips(attempt: str) -> None:
    state = after(C_FOR_FOUR)
    assert allowed(state, attempt[0]) == ""
    assert refused_by(state, attempt) == "R18"


@pytest.mark.parametrize("attempt", ["c5", "c-", "a-", "b5"])
def test_R18_the_bidding_is_over(attempt: str) -> None:
    assert refused_by(after(C_FOR_FOUR), attempt) == "R18"


def test_R18_nobody_flips_without_a_challenge() -> None:
    assert refused_by(after("aF bS cF"), "a>a") == "R18"


def test_R18_until_the_number_bid_is_reached() -> None:
    state = after(f"{C_FOR_FOUR} c>cF c>cF c>aF")
    assert state.board.attempt == Attempt(Seat(2), 3, None)
    assert happening(state, "c>aF")[1:] == (AttemptSucceeded(Seat(2)), RoundBegan(2, Seat(2)))


@pytest.mark.parametrize("attempt", ["c>a", "c>b"])
def test_R19_the_own_stack_comes_first_down_to_the_last_disc(attempt: str) -> None:
    for line in (C_FOR_FOUR, f"{C_FOR_FOUR} c>cF"):
        assert allowed(after(line), "c") == ">c"
        assert refused_by(after(line), attempt) == "R19"
    assert allowed(after(f"{C_FOR_FOUR} c>cF c>cF"), "c") == ">a >b"


def test_R19_the_top_disc_of_the_own_stack_comes_first() -> None:
    state = after("aS bF cF aF bF cF a2 b- c-")
    assert happening(state, "a>aF") == (DiscFlipped(Seat(0), Seat(0), Disc.FLOWER),)
    assert happening(then(state, "a>aF"), "a>aS") == (
        DiscFlipped(Seat(0), Seat(0), Disc.SKULL),
        AttemptFailed(Seat(0), Seat(0)),
    )


def test_R19_of_a_stack_higher_than_the_bid_only_the_top_is_flipped() -> None:
    state = after("aS bF cF aF bF cF a1 b- c-")
    assert allowed(state, "a") == ">a"
    assert happening(state, "a>aF") == (
        DiscFlipped(Seat(0), Seat(0), Disc.FLOWER),
        AttemptSucceeded(Seat(0)),
        RoundBegan(2, Seat(0)),
    )


def test_R20_then_any_other_mat_in_any_order() -> None:
    state = after(f"{C_FOR_FOUR} c>cF c>cF")
    assert allowed(state, "c") == ">a >b"
    assert allowed(then(state, "c>aF"), "c") == ">a >b"
    assert allowed(then(state, "c>bF"), "c") == ">a >b"


def test_R20_always_the_topmost_face_down_disc() -> None:
    state = after("aF bS cF aS bF cF aF bF c6 a- b- c>cF c>cF c>bF c>bF c>aF")
    assert [mat.faces for mat in state.board.mats] == [discs("F"), discs("FF"), discs("FF")]
    assert [mat.flipped for mat in state.board.mats] == [1, 2, 2]
    assert happening(state, "c>aS")[0] == DiscFlipped(Seat(2), Seat(0), Disc.SKULL)
    assert happening(state, "c>bS")[0] == DiscFlipped(Seat(2), Seat(1), Disc.SKULL)


def test_R20_a_mat_without_a_face_down_disc_cannot_be_picked() -> None:
    state = after("aF bF cF aF bF c5 c>cF c>bF c>bF")
    assert allowed(state, "c") == ">a"
    assert refused_by(state, "c>b") == "R20"
    assert refused_by(state, "c>c") == "R20"


def test_R20_the_mat_of_a_seat_that_is_out_has_no_discs() -> None:
    state = after("aF cF a2 a>aF", start="FF/0 - FF/0")
    assert allowed(state, "a") == ">c"
    assert refused_by(state, "a>b") == "R27"


def test_R21_a_skull_ends_the_attempt_at_once() -> None:
    state = after("aF bS cF aF b1 c4 c>cF c>aF")
    assert happening(state, "c>bS") == (
        DiscFlipped(Seat(2), Seat(1), Disc.SKULL),
        AttemptFailed(Seat(2), Seat(1)),
    )
    board = then(state, "c>bS").board
    assert (board.phase, board.round) == (Phase.LOSE, 1)
    assert board.attempt == Attempt(Seat(2), 3, Seat(1))
    assert board.mats[1].faces == discs("S")
    assert allowed(then(state, "c>bS"), "c") == ""
    assert refused_by(then(state, "c>bS"), "c>a") == "R22"


def test_R21_a_skull_is_a_failure_even_as_the_last_disc_of_the_bid() -> None:
    state = after("aF bS cF a2 b- c- a>aF")
    assert happening(state, "a>bS")[1:] == (AttemptFailed(Seat(0), Seat(1)),)


def test_R21_the_number_reached_with_flowers_only_is_a_success() -> None:
    state = after("aF bS cF a2 b- c-")
    assert happening(state, "a>aF") == (DiscFlipped(Seat(0), Seat(0), Disc.FLOWER),)
    assert happening(then(state, "a>aF"), "a>cF") == (
        DiscFlipped(Seat(0), Seat(2), Disc.FLOWER),
        AttemptSucceeded(Seat(0)),
        RoundBegan(2, Seat(0)),
    )


def test_R22_after_a_failure_another_player_may_show_its_whole_mat() -> None:
    state = after(FAILED)
    assert allowed(state, "a") == "!"
    assert happening(state, "a!FS") == (DiscsShown(Seat(0), discs("FS")),)
    shown = then(state, "a!FS")
    assert [mat.faces for mat in shown.board.mats] == [discs("FS"), discs("FS"), discs("F")]
    assert [mat.flipped for mat in shown.board.mats] == [0, 2, 1]
    assert (shown.board.phase, shown.board.turn) == (Phase.LOSE, seats("b"))


def test_R22_it_shows_what_is_still_face_down_and_only_once() -> None:
    state = after("aS bS cF aF bF c4 a- b- c>cF c>bF c>aF c>aS")
    assert allowed(state, "b") == "!"
    shown = then(state, "b!S")
    assert shown.board.mats[1].faces == discs("FS")
    assert shown.board.mats[1].flipped == 1
    assert allowed(shown, "b") == ""
    assert refused_by(shown, "b!") == "R22"
    assert refused_by(shown, "a!") == "R22"


def test_R22_the_owner_of_the_skull_may_show_what_lies_under_it() -> None:
    state = after("aF bF cF aF bS c3 a- b- c>cF c>bS")
    assert allowed(state, "b") == "!"
    assert then(state, "b!F").board.mats[1].faces == discs("SF")


def test_R22_the_challenger_shows_and_flips_nothing_more() -> None:
    state = after("aF bS cF aF bF cS a3 b- c- a>aF a>aF a>cS")
    assert refused_by(state, "a!") == "R22"
    own_skull = after("aF bS cF aS b2 c- a3 b- a>aS")
    assert own_skull.board.mats[0].face_down == 1
    assert allowed(own_skull, "a") == "~F ~S"
    assert refused_by(own_skull, "a!") == "R22"
    assert refused_by(own_skull, "a>a") == "R22"


def test_R22_a_show_is_never_required_and_nothing_waits_for_it() -> None:
    state = after(FAILED)
    assert state.board.turn == seats("b")
    assert happening(state, "b~cF")[-1] == RoundBegan(2, Seat(2))
    assert then(state, "a!FS b~cF").board == then(state, "b~cF").board


@pytest.mark.parametrize(
    "line",
    [
        "aF bS cF",
        "aF bS cF a2",
        "aF bS cF a2 b- c-",
        "aF bS cF a2 b- c- a>aF",
        "aF bS cF a2 b- c- a>aF a>cF",
        f"{FAILED} b~cF",
        f"{FAILED} b~cF aS",
    ],
)
def test_R22_only_between_the_skull_and_the_loss(line: str) -> None:
    for seat in "abc":
        assert refused_by(after(line), f"{seat}!") == "R22"


def test_R22_until_the_first_player_is_named_where_one_has_to_be() -> None:
    state = after("aS bF cF a1 b- c- a>aS a~aS", start="S/0 FF/0 FF/0")
    assert state.board.phase is Phase.NAME_FIRST
    assert [allowed(state, seat) for seat in "abc"] == ["^b ^c", "!", "!"]
    assert refused_by(state, "a!") == "R22"
    shown = then(state, "b!F")
    assert (shown.board.phase, shown.board.turn) == (Phase.NAME_FIRST, seats("a"))
    assert refused_by(then(shown, "a^b"), "c!") == "R22"
