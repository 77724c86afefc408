"""The answers of a network: each legal action has one number, and the number leads back to it."""

import random

import pytest

from calavera.bots.network import choices
from calavera.bots.network.choices import action_of_choice, choice_count, legal_choices
from calavera.rules import (  # fmt: skip
    Bid,
    Disc,
    Discard,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
    Player,
    Seat,
    Show,
    set_up,
    view,
)
from tests.games import play_out


def test_numbers_follow_each_other_without_a_gap() -> None:
    assert [
        choices.PLACE_FLOWER, choices.PLACE_SKULL, choices.RAISE, choices.EVERYTHING,
        choices.PASS_ON, choices.DISCARD_FLOWER, choices.DISCARD_SKULL, choices.FLIP_NEXT,
    ] == [0, 1, 2, 10, 11, 12, 13, 14]  # fmt: skip
    assert choice_count(4) == 17


@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_choice_leads_back_to_its_action(players: int) -> None:
    setup = set_up(players)
    met = set()
    for state in play_out(setup, random.Random(players)).states:
        for player in range(players):
            seen = view(state, setup.viewer(Player(player)))
            for own in seen.own:
                found = legal_choices(own, seen.board)
                assert all(action_of_choice(n, own, seen.board) == a for n, a in found.items())
                assert all(0 <= number < choice_count(players) for number in found)
                left_out = set(own.legal) - set(found.values())
                assert all(
                    isinstance(action, Pick | NameFirst | Show)
                    or action == Flip(own.seat)
                    or isinstance(action, Bid)
                    for action in left_out
                )
                met |= {(number, type(action)) for number, action in found.items()}
    assert {kind for _, kind in met} == {Place, Bid, Pass, Discard, Flip}


def test_what_a_choice_means_at_one_table() -> None:
    setup = set_up(3)
    for state in play_out(setup, random.Random(1)).states:
        board = state.board
        for seat in board.turn:
            own = view(state, setup.viewer(setup.owner(seat))).own[0]
            for number, action in legal_choices(own, board).items():
                match action:
                    case Place(disc=disc):
                        assert number == (disc is Disc.SKULL)
                    case Discard(disc=disc):
                        assert number == 12 + (disc is Disc.SKULL)
                    case Flip(mat=mat):
                        assert Seat((seat + number - 13) % 3) == mat
                    case Bid(number=bid):
                        standing = board.bidding.number if board.bidding else 0
                        assert number == (10 if bid == board.total else 1 + bid - standing)
                    case _:
                        assert number == 11
