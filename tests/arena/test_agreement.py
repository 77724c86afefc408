"""The simulator and the rules agree on every position: the short form of `make agree`."""

import random

import numpy
import pytest

from calavera.arena.compiled.layout import Game, PackedMoment
from calavera.arena.encoding.action_numbers import BID_ONE, DRAW_SKULL, NAME_SELF, PASS_ON
from calavera.arena.simulator import packed
from calavera.rules import Seat, State, new_game, set_up
from tests.arena import agreement
from tests.arena.agreement import compare_moves, compare_some, moves_of_the_rules
from tests.games import SIZES, random_setup

GAMES = 1_500
PIECE = 50
SEED = 2


@pytest.mark.parametrize("begin", range(0, GAMES, PIECE))
def test_every_position_legal_set_and_view_is_the_same(begin: int) -> None:
    compared = compare_some(SEED, begin, begin + PIECE)
    assert compared.games == PIECE
    assert compared.positions > 50 * PIECE


@pytest.mark.parametrize("size", SIZES)
def test_every_size_of_table(size: tuple[int, int]) -> None:
    rng = random.Random(size[0] * size[1])
    start = new_game(random_setup(rng, size))
    compare_moves(start, moves_of_the_rules(start, rng, patient=True))


def test_the_run_meets_every_move_there_is() -> None:
    met: set[int] = set()
    for number in range(120):
        rng = random.Random(number)
        start = new_game(random_setup(rng, (12, 1) if number % 2 else None))
        met.update(moves_of_the_rules(start, rng, patient=number % 4 == 1)[:, 1].tolist())
    assert {*range(DRAW_SKULL + 1)} - met <= {NAME_SELF}  # a player who names a seat is out


def test_the_longest_bidding_there_can_be() -> None:
    """Twelve whole tribes on the mats, ten seats pass, two raise one by one up to 48."""
    start = new_game(set_up(12), Seat(0))
    places = [(seat, disc) for disc in (1, 0, 0, 0) for seat in range(12)]
    bids = [(0, BID_ONE), (1, BID_ONE + 1), *((seat, PASS_ON) for seat in range(2, 12))]
    bids += [(number % 2, BID_ONE + number) for number in range(2, 48)]
    compared = compare_moves(start, numpy.array(places + bids, numpy.int8))
    assert compared.positions == 1 + 48 + 12 + 46


@pytest.mark.parametrize("field", PackedMoment._fields)
def test_a_difference_is_found(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the comparison could pass by comparing nothing."""

    def wrong(state: State) -> Game:
        game = packed(state)
        moment = game.moment._replace(**{field: getattr(game.moment, field) ^ 1})
        return game._replace(moment=moment) if game.moment.round == 2 else game

    start = new_game(random_setup(random.Random(1), (3, 1)))
    moves = moves_of_the_rules(start, random.Random(1), patient=False)
    compare_moves(start, moves)
    monkeypatch.setattr(agreement, "packed", wrong)
    with pytest.raises(AssertionError):
        compare_moves(start, moves)


@pytest.mark.parametrize("part", ["mask_of", "assembled"])
def test_a_different_legal_set_or_view_is_found(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = getattr(agreement, part)

    def wrong(*given: object) -> bytes:
        row: bytes = true(*given)
        return bytes([row[0] ^ 1]) + row[1:]

    start = new_game(random_setup(random.Random(1), (3, 1)))
    moves = moves_of_the_rules(start, random.Random(1), patient=False)
    monkeypatch.setattr(agreement, part, wrong)
    with pytest.raises(AssertionError):
        compare_moves(start, moves)
