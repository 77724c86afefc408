"""Three players: an equilibrium, and how far from one it is."""

import json

import pytest

from calavera.cli import main
from calavera.solve.several import SeveralPlayers, Standing


def test_two_players_come_out_as_the_exact_program_has_it() -> None:
    game = SeveralPlayers([Standing(1, 0, 0.25)] * 2)
    game.sample_times(3000)
    found = game.found()
    assert found.shares[0] == pytest.approx(9 / 16, abs=0.01)
    assert 0.0 <= found.nash_conv < 0.01


def test_what_each_could_gain_is_never_less_than_nothing() -> None:
    game = SeveralPlayers([Standing(1, 1, 1.0)] * 3)
    before = game.found()
    assert sum(before.shares) == pytest.approx(1.0)
    assert all(gain >= -1e-12 for gain in before.gains)
    game.sample_times(300)
    assert game.found().nash_conv < before.nash_conv


def test_known_flowers_of_three_are_won_by_the_first() -> None:
    game = SeveralPlayers([Standing(1, 1, 0.0)] * 3)
    game.sample_times(200)
    assert game.found().shares[0] > 0.95


def test_the_same_seed_finds_the_same() -> None:
    shares = []
    for _ in range(2):
        game = SeveralPlayers([Standing(1, 1, 0.5)] * 2, seed=7)
        game.sample_times(50)
        shares.append(game.found().shares)
    assert shares[0] == shares[1]


def test_three_seats_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "S/1 F/1 F/1", "--seconds", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(told["shares"]) == pytest.approx(1.0)
    assert main(["solve", "S", "F", "F", "--beliefs", "1", "0"]) == 2
