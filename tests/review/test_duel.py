"""Moves of two players are worth what the solved game says."""

import random
from fractions import Fraction

import pytest

from calavera.bots.ending.booklet import FIRST, SECOND, PageName
from calavera.bots.ending.duel import Duel
from calavera.rules import Bid, Holding

PLACES = [(4, 4, 0, 0), (3, 3, 0, 1), (2, 2, 1, 0), (1, 4, 1, 1), (4, 3, 1, 1), (2, 3, 0, 0)]


@pytest.mark.parametrize("place", PLACES)
def test_the_best_answers_to_both_plans_meet_in_the_bracket(
    place: tuple[int, int, int, int],
) -> None:
    """What a player gets at best against the other's plan is the upper bound, to rounding."""
    rng = random.Random(str(place))
    beliefs = tuple(1.0 if discs == 4 else rng.random() for discs in place[:2])
    duel = Duel.begun(PageName(*place), (beliefs[0], beliefs[1]))
    low, high = duel.bracket
    assert 0.0 <= low <= high <= low + 1e-4
    for role, told, most in ((SECOND, (), 1.0 - low), (FIRST, ("b?",), high)):
        value = 0.0
        for has_skull in (True, False):
            share = beliefs[role] if has_skull else 1.0 - beliefs[role]
            flowers = place[role] - has_skull
            own = Holding.of("F" * flowers + "S" * has_skull)
            worth = duel.worth(role, told, own) if share else {}
            assert worth is not None
            value += share * max(worth.values(), default=0.0)
        assert value == pytest.approx(most, abs=1e-6)


def test_two_discs_with_a_win_each() -> None:
    """One disc each and a win each: whoever begins must bid, and the better guess wins.

    The first player has a flower, and so has the second with probability q. A bid of 1 wins at
    once unless it is raised, and a raise to 2 needs the first player's flower: it has one. So the
    second raises if it has a flower, and the first bids 2 itself: it wins with probability q.
    """
    q = Fraction(3, 5)
    duel = Duel.begun(PageName(1, 1, 1, 1), (0.0, float(1 - q)))
    worth = duel.worth(FIRST, ("b?", "a?"), Holding.of("", "F"))
    assert worth is not None
    assert worth[Bid(2)] == pytest.approx(float(q), abs=1e-6)


def test_a_skull_that_certainly_lies_there_is_worth_nothing_to_run_into() -> None:
    duel = Duel.begun(PageName(1, 1, 1, 1), (0.0, 1.0))
    worth = duel.worth(FIRST, ("b?", "a?"), Holding.of("", "F"))
    assert worth is not None
    assert worth[Bid(2)] == pytest.approx(0.0)
    assert worth[Bid(1)] == pytest.approx(1.0)


def test_where_no_plan_leads_there_is_no_answer() -> None:
    """The first player wins at once by bidding 2, so its plan never bids 1."""
    duel = Duel.begun(PageName(1, 1, 1, 1), (0.0, 0.0))
    assert duel.worth(SECOND, ("b?", "a?", "a1"), Holding.of("", "F")) is None
