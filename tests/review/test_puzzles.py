"""Puzzles: the shipped ones, their days, and how they are made."""

from datetime import date, timedelta

import pytest

from calavera.record import read, read_record
from calavera.review.puzzles import Level, puzzle_of_day, puzzles
from calavera.review.puzzles.collection import FIRST_DAY, write_puzzles
from calavera.review.puzzles.maker import make
from calavera.review.puzzles.position import CLEAR, retold, solve
from calavera.review.puzzles.puzzle import puzzle_json, read_puzzle
from calavera.rules import Show
from calavera.rules.events import DiscLost, DiscPlaced

SAMPLE = puzzles()[::40]


def test_at_least_three_hundred_ship() -> None:
    found = puzzles()
    assert len(found) >= 300
    assert len({puzzle.record + repr(puzzle.answer) for puzzle in found}) == len(found)
    assert {puzzle.level for puzzle in found} == set(Level)
    assert sum(puzzle.is_exact for puzzle in found) >= 50


def test_every_puzzle_is_a_legal_position_with_a_clear_answer() -> None:
    for puzzle in puzzles():
        reading = read(puzzle.record.encode())
        assert reading.position.board.outcome is None
        assert puzzle.seat in reading.position.board.turn
        assert puzzle.choices[0].action == puzzle.answer
        wins = [choice.wins for choice in puzzle.choices]
        assert None not in wins
        assert wins == sorted(wins, key=lambda value: -(value or 0.0))
        assert puzzle.margin >= CLEAR


@pytest.mark.parametrize("puzzle", SAMPLE)
def test_a_puzzle_has_its_answer_from_what_its_player_saw(puzzle: object) -> None:
    (number,) = [n for n, each in enumerate(puzzles()) if each is puzzle]
    shipped = puzzles()[number]
    last = retold(shipped).steps[-1].view
    own = next(own for own in last.own if own.seat == shipped.seat)
    moves = {move for move in own.legal if not isinstance(move, Show)}
    assert {choice.action for choice in shipped.choices} == moves
    found = solve(shipped)
    assert found is not None
    assert found.action == shipped.answer
    assert found.margin == pytest.approx(shipped.margin, abs=0.001)
    assert found.is_exact is shipped.is_exact
    assert found.level is shipped.level
    assert found.reasons == shipped.reasons


def test_a_record_hides_what_its_player_did_not_know() -> None:
    for puzzle in puzzles():
        record = read_record(puzzle.record.encode())
        others = [seat for seat in record.setup.seats if seat != puzzle.seat]
        for move in record.moves:
            if isinstance(move, DiscPlaced | DiscLost):
                assert move.seat not in others


def test_a_day_has_one_puzzle_from_its_date_alone() -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(len(puzzles()))]
    assert [puzzle_of_day(day)[0] for day in days] == list(range(len(days)))
    assert puzzle_of_day(days[-1] + timedelta(days=1)) == puzzle_of_day(FIRST_DAY)
    assert puzzle_of_day(date(2020, 2, 29))[1] in puzzles()


def test_puzzles_are_written_and_read() -> None:
    for puzzle in SAMPLE:
        assert read_puzzle(puzzle_json(puzzle)) == puzzle
    assert write_puzzles(SAMPLE) == write_puzzles(SAMPLE)


def test_making_is_repeatable() -> None:
    made = list(make(2, seed=5_000_001))
    assert len(made) == 2
    assert made == list(make(2, seed=5_000_001))
