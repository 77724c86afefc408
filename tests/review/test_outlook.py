"""Chances are certain where the outcome is, and a blind pick is compared with its mean."""

import pytest

from calavera.record import read_record
from calavera.review import Review, review
from calavera.review.steps import steps
from calavera.rules import Disc, Pick, Player, Seat
from tests.review.games import FOUR, game, reviewed

A, B, C = range(3)
OPENING = """skull: 1
players: Ana, Bo, Cy

1. bF cF aF | a3 | a>aF a>bF a>cF
"""


def reviewed_after(rounds: str) -> Review:
    return review(read_record(f"{OPENING}{rounds}"))


def steps_of(rounds: str, *, then: str) -> range:
    """The steps of some moves after the opening."""
    before = len(read_record(f"{OPENING}{rounds}").moves)
    return range(before, before + len(then.split()) + 1)


def test_a_second_success_that_cannot_fail_is_won_with_all_discs_open() -> None:
    begun, flips = "2. bF cF aF | a3 |", "a>aF a>bF a>cF"
    found = reviewed_after(f"{begun} {flips}\nresult: a\n")
    for step in steps_of(begun, then=flips):
        assert found.curves.open[step] == (1.0, 0.0, 0.0)
    assert found.curves.public[steps_of(begun, then=flips)[0]][A] < 0.5


def test_a_first_success_that_cannot_fail_is_worth_the_next_round() -> None:
    text = OPENING + "2. bF cF aF | a3 | a>aF a>bF a>cF\nresult: a\n"
    found = review(read_record(text))
    assert len(set(found.curves.open[4:8])) == 1


def test_the_own_skull_below_is_a_failure_from_the_start() -> None:
    begun, flips = "2. bF cF aS | aF b2 c3 a4 |", "a>aF a>aS"
    rest = "a~aF\n3. bF cF aF | a3 | a>aF a>bF a>cF\nresult: a\n"
    found = reviewed_after(f"{begun} {flips} | {rest}")
    open_points = {found.curves.open[step] for step in steps_of(begun, then=flips)}
    own_points = {found.curves.players[A][step] for step in steps_of(begun, then=flips)}
    assert len(open_points) == len(own_points) == 1


def test_a_challenger_who_needs_own_flowers_alone_knows_that_the_game_is_won() -> None:
    begun, flips = "2. bS cS aF | a1 b- c- |", "a>aF"
    found = reviewed_after(f"{begun} {flips}\nresult: a\n")
    step = steps_of(begun, then=flips)[0]
    assert found.curves.open[step] == found.curves.players[A][step] == (1.0, 0.0, 0.0)
    assert found.curves.players[B][step][A] < 1.0
    assert found.curves.public[step][A] < 1.0


def test_a_last_disc_against_a_skull_ends_the_game_of_two() -> None:
    """With two players left, the challenger's only disc is lost whatever is picked."""
    text = """skull: 1
players: Ana, Bo
start: F/0 FS/0

1. bS aF | a2 | a>aF a>bS | b~aF
result: b
"""
    found = review(read_record(text))
    assert found.curves.open[3:] == ((0.0, 1.0),) * (len(found.curves.open) - 3)


@pytest.mark.parametrize("lost", ["F", "S"])
def test_a_blind_pick_is_compared_with_its_mean(lost: str) -> None:
    begun, pick = "2. bS cF aF | a2 b- c- | a>aF a>bS |", f"b~a{lost}"
    rest = "\n3. bF cF aF | a3 | a>aF a>bF a>cF\nresult: a\n"
    before, after = steps_of(begun, then=pick)
    flower, skull = (
        reviewed_after(f"{begun} b~a{disc}{rest}").curves.open[after][A] for disc in "FS"
    )
    found = reviewed_after(f"{begun} {pick}{rest}")
    mean = 0.75 * flower + 0.25 * skull
    assert found.curves.open[before][A] == pytest.approx(mean)
    assert found.accounts[A].blind == pytest.approx((flower if lost == "F" else skull) - mean)


def test_a_blind_pick_among_flowers_is_no_luck() -> None:
    rounds = (
        "2. bF cF aS | a1 b- c- | a>aS | a~aS\n"
        "3. bS cF aF | a2 b- c- | a>aF a>bS | b~aF\n"
        "4. bF cF aF | a3 | a>aF a>bF a>cF\nresult: a\n"
    )
    found = reviewed_after(rounds)
    assert [account.blind for account in found.accounts] == [0.0, 0.0, 0.0]
    assert not any(type(moment).__name__ == "Blind" for moment in found.moments)


def test_picks_among_flowers_are_no_luck_in_games_of_bots() -> None:
    told, opened = list(steps(game(*FOUR))), reviewed(*FOUR).curves.open
    picks = [step for step in told if isinstance(step.action, Pick)]
    assert picks
    for step in picks:
        attempt = step.before.board.attempt
        assert attempt is not None
        if Disc.SKULL not in step.before.holdings[attempt.challenger].discs:
            assert opened[step.number] == opened[step.number - 1]


def test_who_only_watches_learns_nothing_from_a_blind_pick() -> None:
    told, curves = list(steps(game(*FOUR))), reviewed(*FOUR).curves
    for step in told:
        if isinstance(step.action, Pick) and step.after.board.outcome is None:
            assert step.before.board.attempt is not None
            for player, curve in enumerate(curves.players):
                if Seat(player) != step.before.board.attempt.challenger:
                    assert curve[step.number][Player(player)] == pytest.approx(
                        curve[step.number - 1][Player(player)]
                    )
