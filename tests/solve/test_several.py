"""Three players: profiles and their NashConv."""

import json
from fractions import Fraction
from itertools import takewhile

import pytest

from bench.endgames import several
from bench.three_players import results
from calavera.cli import main
from calavera.rules import Action, Disc, Flip, NameFirst, Pass, SeatStart
from calavera.rules.events import BidMade, DiscFlipped, RoundBegan
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.several.profile import SeatInfo, SeveralPlayers
from tests.solve.enumerated import Enumerated, Known

NATURAL = [SeatInfo(1, 0, 0.25)] * 3


def test_two_players_come_out_as_the_exact_program_has_it() -> None:
    game = SeveralPlayers([SeatInfo(1, 0, 0.25)] * 2)
    game.sample_times(20_000)
    found = game.found()
    assert found.shares[0] == pytest.approx(9 / 16, abs=0.01)
    assert 0.0 <= found.nash_conv < 0.01


@pytest.mark.parametrize("wins", [(1, 1, 1), (0, 1, 1)], ids=str)
def test_every_history_of_the_rules_says_the_same(wins: tuple[int, ...]) -> None:
    """Shares and best responses, by another program that shares only the rules."""
    seats = [SeatInfo(1, each, 0.25) for each in wins]
    game = SeveralPlayers(seats, seed=5)
    game.sample_times(300)
    found = game.found()
    rules = Enumerated(
        seats, lambda player, known, moves: game.average(game.knowledge(player, known), len(moves))
    )
    for player, (share, gain) in enumerate(zip(found.shares, found.gains, strict=True)):
        assert rules.share(player) == pytest.approx(share, abs=1e-9)
        assert rules.best(player) - share == pytest.approx(gain, abs=1e-9)
    assert found.nash_conv > 0.001, "a short run is not an equilibrium; otherwise this shows little"


def everything(_: int, known: Known, moves: list[Action]) -> list[Fraction]:
    """An equilibrium of one disc each, in four sentences.

    Whoever has to open bids for every disc. After a lower bid the others pass, but raise to every
    disc with a flower if the bidder is known to have one. Mats are flipped counter-clockwise. A
    player that goes out names either of the others with equal probability.
    """
    events = [event for sight in known[1:] if not isinstance(sight, str) for event in sight]
    if isinstance(moves[0], NameFirst):
        return [Fraction(1, len(moves))] * len(moves)
    if isinstance(moves[-1], Flip):
        return _only(moves, moves[-1])
    bids = takewhile(lambda event: not isinstance(event, RoundBegan), reversed(events))
    bidder = next((event.seat for event in bids if isinstance(event, BidMade)), None)
    flowers = {e.mat for e in events if isinstance(e, DiscFlipped) and e.disc is Disc.FLOWER}
    raises = bidder in flowers and known[0] == str(SeatStart((Disc.FLOWER,)))
    return _only(moves, moves[-1] if bidder is None or raises else Pass())


def _only(moves: list[Action], move: Action) -> list[Fraction]:
    return [Fraction(move == each) for each in moves]


def test_an_equilibrium_of_one_disc_each_is_exact() -> None:
    """In fractions, through every history of the rules: nobody gains by deviating."""
    rules = Enumerated(NATURAL, everything)
    shares = [rules.share(player) for player in range(3)]
    assert shares == [Fraction(27, 64), Fraction(20, 64), Fraction(17, 64)]
    assert [rules.best(player) for player in range(3)] == shares
    assert all(isinstance(share, Fraction) for share in shares)


def test_sweeps_come_close_to_an_equilibrium_that_is_worth_more_to_the_first() -> None:
    game = SeveralPlayers(NATURAL)
    assert game.is_small
    game.sweep_times(60)
    found = game.found()
    assert found.nash_conv < 0.005
    assert found.shares[0] > 27 / 64 + found.nash_conv


def test_a_sweep_brings_more_than_a_sample() -> None:
    seats = [SeatInfo(1, 1, 0.25)] * 3
    swept, sampled = SeveralPlayers(seats), SeveralPlayers(seats)
    swept.sweep_times(100)
    sampled.sample_times(1000)
    assert swept.found().nash_conv < min(0.002, sampled.found().nash_conv)


def test_a_profile_is_told_with_its_nash_conv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "S/1 F/1 F/1", "--seconds", "0"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("An approximate profile, NashConv ")
    assert "% at best alone" in told


def test_what_each_could_gain_is_never_less_than_nothing() -> None:
    game = SeveralPlayers([SeatInfo(1, 1, 1.0)] * 3)
    before = game.found()
    assert sum(before.shares) == pytest.approx(1.0)
    assert all(gain >= -1e-12 for gain in before.gains)
    game.sample_times(1000)
    assert game.found().nash_conv < before.nash_conv


def test_known_flowers_of_three_are_won_by_the_first() -> None:
    game = SeveralPlayers([SeatInfo(1, 1, 0.0)] * 3)
    game.sample_times(1000)
    assert game.found().shares[0] > 0.95


def test_the_same_seed_finds_the_same() -> None:
    shares = []
    for _ in range(2):
        game = SeveralPlayers([SeatInfo(1, 1, 0.5)] * 2, seed=7)
        game.sample_times(50)
        shares.append(game.found().shares)
    assert shares[0] == shares[1]


def test_what_is_kept_can_be_found_again() -> None:
    """The page shows the results of the runs, and each result has its parameters."""
    kept = results()
    assert several(load_solved_game()).count("\n") == len(kept) + 1
    starts = {(each["start"], each["wins"]) for each in kept}
    assert ("1-1-1", "0-0-0") in starts
    for each in kept:
        assert sum(each["shares"]) == pytest.approx(1.0, abs=1e-5)
        assert each["nash_conv"] >= 0.0


def test_three_seats_on_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "S/1 F/1 F/1", "--seconds", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(told["shares"]) == pytest.approx(1.0)
    assert main(["solve", "S", "F", "F", "--beliefs", "1", "0"]) == 2


def test_too_many_discs_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "??/0", "??/0", "??/0", "--seconds", "0"]) == 2
    told = capsys.readouterr().err
    assert "too many discs" in told
    assert told.count("\n") == 1
