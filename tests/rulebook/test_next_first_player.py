"""Who begins the next round: R28 and R29."""

import pytest

from calavera.rules import Disc, Phase, Seat
from calavera.rules.events import DiscLost, FirstNamed, RoundBegan, SeatOut
from tests.rulebook.playing import after, allowed, happening, refused_by, seats, then

OUT_BY_OWN_SKULL = "aF bS cF dF b1 c- d- a- b>bS b~bS"
FOUR_WITH_B_STONED = "FF/0 S/0 FF/0 FF/0"


def test_R28_the_challenger_begins_after_a_success() -> None:
    state = after("aF bS cF b1 c2 a- b- c>cF", first="b")
    assert happening(state, "c>aF")[-1] == RoundBegan(2, Seat(2))
    board = then(state, "c>aF").board
    assert (board.round, board.first, board.phase) == (2, Seat(2), Phase.PLACE)
    assert then(state, "c>aF aF bF cF").board.turn == seats("c")


def test_R28_and_after_a_failure_that_it_survived() -> None:
    state = after("aF bS cF b1 c2 a- b- c>cF c>bS", first="b")
    assert happening(state, "b~cF")[-1] == RoundBegan(2, Seat(2))
    own_skull = after("aF bS cF a1 b2 c- a- b>bS")
    assert happening(own_skull, "b~bF")[-1] == RoundBegan(2, Seat(1))
    assert then(own_skull, "b~bF aF bF cF").board.turn == seats("b")


def test_R28_also_with_its_last_disc() -> None:
    blind = after("aF bS cF a2 b- c- a>aF a>bS", start="FF/0 FS/0 FF/0")
    assert happening(blind, "b~aF")[1:] == (
        DiscLost(Seat(0), Seat(1), Disc.FLOWER),
        RoundBegan(2, Seat(0)),
    )
    chosen = after("aS bF cF a1 b- c- a>aS", start="FS/0 FF/0 FF/0")
    assert happening(chosen, "a~aF") == (
        DiscLost(Seat(0), Seat(0), Disc.FLOWER),
        RoundBegan(2, Seat(0)),
    )


@pytest.mark.parametrize("attempt", ["a^c", "b^b", "c^a", "d^c"])
def test_R28_nobody_is_asked_for_a_name_then(attempt: str) -> None:
    state = after("aF bS cF dF b1 c- d- a- b>bS", players=4, first="b")
    assert refused_by(state, attempt) == "R29"


def test_R29_the_owner_of_the_skull_that_put_the_challenger_out_begins() -> None:
    state = after("aF bF cS a2 b- c- a>aF a>cS", start="F/0 FF/0 FS/0")
    assert happening(state, "c~aF")[1:] == (
        DiscLost(Seat(0), Seat(2), Disc.FLOWER),
        SeatOut(Seat(0)),
        RoundBegan(2, Seat(2)),
    )
    board = then(state, "c~aF").board
    assert (board.phase, board.first, board.turn) == (Phase.PLACE, Seat(2), seats("bc"))


def test_R29_out_by_its_own_skull_the_challenger_names_who_begins() -> None:
    state = after(OUT_BY_OWN_SKULL, start=FOUR_WITH_B_STONED, first="b")
    assert state.board.mats[1].out
    assert (state.board.phase, state.board.turn, state.board.round) == (
        Phase.NAME_FIRST,
        seats("b"),
        1,
    )
    assert allowed(state, "b") == "^a ^c ^d"
    assert happening(state, "b^d") == (FirstNamed(Seat(1), Seat(3)), RoundBegan(2, Seat(3)))
    board = then(state, "b^d").board
    assert (board.phase, board.round, board.first) == (Phase.PLACE, 2, Seat(3))
    assert board.turn == seats("acd")


@pytest.mark.parametrize("attempt", ["b^b", "a^a", "a^c", "d^c"])
def test_R29_it_names_a_player_still_in_and_nobody_else_names(attempt: str) -> None:
    state = after(OUT_BY_OWN_SKULL, start=FOUR_WITH_B_STONED, first="b")
    assert refused_by(state, attempt) == "R29"


def test_R29_a_seat_that_was_out_before_names_nobody_and_cannot_be_named() -> None:
    state = after("aF bS cF b1 c- a- b>bS b~bS", start="FF/0 S/0 FF/0 -", first="b")
    assert allowed(state, "b") == "^a ^c"
    assert refused_by(state, "b^d") == "R29"
    assert refused_by(state, "d^a") == "R27"


@pytest.mark.parametrize("attempt", ["aF", "b1", "c-", "b~S", "a~", "c~F"])
def test_R29_nothing_else_is_done_before_the_name(attempt: str) -> None:
    state = after(OUT_BY_OWN_SKULL, start=FOUR_WITH_B_STONED, first="b")
    assert refused_by(state, attempt) == "R29"


@pytest.mark.parametrize("line", ["aF bS cF", "aF bS cF a1", "aF bS cF a1 b- c-"])
def test_R29_nobody_is_named_at_another_time(line: str) -> None:
    assert refused_by(after(line), "a^b") == "R29"
