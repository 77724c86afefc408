"""Chance is listed with exact probabilities."""

import random
from fractions import Fraction

import pytest

from calavera.rules import (
    Disc,
    Seat,
    State,
    chance_events,
    chance_outcomes,
    evolve,
    new_game,
    set_up,
)
from calavera.rules.events import DiscsShuffled, RoundBegan
from tests.rulebook.playing import after, table

FAILED = "aF bS cF c2 a- b- c>cF c>bS"


def failed_with(discs_of_c: str) -> State:
    """The third seat failed by the skull of the second."""
    return after(FAILED, start=f"FF/0 FS/0 {discs_of_c}/0", first="c")


@pytest.mark.parametrize("players", range(2, 13))
def test_every_seat_is_drawn_with_the_same_probability(players: int) -> None:
    outcomes = chance_outcomes(new_game(set_up(players)))
    assert outcomes == tuple(
        (RoundBegan(1, Seat(seat)), Fraction(1, players)) for seat in range(players)
    )


def test_only_seats_that_are_in_are_drawn() -> None:
    outcomes = chance_outcomes(new_game(table(start="- F/0 F/0 - S/0")))
    assert outcomes == tuple((RoundBegan(1, Seat(seat)), Fraction(1, 3)) for seat in (1, 2, 4))


@pytest.mark.parametrize(
    ("discs_of_c", "flower", "skull"),
    [
        ("FFFS", Fraction(3, 4), Fraction(1, 4)),
        ("FFS", Fraction(2, 3), Fraction(1, 3)),
        ("FS", Fraction(1, 2), Fraction(1, 2)),
    ],
)
def test_every_disc_is_picked_with_the_same_probability(
    discs_of_c: str, flower: Fraction, skull: Fraction
) -> None:
    assert chance_outcomes(failed_with(discs_of_c)) == (
        (DiscsShuffled(Seat(2), Disc.FLOWER), flower),
        (DiscsShuffled(Seat(2), Disc.SKULL), skull),
    )


@pytest.mark.parametrize("discs_of_c", ["F", "FF", "FFF"])
def test_where_there_is_one_kind_it_is_certain(discs_of_c: str) -> None:
    assert chance_outcomes(failed_with(discs_of_c)) == (
        (DiscsShuffled(Seat(2), Disc.FLOWER), Fraction(1)),
    )


def test_a_skull_can_be_all_that_is_picked_from() -> None:
    state = after("aS bF cF a1 b- c-", start="FS/0 FF/0 FF/0")
    assert chance_outcomes(state) == ()
    both_skulls = after(
        "aF bS cF dS a3 b- c- d- a>aF a>dS", players=2, tribes=2, start="F/0 S/0 FF/0 S/0"
    )
    assert chance_outcomes(both_skulls) == ((DiscsShuffled(Seat(0), Disc.FLOWER), Fraction(1)),)


@pytest.mark.parametrize("discs_of_c", ["F", "FF", "FS", "FFF", "FFS", "FFFS"])
def test_the_probabilities_add_up_to_one_and_are_exact(discs_of_c: str) -> None:
    outcomes = chance_outcomes(failed_with(discs_of_c))
    assert sum(share for _, share in outcomes) == 1
    assert all(isinstance(share, Fraction) for _, share in outcomes)


def test_every_outcome_can_be_applied_and_chance_is_done() -> None:
    for state in (new_game(set_up(3)), failed_with("FFS")):
        for event, _ in chance_outcomes(state):
            assert chance_outcomes(evolve(state, event)) == ()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "aF bS cF",
        "aF bS cF a2",
        "aF bS cF a2 b- c-",
        "aF bS cF a2 b- c- a>aF",
        "aS bS cF a2 b- c- a>aS",
        "aF bS cF a2 b- c- a>aF a>bS b~aF",
        "aF bS cF a2 b- c- a>aF a>cF",
    ],
)
def test_chance_is_not_to_move_otherwise(line: str) -> None:
    assert chance_outcomes(after(line)) == ()


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("aS bF cF a1 b- c- a>aS a~aS", "S/0 FF/0 FF/0"),
        ("aF bF a1 b- a>aF", "F/1 FF/0"),
        ("aF bS a2 a>aF a>bS b~aF", "F/0 FS/0"),
    ],
)
def test_nor_when_somebody_is_out_or_has_won(line: str, start: str) -> None:
    assert chance_outcomes(after(line, start=start)) == ()


def test_chance_draws_with_the_randomness_of_the_caller() -> None:
    state = new_game(set_up(4))
    for seed in range(20):
        outcomes = chance_outcomes(state)
        (event,) = chance_events(state, random.Random(seed))
        assert event == outcomes[int(4 * random.Random(seed).random())][0]


def test_nothing_is_drawn_where_chance_is_not_to_move() -> None:
    rng = random.Random(1)
    before = rng.getstate()
    assert chance_events(new_game(set_up(4), Seat(0)), rng) == ()
    assert rng.getstate() == before
