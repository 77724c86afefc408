"""Step 1, one disc each: R6 to R8."""

import pytest

from calavera.rules import Phase, Placement, Seat, State, new_game, seat_named, set_up
from calavera.rules.events import DiscPlaced
from tests.rulebook.playing import (
    after,
    allowed,
    discs,
    happening,
    refused_by,
    seats,
    table,
    then,
)


def in_order(line: str = "", *, first: str = "a") -> State:
    """Three players who place one after the other."""
    setup = set_up(3, placement=Placement.FIRST_LAST)
    return then(new_game(setup, seat_named(first)), line)


def test_R6_every_seat_puts_one_disc_of_its_choice_on_its_mat() -> None:
    assert [allowed(after(), seat) for seat in "abc"] == ["F S", "F S", "F S"]
    assert happening(after(), "bS") == (DiscPlaced(Seat(1), discs("S")[0]),)
    state = after("aF bS cF")
    assert [holding.stack for holding in state.holdings] == [discs("F"), discs("S"), discs("F")]
    assert [holding.hand for holding in state.holdings] == [
        discs("FFS"),
        discs("FFF"),
        discs("FFS"),
    ]
    assert [(mat.hand, mat.height) for mat in state.board.mats] == [(3, 1)] * 3


def test_R6_exactly_one_disc() -> None:
    placed = after("aF")
    assert allowed(placed, "a") == ""
    assert refused_by(placed, "aF") == "R6"
    assert refused_by(placed, "aS") == "R6"


@pytest.mark.parametrize("attempt", ["a1", "a-", "a>a", "a~F", "a~", "a^b"])
def test_R6_nothing_else_is_done_before_that(attempt: str) -> None:
    assert refused_by(after("bF"), attempt) == "R6"


def test_R6_the_disc_is_one_that_the_seat_has() -> None:
    state = after(start="FFF/0 S/0")
    assert (allowed(state, "a"), allowed(state, "b")) == ("F", "S")
    assert refused_by(state, "aS") == "R6"
    assert refused_by(state, "bF") == "R6"


def test_R6_a_seat_that_is_out_places_nothing() -> None:
    state = after(start="F/0 - F/0")
    assert state.board.turn == seats("ac")
    assert allowed(state, "b") == ""
    assert refused_by(state, "bF") == "R27"


def test_R7_at_once_is_the_default() -> None:
    assert set_up(3).placement is Placement.SIMULTANEOUS
    assert table(start="F/0 F/0").placement is Placement.SIMULTANEOUS


@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_R7_at_once_means_in_any_order(order: str) -> None:
    state = after()
    assert state.board.turn == seats("abc")
    for count, seat in enumerate(order, start=1):
        assert (state.board.phase, state.board.total) == (Phase.PLACE, count - 1)
        state = then(state, f"{seat}F")
        waiting = "".join(sorted(order[count:]))
        assert state.board.turn == seats(waiting or "a")
    assert (state.board.phase, state.board.total) == (Phase.ADD, 3)


def test_R7_nothing_is_shown_while_they_place() -> None:
    assert all(mat.faces == () for mat in after("bS cF").board.mats)
    assert after("bS cF").board == after("bF cS").board


@pytest.mark.parametrize(("first", "order"), [("a", "bca"), ("b", "cab"), ("c", "abc")])
def test_R7_first_last_goes_clockwise_and_ends_with_the_first_player(
    first: str, order: str
) -> None:
    state = in_order(first=first)
    for seat in order:
        assert (state.board.phase, state.board.turn) == (Phase.PLACE, seats(seat))
        state = then(state, f"{seat}F")
    assert (state.board.phase, state.board.turn) == (Phase.ADD, seats(first))


def test_R7_first_last_refuses_whoever_is_not_next() -> None:
    assert (allowed(in_order(), "a"), allowed(in_order(), "b")) == ("", "F S")
    assert refused_by(in_order(), "aF") == "R7"
    assert refused_by(in_order(), "cF") == "R7"
    assert refused_by(in_order("bF"), "aF") == "R7"


def test_R7_first_last_leaves_out_seats_that_are_out() -> None:
    start = table(start="F/0 - F/0 F/0").start
    setup = set_up(4, placement=Placement.FIRST_LAST, start=start)
    state = new_game(setup, Seat(0))
    assert state.board.turn == seats("c")
    assert then(state, "cF").board.turn == seats("d")
    assert then(state, "cF dF").board.turn == seats("a")
    assert refused_by(state, "bF") == "R27"


@pytest.mark.parametrize("first", ["a", "b", "c"])
def test_R8_step_two_starts_with_the_first_player_when_all_have_placed(first: str) -> None:
    waiting, ready = after("bF aF", first=first), after("bF aF cF", first=first)
    assert (waiting.board.phase, waiting.board.turn) == (Phase.PLACE, seats("c"))
    assert (ready.board.phase, ready.board.turn) == (Phase.ADD, seats(first))
    assert refused_by(waiting, f"{first}1") == "R6"
    assert allowed(ready, first) == "F S 1 2 3"


def test_R8_it_does_not_wait_for_a_seat_that_is_out() -> None:
    board = after("cF aF", start="FF/0 - FF/0").board
    assert (board.phase, board.turn) == (Phase.ADD, seats("a"))
