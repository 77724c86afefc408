"""One disc left: R34."""

import pytest

from calavera.rules import Phase, Seat
from calavera.rules.events import AttemptBegan, DiscLost, SeatOut
from tests.rulebook.playing import after, allowed, discs, happening, refused_by, then

START = "F/0 FFS/0 FFF/0"


def test_R34_it_has_to_place_its_disc_in_step_one() -> None:
    assert allowed(after(start=START), "a") == "F"
    assert allowed(after(start="S/0 FF/0"), "a") == "S"
    waiting = after("bF cF", start=START)
    assert waiting.board.phase is Phase.PLACE
    assert refused_by(waiting, "a1") == "R6"
    assert refused_by(waiting, "aS") == "R6"


def test_R34_it_must_challenge_on_its_turn_in_step_two() -> None:
    state = after("aF bS cF", start=START)
    assert allowed(state, "a") == "1 2 3"
    assert refused_by(state, "aF") == "R10"


def test_R34_it_may_raise_or_pass_as_anyone() -> None:
    state = after("aF bS cF b1 c2", start=START, first="b")
    assert allowed(state, "a") == "- 3"
    assert happening(state, "a3")[-1] == AttemptBegan(Seat(0), 3)
    assert then(state, "a-").board.turn == (Seat(1),)


@pytest.mark.parametrize(
    ("line", "loss"),
    [("aF bS cF a2 b- c- a>aF a>bS", "b~aF"), ("aS bF cF a1 b- c- a>aS", "a~aS")],
)
def test_R34_it_is_out_if_it_fails_as_challenger(line: str, loss: str) -> None:
    state = after(line, start=f"{line[1]}/0 FFS/0 FFF/0")
    assert SeatOut(Seat(0)) in happening(state, loss)
    assert any(isinstance(event, DiscLost) for event in happening(state, loss))
    assert then(state, loss).board.mats[0].discs == 0


def test_R34_it_keeps_its_disc_after_a_success_and_when_others_fail() -> None:
    success = after("aF bS cF a1 b- c- a>aF", start=START)
    assert success.holdings[0].hand == discs("F")
    assert success.board.mats[0].wins == 1
    other = after("aF bS cF b2 c- a- b>bS b~bF", start=START, first="b")
    assert other.holdings[0].hand == discs("F")
    assert other.board.mats[0].discs == 1
