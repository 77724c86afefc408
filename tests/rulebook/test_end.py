"""Succeeded, and the end of the game: R30 to R33."""

import pytest

from calavera.rules import Disc, Ending, Outcome, Phase, Player, Seat, chance_outcomes
from calavera.rules.events import (
    AttemptSucceeded,
    DiscFlipped,
    DiscLost,
    DiscsShuffled,
    GameEnded,
    RoundBegan,
    SeatOut,
)
from tests.rulebook.playing import after, allowed, discs, happening, refused_by, then

FLOWER_AT_HAND = "aF bS cF c1 a- b-"
"""c has only to turn its own flower."""


def test_R30_the_first_success_turns_the_mat() -> None:
    state = after(FLOWER_AT_HAND, first="c")
    assert happening(state, "c>cF") == (
        DiscFlipped(Seat(2), Seat(2), Disc.FLOWER),
        AttemptSucceeded(Seat(2)),
        RoundBegan(2, Seat(2)),
    )
    board = then(state, "c>cF").board
    assert [mat.wins for mat in board.mats] == [0, 0, 1]
    assert (board.phase, board.outcome) == (Phase.PLACE, None)


def test_R30_a_success_with_the_flower_side_up_wins() -> None:
    state = after(f"{FLOWER_AT_HAND} c>cF {FLOWER_AT_HAND}", first="c")
    won = Outcome(Player(2), Seat(2), Ending.SECOND_SUCCESS)
    assert happening(state, "c>cF") == (
        DiscFlipped(Seat(2), Seat(2), Disc.FLOWER),
        AttemptSucceeded(Seat(2)),
        GameEnded(won),
    )
    board = then(state, "c>cF").board
    assert [mat.wins for mat in board.mats] == [0, 0, 2]
    assert (board.phase, board.outcome, board.round) == (Phase.OVER, won, 2)


def test_R30_anothers_success_does_not_count() -> None:
    state = after(FLOWER_AT_HAND, start="FFFS/1 FFFS/1 FFFS/0", first="c")
    board = then(state, "c>cF").board
    assert [mat.wins for mat in board.mats] == [1, 1, 1]
    assert (board.phase, board.outcome) == (Phase.PLACE, None)


def test_R30_a_failure_keeps_the_flower_side_up() -> None:
    state = after("aF bS cF c2 a- b- c>cF c>bS b~cF", start="FF/0 FS/0 FFF/1", first="c")
    assert state.board.mats[2].wins == 1


def test_R31_the_last_player_in_wins_without_any_success() -> None:
    state = after("aF bS a2 a>aF a>bS", start="F/1 FFS/0")
    won = Outcome(Player(1), Seat(1), Ending.LAST_ONE_IN)
    assert happening(state, "b~aF") == (
        DiscsShuffled(Seat(0), Disc.FLOWER),
        DiscLost(Seat(0), Seat(1), Disc.FLOWER),
        SeatOut(Seat(0)),
        GameEnded(won),
    )
    board = then(state, "b~aF").board
    assert [mat.wins for mat in board.mats] == [1, 0]
    assert (board.phase, board.turn, board.outcome) == (Phase.OVER, (), won)


def test_R31_it_need_not_be_the_owner_of_the_skull_nor_of_the_first_seat() -> None:
    state = after("bS dF b1 d- b>bS b~bS", start="- S/0 - FFS/0", first="b")
    assert state.board.outcome == Outcome(Player(3), Seat(3), Ending.LAST_ONE_IN)


def test_R31_not_while_two_are_left() -> None:
    state = after("aF bS cF a2 b- c- a>aF a>bS b~aF", start="F/0 FFS/0 FF/0")
    assert (state.board.phase, state.board.outcome) == (Phase.PLACE, None)


def test_R32_no_first_player_is_named_when_the_game_is_over() -> None:
    state = after("aS bF a1 b- a>aS", start="S/0 FF/0")
    won = Outcome(Player(1), Seat(1), Ending.LAST_ONE_IN)
    assert happening(state, "a~aS") == (
        DiscLost(Seat(0), Seat(0), Disc.SKULL),
        SeatOut(Seat(0)),
        GameEnded(won),
    )
    assert refused_by(then(state, "a~aS"), "a^b") == "R32"


@pytest.mark.parametrize("action", ["F", "S", "1", "-", ">a", ">b", "~F", "~", "!", "^b"])
@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("aF bS a1 b- a>aF", "F/1 FFS/0"),
        ("aF bS a2 a>aF a>bS b~aF", "F/1 FFS/0"),
        ("aS bF a1 b- a>aS a~aS", "S/0 FF/0"),
    ],
)
def test_R32_nobody_does_anything_more(line: str, start: str, action: str) -> None:
    state = after(line, start=start)
    assert state.board.phase is Phase.OVER
    assert chance_outcomes(state) == ()
    for seat in "ab":
        assert allowed(state, seat) == ""
        assert refused_by(state, seat + action) == "R32"


def test_R33_after_a_success_everybody_takes_all_discs_back() -> None:
    state = after("aF bS cF aF b2 c3 a- b- c>cF c>aF c>aF")
    assert [holding.hand for holding in state.holdings] == [discs("FFFS")] * 3
    assert [holding.stack for holding in state.holdings] == [(), (), ()]
    assert [(mat.discs, mat.hand, mat.height) for mat in state.board.mats] == [(4, 4, 0)] * 3
    assert [(mat.flipped, mat.faces, mat.passed) for mat in state.board.mats] == [
        (0, (), False)
    ] * 3


def test_R33_nothing_is_lost() -> None:
    state = after("aF bS cF aF b2 c3 a- b- c>cF c>aF c>aF")
    assert [holding.lost for holding in state.holdings] == [(), (), ()]
    for attempt in ("c~F", "c~", "a~"):
        assert refused_by(state, attempt) == "R6"
