"""Elo differences and the sequential test, against games of known strength."""

import json
import math
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.interval import student_t
from calavera.arena.match.elo import elo_differences, expected_score
from calavera.arena.match.match_plan import MatchPlan, Mixes, make_plan
from calavera.arena.match.result import GameResult
from calavera.arena.match.sequence import SequentialTest, SprtProgress
from calavera.arena.match.sprt import Sprt, Verdict, log_likelihood_ratio, make_sprt
from tests.arena.test_match_process import result, run, start, wait_for_lines

BLOCK_LUCK = 2.0
"""How much better the favoured seat of a block plays: luck that its games share."""


def games_of(plan: MatchPlan, elo: list[float], seed: int) -> Iterator[GameResult]:
    """Games of bots with those ratings, block by block."""
    rng = random.Random(seed)
    for block in range(plan.blocks):
        favoured = rng.randrange(plan.seats)
        for number in range(block * plan.block, (block + 1) * plan.block):
            seating = plan.game(number).seating
            strengths = [
                10 ** (elo[bot] / 400) * (BLOCK_LUCK if seat == favoured else 1)
                for seat, bot in enumerate(seating)
            ]
            (winner,) = rng.choices(range(plan.seats), strengths)
            yield GameResult(number, winner, 1, 1)


def test_two_seats_have_the_elo_of_chess() -> None:
    plan = make_plan(["a", "b"], 2, 2, 0)
    for elo in (-300, 0, 42, 400):
        assert expected_score(plan, elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))


@pytest.mark.parametrize(("seats", "mixes"), [(3, Mixes.ALL), (4, Mixes.ALL), (6, Mixes.EVEN)])
def test_equal_bots_win_half_of_a_block(seats: int, mixes: Mixes) -> None:
    plan = make_plan(["a", "b"], seats, 1, 0, mixes)
    assert expected_score(plan, 0) == pytest.approx(0.5)
    assert expected_score(plan, 50) == pytest.approx(1 - expected_score(plan, -50))


def test_seats_that_are_out_do_not_count() -> None:
    """With two seats in, a table of three is a game of two."""
    plan = make_plan(["a", "b"], 3, 1, 0, starts=["FFFS/0 FFFS/0 -"])
    strength = 10 ** (100 / 400)
    assert expected_score(plan, 100) == pytest.approx(_score_by_hand(plan, strength))


def _score_by_hand(plan: MatchPlan, strength: float) -> float:
    total = 0.0
    for number in range(plan.block):
        own = [strength if bot == 0 else 1.0 for bot in plan.game(number).seating[:2]]
        total += sum(own[seat] for seat in (0, 1) if plan.game(number).seating[seat] == 0) / sum(
            own
        )
    return total / plan.block


def test_the_elo_explains_the_wins() -> None:
    """By definition: at the rating found, the expected score is the score."""
    plan = make_plan(["a", "b"], 4, 1200, 0)
    games = [*games_of(plan, [70, 0], 1)]
    score = sum(plan.game(one.number).seating[one.winner] == 0 for one in games) / plan.games
    differences = elo_differences(plan, ["a", "b"], games)
    assert differences is not None
    one, other = differences
    assert (one.bot, one.against, other.bot) == ("a", "b", "b")
    assert expected_score(plan, one.elo) == pytest.approx(score)
    assert other.elo == pytest.approx(-one.elo)
    assert other.error == pytest.approx(one.error)


def test_error_bars_hold_the_truth_as_often_as_they_say() -> None:
    """Also for three bots and few blocks; the favoured seat makes games of a block alike."""
    plan = make_plan(["a", "b", "c"], 3, 60, 0)
    truth, held, tries = [80.0, 0.0, -40.0], 0, 200
    level = make_plan(["a", "b", "c"], 3, 60_000, 0)
    far = elo_differences(level, ["a", "b", "c"], games_of(level, truth, 99))
    assert far is not None
    true = {(one.bot, one.against): one.elo for one in far}
    for seed in range(tries):
        found = elo_differences(plan, ["a", "b", "c"], games_of(plan, truth, seed))
        assert found is not None
        assert found[0].error is not None
        held += abs(found[0].elo - true["a", "b"]) <= found[0].error
    assert 0.91 <= held / tries <= 0.985


def test_no_elo_without_a_defeat_or_a_whole_block() -> None:
    plan = make_plan(["a", "b"], 2, 4, 0)
    games = [GameResult(number, plan.game(number).seating.index(0), 1, 1) for number in range(4)]
    assert elo_differences(plan, ["a", "b"], games) is None
    assert elo_differences(plan, ["a", "b"], games[:1]) is None
    even = [games[0], GameResult(1, games[0].winner, 1, 1)]
    found = elo_differences(plan, ["a", "b"], even)
    assert found is not None
    assert found[0].elo == pytest.approx(0)
    assert found[0].error is None, "one block says nothing of how blocks differ"


def test_quantiles_of_student() -> None:
    for freedom, known in ((1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (120, 1.980)):
        assert student_t(freedom) == pytest.approx(known, abs=0.001)


def test_the_ratio_is_that_of_likeliest_distributions() -> None:
    """For scores of 0 and 1 alone there is one distribution of a mean: the ratio is exact."""
    exact = 60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6) == pytest.approx(exact, rel=1e-6)
    assert log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.6, 0.5) == pytest.approx(-exact, rel=1e-6)
    many = {0.0: 200, 0.25: 900, 0.5: 1500, 0.75: 1000, 1.0: 250}  # normal, by the many
    total = sum(many.values())
    mean = sum(score * count for score, count in many.items()) / total
    variance = sum(count * (score - mean) ** 2 for score, count in many.items()) / total
    normal = total * 0.02 * (2 * mean - 0.5 - 0.52) / (2 * variance)
    assert log_likelihood_ratio(many, 0.5, 0.52) == pytest.approx(normal, rel=0.02)


