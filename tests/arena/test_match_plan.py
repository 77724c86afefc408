"""The plan of a match: balanced and reproducible."""

from collections import Counter

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.match.match_plan import MatchPlan, Mixes, make_plan, mixes_of

SHAPES = [
    (bots, seats, mixes)
    for bots, seats in [(2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 3), (3, 6), (2, 12)]
    for mixes in Mixes
]


def plan_of(bots: int, seats: int, mixes: Mixes, seed: int = 5) -> MatchPlan:
    return MatchPlan(tuple(f"bot{index}" for index in range(bots)), seats, 3, seed, mixes)


@pytest.mark.parametrize(("bots", "seats", "mixes"), SHAPES)
def test_every_bot_sits_on_every_seat_equally_often_in_every_block(
    bots: int, seats: int, mixes: Mixes
) -> None:
    plan = plan_of(bots, seats, mixes)
    for block in range(plan.blocks):
        numbers = range(block * plan.block, (block + 1) * plan.block)
        seatings = [plan.game(number).seating for number in numbers]
        times = Counter(pair for seating in seatings for pair in enumerate(seating))
        assert len(times) == bots * seats
        assert len(set(times.values())) == 1


@pytest.mark.parametrize(("bots", "seats", "mixes"), SHAPES)
def test_every_mix_comes_in_every_rotation(bots: int, seats: int, mixes: Mixes) -> None:
    plan = plan_of(bots, seats, mixes)
    seatings = [plan.game(number).seating for number in range(plan.block)]
    times = Counter(tuple(sorted(seating)) for seating in seatings)
    assert sorted(times) == sorted(tuple(sorted(mix)) for mix in mixes_of(bots, seats, mixes))
    assert set(times.values()) == {seats}
    for start in range(0, plan.block, seats):
        first = seatings[start]
        turns = [(*first[turn:], *first[:turn]) for turn in range(seats)]
        assert seatings[start : start + seats] == turns


def test_the_mixes_of_two_bots() -> None:
    assert mixes_of(2, 3, Mixes.ALL) == ((0, 0, 1), (0, 1, 1))
    assert mixes_of(2, 4, Mixes.ALL) == ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1))
    assert [Counter(mix) for mix in mixes_of(2, 4, Mixes.EVEN)] == [{0: 2, 1: 2}]
    assert [Counter(mix) for mix in mixes_of(2, 3, Mixes.EVEN)] == [{0: 2, 1: 1}, {0: 1, 1: 2}]
    assert mixes_of(3, 2, Mixes.ALL) == mixes_of(3, 2, Mixes.EVEN) == ((0, 1), (0, 2), (1, 2))


def test_all_games_of_a_block_have_the_same_dice_and_other_blocks_have_others() -> None:
    plan = plan_of(2, 3, Mixes.ALL)
    dice = [plan.game(number).dice for number in range(plan.games)]
    assert [len(set(dice[start : start + plan.block])) for start in (0, 6, 12)] == [1, 1, 1]
    assert len(set(dice)) == plan.blocks


def test_neighbours_change_from_block_to_block() -> None:
    plan = MatchPlan(("a", "b", "c", "d"), 4, 40, 0)
    orders = {plan.game(number).seating for number in range(0, plan.games, plan.block)}
    assert len(orders) > 10


def test_the_number_of_games_is_rounded_up_to_whole_blocks() -> None:
    assert make_plan(["a", "b"], 4, 1, 0).games == 12
    assert make_plan(["a", "b"], 4, 12, 0).games == 12
    assert make_plan(["a", "b"], 4, 13, 0).games == 24
    assert make_plan(["a", "b"], 4, 13, 0, Mixes.EVEN).games == 16


@pytest.mark.parametrize("seats", [0, 1, 13, 1000])
def test_a_table_that_cannot_be(seats: int) -> None:
    with pytest.raises(ArenaError, match="a table has at least two players"):
        make_plan(["a", "b"], seats, 10, 0)


def test_no_games() -> None:
    with pytest.raises(ArenaError, match="one game at least"):
        make_plan(["a", "b"], 4, 0, 0)


def test_fingerprints_tell_plans_apart() -> None:
    plan = plan_of(2, 3, Mixes.ALL)
    others = [
        plan_of(2, 3, Mixes.ALL, seed=6), plan_of(2, 3, Mixes.EVEN), plan_of(2, 4, Mixes.ALL),
        plan_of(3, 3, Mixes.ALL), MatchPlan(plan.bots, 3, 4, 5),
        MatchPlan(plan.bots[::-1], 3, 3, 5),
    ]  # fmt: skip
    assert len({plan.fingerprint, *(other.fingerprint for other in others)}) == 7
    assert plan.fingerprint == plan_of(2, 3, Mixes.ALL).fingerprint


def test_a_plan_stays_what_it_is() -> None:
    """A saved match must continue with the same plan: a change here requires a new PLAN_VERSION."""
    plan = MatchPlan(("cautious", "uniform"), 4, 2, 7)
    assert [plan.game(number).seating for number in (0, 5, 13, 23)] == PINNED_SEATINGS
    assert plan.fingerprint == PINNED_FINGERPRINT


PINNED_SEATINGS = [(0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 0), (1, 0, 1, 1)]
PINNED_FINGERPRINT = "312b5d9470e0c1cf"
