"""The numbers of the belief player, and how they are made."""

from collections import Counter
from pathlib import Path

import pytest

import bench.fitting.numbers as file_of_numbers
from bench.fitting.__main__ import count_games, fitted, guessed
from bench.fitting.counts import Counts, Kind, Round, Standing
from bench.fitting.numbers import Numbers, numbers_in_use, write_numbers
from bench.fitting.strengths import fitted_strengths
from bench.fitting.styles import ANY_STYLE, LEAST, fitted_style
from calavera.bots import BOTS
from calavera.bots.belief import habits
from calavera.bots.belief.habits import Style
from calavera.record import read_record
from calavera.rules import Seat

GAME = b"""\
skull: 1
players: bold, belief, mirror
first: a

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""


def test_there_are_habits_for_every_bot() -> None:
    assert list(numbers_in_use().styles) == list(BOTS)


def flat(numbers: object) -> list[float]:
    if isinstance(numbers, tuple):
        return [one for part in numbers for one in flat(part)]
    assert isinstance(numbers, float)
    return [numbers]


@pytest.mark.parametrize("name", BOTS)
def test_by_habit_nothing_is_impossible_and_nothing_certain(name: str) -> None:
    style = numbers_in_use().styles[name]
    free = flat(tuple(style._replace(discarding=style.discarding[1:])))
    assert min(free) > 0
    assert max(free) < 1


def test_a_game_is_counted_as_it_was_played() -> None:
    counts = Counts()
    counts.add_game(read_record(GAME))
    moves = counts.moves
    assert moves["belief", "first", 0, 4, True] == 1, "it began with its skull once"
    assert moves["belief", "first", 0, 4, False] == 2
    assert moves["bold", "add", habits.CLEAN, 1, habits.ADD] == 1
    assert moves["belief", "add", habits.CAUGHT, 1, habits.ONE_MORE] == 1, "opened with 2 over it"
    assert moves["mirror", "add", habits.CLEAN, 1, habits.EVERYTHING] == 1
    assert sum(times for kind, times in moves.items() if kind[1] == "bid") == 5
    assert moves["belief", "bid", habits.CAUGHT, 0, 0, 6, habits.PASS] == 1, "to raise was all"
    starts = list(counts.rounds)
    assert [start.first for start in starts] == [Seat(0), Seat(2), Seat(2)]
    assert [start.standings[2] for start in starts] == [
        Standing(0, 1, 4),
        Standing(0, 1, 3),
        Standing(1, 1, 3),
    ]
    assert {start.winner for start in starts} == {2}
    assert sum(mean.number for mean in counts.stays.values()) == 3


def test_the_same_games_give_the_same_counts_however_they_are_split() -> None:
    whole, parts = count_games(range(6)), Counts()
    for begin in (0, 3):
        parts.add(count_games(range(begin, begin + 3)))
    assert parts.moves == whole.moves
    assert parts.rounds == whole.rounds
    assert {key: mean.number for key, mean in parts.stays.items()} == {
        key: mean.number for key, mean in whole.stays.items()
    }


def test_strengths_explain_who_won() -> None:
    strong, weak = Standing(0, 1, 4), Standing(0, 1, 2)
    rounds = Counter[Round]()
    for first in (Seat(0), Seat(1)):
        rounds[Round((strong, weak), ("bold", "bold"), first, 0)] = 300
        rounds[Round((strong, weak), ("bold", "bold"), first, 1)] = 100
    found = fitted_strengths(rounds)
    assert found.table[0][1][3] == 1.0
    assert found.table[0][1][1] == pytest.approx(1 / 3, rel=0.02)
    assert found.first == pytest.approx(1, abs=0.02)


def test_a_style_is_what_was_counted_and_a_guess_where_nothing_was() -> None:
    assert fitted_style(Counter(), "bold").skull_first == ANY_STYLE.skull_first
    seen = Counter[Kind](
        {("bold", "first", 0, 4, True): 980, ("bold", "first", 1, 4, False): 10**6}
    )
    style = fitted_style(seen, "bold")
    assert style.skull_first[0][2] == pytest.approx(0.988)
    assert style.skull_first[1][2] == LEAST


def test_numbers_can_be_written_and_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_of_numbers, "FILE", tmp_path / "numbers.py")
    made = fitted(count_games(range(2)), guessed())
    write_numbers(made)
    names: dict[str, object] = {}
    exec((tmp_path / "numbers.py").read_text(), names)
    styles, table = names["STYLES"], names["STRENGTH"]
    assert isinstance(styles, dict)
    assert {name: Style(*numbers) for name, numbers in styles.items()} == made.styles
    assert (table, names["FIRST"]) == made.strengths
    assert names["STAYING"] == made.staying


def test_the_file_in_use_is_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has edited it by hand."""
    in_use = file_of_numbers.FILE.read_text()
    monkeypatch.setattr(file_of_numbers, "FILE", tmp_path / "numbers.py")
    numbers: Numbers = numbers_in_use()
    write_numbers(numbers)
    assert (tmp_path / "numbers.py").read_text() == in_use
