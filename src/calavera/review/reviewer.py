"""Reviews a finished game."""

from collections.abc import Callable
from typing import Final

from calavera.errors import UserError
from calavera.record import Record
from calavera.review.accounts import accounts
from calavera.review.chances.curves import CurveWriter
from calavera.review.decisions import DecisionJudge
from calavera.review.highlights import highlights
from calavera.review.interval import has_few
from calavera.review.model import Bracket, Decision, Review
from calavera.review.steps import Step, steps
from calavera.rules import Player, Setup
from calavera.rules.events import RoundBegan

Progress = Callable[[int, int], None]
"""Called with the number of steps done and of all steps."""

NOT_FULL: Final = "the record is a view; a review needs a full record"
NOT_FINISHED: Final = "the game is not finished; only finished games are reviewed"


class ReviewError(UserError, ValueError):
    """A record that cannot be reviewed."""


def _silent(_done: int, _total: int) -> None:
    pass


def review(record: Record, progress: Progress = _silent) -> Review:
    """The review of a finished game; raises ReviewError for any other record."""
    told = finished_steps(record)
    judge, writer = DecisionJudge(record.setup), CurveWriter(record.setup)
    decisions: list[Decision] = []
    brackets: list[Bracket] = []
    for step in told:
        decision = judge.judge(step)
        if decision is not None:
            decisions.append(decision)
        for event in step.events:
            judge.take(event)
            writer.take(event)
        proven = _proven(record.setup, step, judge)
        brackets += proven
        writer.add(step.after, _point(record.setup, proven))
        progress(step.number + 1, len(told))
    curves = writer.curves()
    outcome = told[-1].after.board.outcome
    assert outcome is not None
    return Review(
        record.names,
        outcome.winner,
        tuple(decisions),
        curves,
        tuple(brackets),
        tuple(step.number for step in told if has_few(step.after.board)),
        accounts(record.setup, told, curves.open, decisions),
        highlights(record.setup, told, curves, decisions),
    )


def finished_steps(record: Record) -> list[Step]:
    """The steps of a finished full record; raises ReviewError for any other."""
    if not record.is_full:
        raise ReviewError(NOT_FULL)
    told = list(steps(record))
    if told[-1].after.board.outcome is None:
        raise ReviewError(NOT_FINISHED)
    return told


def _proven(setup: Setup, step: Step, judge: DecisionJudge) -> list[Bracket]:
    """Both players' brackets where a round of two begins."""
    duel, seats = judge.ending.duel, judge.ending.seats
    if duel is None or seats is None or not isinstance(step.events[-1], RoundBegan):
        return []
    (low, high), (first, second) = duel.bracket, (setup.owner(seat) for seat in seats)
    return [
        Bracket(step.number, first, low, high),
        Bracket(step.number, second, 1.0 - high, 1.0 - low),
    ]


def _point(setup: Setup, proven: list[Bracket]) -> tuple[float, ...] | None:
    """The middle of the brackets, for each player."""
    if not proven:
        return None
    found = {bracket.player: (bracket.low + bracket.high) / 2.0 for bracket in proven}
    return tuple(found.get(Player(player), 0.0) for player in range(setup.players))
