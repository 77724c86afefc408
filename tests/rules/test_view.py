"""A view is the open table and the viewer's own seats."""

import pytest

from calavera.rules import PUBLIC, OwnSeat, Player, Seat, View, legal_actions, view
from tests.rulebook.playing import after


@pytest.mark.parametrize("line", ["", "aF", "aF bS cF", "aF bS cF a1", "aF bS cF a1 b- c-"])
def test_a_player_sees_the_board_its_discs_and_its_choices(line: str) -> None:
    state = after(line)
    for seat in state.board.setup.seats:
        viewer = state.board.setup.viewer(Player(seat))
        own = OwnSeat(seat, state.holdings[seat], legal_actions(state, seat))
        assert view(state, viewer) == View(viewer, state.board, (own,))


def test_with_two_tribes_it_sees_both_of_its_seats() -> None:
    state = after("aS bF cF dF", players=2, tribes=2)
    own = view(state, state.board.setup.viewer(Player(1))).own
    assert own == (
        OwnSeat(Seat(1), state.holdings[1], ()),
        OwnSeat(Seat(3), state.holdings[3], ()),
    )


def test_the_public_sees_the_board_alone() -> None:
    state = after("aF bS cF")
    assert view(state, PUBLIC) == View(PUBLIC, state.board, ())
