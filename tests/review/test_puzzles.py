"""Puzzles: the shipped ones, their days, and how they are made."""

from datetime import date, timedelta

import pytest

from calavera.record import read, read_record
from calavera.review.decisions import Verdict
from calavera.review.model import Choice
from calavera.review.puzzles import Level, puzzle_of_day, puzzles
from calavera.review.puzzles.collection import FIRST_DAY, write_puzzles
from calavera.review.puzzles.maker import make
from calavera.review.puzzles.position import CLEAR, is_certain, retold, solve
from calavera.review.puzzles.puzzle import puzzle_json, read_puzzle
from calavera.rules import Bid, Disc, Pass, Show
from calavera.rules.events import DiscLost, DiscPlaced

SAMPLE = puzzles()[::40]
STRIDES = 15


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


@pytest.mark.parametrize("start", range(STRIDES))
def test_every_puzzle_has_its_answer_from_what_its_player_saw(start: int) -> None:
    for shipped in puzzles()[start::STRIDES]:
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


def test_a_puzzle_is_more_than_not_to_bid_everything_over_the_own_skull() -> None:
    for puzzle in puzzles():
        last = retold(puzzle).steps[-1].view
        own = next(own for own in last.own if own.seat == puzzle.seat)
        others = [choice.action for choice in puzzle.choices if choice.action != puzzle.answer]
        burns = [Bid(last.board.total)] if Disc.SKULL in own.holding.stack else []
        assert others != burns


def test_an_answer_is_certain_only_outside_the_interval_of_a_review() -> None:
    """Both networks say seven points: by that alone the other move may be as good."""
    bid, stop = Bid(3), Pass()

    def said(margin: float) -> tuple[Choice, ...]:
        return Choice(bid, 1.0, 0.3 + margin), Choice(stop, 0.0, 0.3)

    assert is_certain(Verdict(said(0.09), said(0.09), None), bid)
    assert not is_certain(Verdict(said(0.07), said(0.09), None), bid)
    assert not is_certain(Verdict(said(0.04), said(0.04), None), bid)
    assert is_certain(Verdict(said(0.01), said(0.01), 0.001), bid)


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
