"""The position of a puzzle, from its record: what the player knows, and what the bot says."""

from typing import Final, NamedTuple

from calavera.bots.bot import Strength
from calavera.bots.hints import Consultation, Ending, Engine, HintReason, hint_of, settled
from calavera.bots.network.policy import Policy
from calavera.bots.network.weights_file import level_networks
from calavera.record import read_record
from calavera.record.retelling.steps import Retelling, retell
from calavera.review.decisions import Verdict, verdict
from calavera.review.interval import loss_interval
from calavera.review.model import Choice
from calavera.review.puzzles.puzzle import LEVELS, Level, Puzzle
from calavera.rules import Action, View, seat_letter

CLEAR: Final = 0.05
"""By how much the answer has to win more often than any other move."""

SURE: Final = 0.9
"""How often the bot has to play it."""

WEAKER: Final = (Strength.EASY, Strength.MEDIUM, Strength.ADVANCED, Strength.HARD)


class Answer(NamedTuple):
    """The one right move of a position."""

    action: Action
    choices: tuple[Choice, ...]
    margin: float
    is_exact: bool
    level: Level
    reasons: tuple[HintReason, ...]


def retold(puzzle: Puzzle) -> Retelling:
    """The game of a puzzle, step by step, as its player saw it."""
    return retell(read_record(puzzle.record.encode()), seat_letter(puzzle.seat))


def solve(puzzle: Puzzle) -> Answer | None:
    """The answer from the record alone; None if no move is clearly right."""
    told = retold(puzzle)
    seen = [event for step in told.steps for event in step.events]
    last: View = told.steps[-1].view
    ending = Ending(last.board.setup)
    for event in seen:
        ending.take(event)
    consultation = Engine().consult(last, puzzle.seat, seen)
    return answer(settled(consultation, ending), ending)


def answer(consultation: Consultation, ending: Ending) -> Answer | None:
    """The one right move; None if there is none, or if the estimate cannot tell."""
    shares = [option.share for option in consultation.advice.options.values()]
    if max(shares, default=0.0) < SURE:
        return None
    found = verdict(consultation, ending)
    best = _best(found.choices)
    if best is None or len(found.choices) < 2:
        return None
    margin = min(_margin(found.choices, best), _margin(found.second, best))
    share = next(choice.share for choice in found.choices if choice.action == best)
    if margin < CLEAR + (found.width or 0.0) or share < SURE or not is_certain(found, best):
        return None
    return Answer(
        best,
        tuple(sorted(found.choices, key=lambda choice: -(choice.wins or 0.0))),
        margin,
        found.width is not None,
        _level(consultation, best),
        hint_of(consultation).reasons,
    )


def _best(choices: tuple[Choice, ...]) -> Action | None:
    known = [choice for choice in choices if choice.wins is not None]
    return max(known, key=lambda choice: choice.wins or 0.0).action if known else None


def is_certain(found: Verdict, best: Action) -> bool:
    """Whether every other move loses something, by the interval that a review shows."""
    if found.width is not None:
        return True
    first, second = (
        {choice.action: choice.wins or 0.0 for choice in choices}
        for choices in (found.choices, found.second)
    )
    return all(
        loss_interval(first[best] - first[move], second[best] - second[move]).low > 0.0
        for move in first
        if move != best
    )


def _margin(choices: tuple[Choice, ...], best: Action) -> float:
    """By how much a move is better than the second best; negative if it is not the best."""
    if any(choice.wins is None for choice in choices):
        return -1.0
    wins = {choice.action: choice.wins or 0.0 for choice in choices}
    return wins[best] - max(value for action, value in wins.items() if action != best)


def _level(consultation: Consultation, best: Action) -> Level:
    """By how often the weaker bots play it."""
    shares = []
    for strength in WEAKER:
        mix = Policy(level_networks(strength.value)).mix(
            consultation.own, consultation.reader.plain
        )
        shares.append(mix[best].share if best in mix else 0.0)
    mean = sum(shares) / len(shares)
    return next(level for least, level in LEVELS if mean >= least)
