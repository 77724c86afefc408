"""Judges the decisions of a game, each from what its player knew at that moment."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from calavera.bots.bot import Strength
from calavera.bots.hints import Consultation, Ending, Engine, hint_of, settled
from calavera.bots.network.policy import Policy
from calavera.bots.network.weights_file import level_networks
from calavera.review.interval import loss_interval
from calavera.review.model import GRADES, SMALL, Choice, Decision, Grade
from calavera.review.steps import Step
from calavera.rules import (
    PUBLIC,
    Action,
    Event,
    NameFirst,
    Pick,
    Player,
    Seat,
    SeenEvent,
    Setup,
    Show,
    State,
    legal_actions,
    redact,
    view,
)

NOTHING: Final = 0.001
"""A loss below this is a rounding error, or the width of a proven bracket."""


class DecisionJudge:
    """Consults an engine for each player, which is told what that player saw and nothing else."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._engines = [Engine() for _ in range(setup.players)]
        self._seen: list[list[SeenEvent]] = [[] for _ in range(setup.players)]
        self.ending = Ending(setup)

    def take(self, event: Event) -> None:
        """Tell every player what it saw."""
        for number, seen in enumerate(self._seen):
            seen.append(redact(event, self._setup.viewer(Player(number))))
        self.ending.take(redact(event, PUBLIC))

    def judge(self, step: Step) -> Decision | None:
        """The decision of a step, before its events are told; None where nothing was chosen."""
        if step.seat is None or step.action is None or not is_choice(step.before, step.seat):
            return None
        if isinstance(step.action, Show | Pick | NameFirst):
            return None
        seat, action = step.seat, step.action
        consultation = self.consult(step.before, seat)
        told = verdict(consultation, self.ending)
        is_exact = told.width is not None
        wins, loss = loss_of(told.choices, action, is_exact=is_exact)
        _, second = loss_of(told.second, action, is_exact=is_exact)
        if told.width is None:
            low, high = loss_interval(loss, second)
        else:
            low, high = max(loss - told.width, 0.0), min(loss + told.width, 1.0)
        return Decision(
            step.number,
            step.before.board.round,
            seat,
            action,
            told.choices,
            wins,
            loss,
            low,
            high,
            is_exact,
            grade_of(loss, low, not is_exact and told.choices[0].action == action),
            hint_of(consultation).reasons,
        )

    def consult(self, state: State, seat: Seat) -> Consultation:
        """What the bot would do there; the best answer where that is proven to be better."""
        player = self._setup.owner(seat)
        seen = view(state, self._setup.viewer(player))
        consultation = self._engines[player].consult(seen, seat, self._seen[player])
        return settled(consultation, self.ending)


class Verdict(NamedTuple):
    """What is known of the moves of a seat in turn."""

    choices: tuple[Choice, ...]
    """The bot's mix and every other move, the largest share first."""

    second: tuple[Choice, ...]
    """The same with what another network, trained apart, says; equal to the first if exact."""

    width: float | None
    """The width of the proven bracket if the values are exact."""


def verdict(consultation: Consultation, ending: Ending) -> Verdict:
    """What the solved game says, else what two networks say."""
    view, own, _, _ = consultation
    exact = ending.worth(view.board, own)
    if exact is not None and ending.duel is not None:
        choices = _choices(consultation, exact)
        return Verdict(choices, choices, ending.duel.width)
    return Verdict(*estimates(consultation), None)


def estimates(consultation: Consultation) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """What two networks that were trained apart say of every move."""
    own, reader = consultation.own, consultation.reader.plain
    first, second = (
        {move: option.wins for move, option in policy.mix(own, reader).items()}
        for policy in (_policy(Strength.EXPERT), _policy(Strength.HARD))
    )
    return _choices(consultation, first), _choices(consultation, second)


def _policy(strength: Strength) -> Policy:
    return Policy(level_networks(strength.value))


def is_choice(state: State, seat: Seat) -> bool:
    """Whether a seat in turn has more than one thing to do."""
    moves = [move for move in legal_actions(state, seat) if not isinstance(move, Show)]
    return len(moves) > 1 and seat in state.board.turn


def grade_of(loss: float, low: float, is_favourite: bool) -> Grade:
    """The grade of a move; a loss that may be none by its interval is no error."""
    if is_favourite or loss < NOTHING:
        return Grade.BEST
    if loss < SMALL or low <= 0.0:
        return Grade.GOOD
    return next(grade for most, grade in GRADES if loss <= most)


def _choices(consultation: Consultation, wins: Mapping[Action, float | None]) -> tuple[Choice, ...]:
    """The bot's mix and every other move, with what each wins."""
    options = consultation.advice.options
    moves = [move for move in consultation.own.legal if not isinstance(move, Show)]
    found = [
        Choice(move, options[move].share if move in options else 0.0, wins.get(move))
        for move in moves
    ]
    return tuple(sorted(found, key=lambda choice: -choice.share))


def loss_of(
    choices: tuple[Choice, ...], action: Action, *, is_exact: bool = False
) -> tuple[float, float]:
    """What the mix wins, or the best move if that is exact, and how much of it a move gives up."""
    known = [choice for choice in choices if choice.wins is not None]
    total = sum(choice.share for choice in known)
    if total <= 0.0:
        return 0.0, 0.0
    wins = sum(choice.share * (choice.wins or 0.0) for choice in known) / total
    if is_exact:
        wins = max(choice.wins or 0.0 for choice in known)
    played = next((choice.wins for choice in known if choice.action == action), None)
    return wins, 0.0 if played is None else max(wins - played, 0.0)