def test_blocks_that_are_all_alike_prove_nothing_at_once() -> None:
    """A normal distribution would have no variance here, and an infinite ratio."""
    scores = {number / 12: 0 for number in range(13)} | {0.75: 2}
    assert 0 < log_likelihood_ratio(scores, 0.5, 0.52) < 0.5


def progress(plan: MatchPlan, sprt: Sprt, games: list[GameResult]) -> SprtProgress:
    test = SequentialTest(plan, sprt)
    test.take(games)
    return test.progress


RATE = 0.1
GAP = 70.0


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Verdict.H1), (GAP, Verdict.H0)])
def test_error_rates_are_kept(seats: int, elo: float, wrong: Verdict) -> None:
    """At either hypothesis, the other is accepted as seldom as asked, and all tests end."""
    sprt = make_sprt(0, GAP, RATE, RATE)
    plan = make_plan(["a", "b"], seats, 4000, 0, sprt=sprt)
    true_score = expected_score(plan, elo)
    errors, tries = 0, 400
    for seed in range(tries):
        test, rng = SequentialTest(plan, sprt), random.Random(seed)
        for block in range(plan.blocks):
            if test.progress.verdict:
                break
            test.take(_block_of_score(plan, block, true_score, rng))
        assert test.progress.verdict is not None
        errors += test.progress.verdict is wrong
    assert errors / tries <= RATE


def _block_of_score(
    plan: MatchPlan, block: int, score: float, rng: random.Random
) -> list[GameResult]:
    """A block in which the first bot wins games with that chance, alike by shared luck."""
    luck = rng.choice((-0.1, 0.1))
    results = []
    for number in range(block * plan.block, (block + 1) * plan.block):
        bot = 0 if rng.random() < score + luck else 1
        results.append(GameResult(number, plan.game(number).seating.index(bot), 1, 1))
    return results


def test_a_test_ends_at_the_same_block_whatever_comes_first() -> None:
    sprt = make_sprt(0, 60, 0.05, 0.05)
    plan = make_plan(["a", "b"], 3, 3000, 0, sprt=sprt)
    games = [*games_of(plan, [120, 0], 5)]
    in_order = progress(plan, sprt, games)
    assert in_order.verdict is Verdict.H1
    assert in_order.blocks < plan.blocks
    shuffled = random.Random(1).sample(games, len(games))
    assert progress(plan, sprt, shuffled) == in_order
    one_by_one = SequentialTest(plan, sprt)
    for game in shuffled:
        one_by_one.take([game])
    assert one_by_one.progress == in_order


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((10, 10, 0.05, 0.05), "--sprt 10 10 0.05 0.05: the first Elo difference must be less"),
        ((0, 10, 0, 0.05), "alpha and beta are error rates between 0 and 0.5"),
        ((0, 10, 0.05, 0.5), "alpha and beta are error rates between 0 and 0.5"),
        ((0, 5000, 0.05, 0.05), "Elo differences are from -2000 to 2000"),
    ],
)
def test_a_test_that_means_nothing(asked: tuple[float, float, float, float], said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        make_sprt(*asked)


def test_three_bots_have_no_test() -> None:
    with pytest.raises(ArenaError, match="--sprt compares two bots, not 3"):
        make_plan(["a", "b", "c"], 3, 1, 0, sprt=make_sprt(0, 10, 0.05, 0.05))


CLEAR = ("belief", "uniform", "--seats", "3", "--sprt", "0", "50", "0.05", "0.05", "--json")


def test_a_match_ends_early_and_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    done = run(tmp_path, "arena", *CLEAR, "--save", "one")
    assert done.returncode == 0, done.stderr
    told = result(done.stdout)
    assert told["sprt"]["verdict"] == "H1"
    assert told["sprt"]["llr"] >= told["sprt"]["upper"] == pytest.approx(math.log(20))
    assert told["games"] == told["sprt"]["blocks"] * 6 < told["planned"]
    assert told["complete"] is True
    assert told["elo"][0]["low"] < told["elo"][0]["elo"] < told["elo"][0]["high"]
    assert result(run(tmp_path, "arena", *CLEAR, "--jobs", "2").stdout) == told
    again = run(tmp_path, "arena", "--resume", "one", "--json")
    assert result(again.stdout) == told


def test_the_report_names_bots_in_one_way_and_the_hypothesis_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "timid.py").write_text(
        "from calavera.bots import Uniform\n\nclass Timid(Uniform):\n    name = 'Timid'\n"
    )
    told = run(tmp_path, "arena", "timid:Timid", "cautious", *CLEAR[2:-1]).stdout.splitlines()
    assert told[1] == "Bots: Timid = timid:Timid"
    assert told[-1].startswith("SPRT of Timid against cautious, elo0 0, elo1 50: ")
    assert told[-1].endswith("H0 accepted: stronger by 0 Elo or less")


def test_a_test_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    at_once = run(tmp_path, "arena", *CLEAR)
    process = start(tmp_path, "arena", *CLEAR, "--save", "cut")
    wait_for_lines(tmp_path / "cut", 3)
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert json.loads(out)["sprt"]["elo1"] == 50
    again = run(tmp_path, "arena", "--resume", "cut", "--json")
    assert result(again.stdout) == result(at_once.stdout)
    other = run(tmp_path, "arena", "--sprt", "0", "40", "0.05", "0.05", "--resume", "cut")
    assert other.returncode == 2
    assert "without --sprt 0 40 0.05 0.05, --resume continues it" in other.stderr
