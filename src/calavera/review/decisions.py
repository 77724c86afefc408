"""Judges the decisions of a game, each from what its player knew at that moment."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from calavera.bots.bot import Strength
from calavera.bots.ending.booklet import (
    OTHERS_SKULL,
    OWN_SKULL,
    PLACED,
    SECOND,
    SUCCESS,
    PageName,
)
from calavera.bots.ending.course import is_ending
from calavera.bots.hints import Consultation, Engine, hint_of
from calavera.bots.network.policy import Policy
from calavera.bots.network.reader import Reader
from calavera.bots.network.weights_file import level_networks
from calavera.review.duel import Duel
from calavera.review.interval import loss_interval
from calavera.review.model import GRADES, SMALL, Choice, Decision, Grade
from calavera.review.steps import Step
from calavera.rules import (
    PUBLIC,
    Action,
    Board,
    Discard,
    Event,
    NameFirst,
    OwnSeat,
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
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscPlaced,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)

NOTHING: Final = 0.001
"""A loss below this is a rounding error, or the width of a proven bracket."""

NARROW: Final = 0.001
"""A wider bracket is not called exact."""


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
        wins, loss = loss_of(told.choices, action)
        _, second = loss_of(told.second, action)
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
            told.width is not None,
            grade_of(loss, low, told.choices[0].action == action),
            hint_of(consultation).reasons,
        )

    def consult(self, state: State, seat: Seat) -> Consultation:
        """What the bot would do there."""
        player = self._setup.owner(seat)
        seen = view(state, self._setup.viewer(player))
        return self._engines[player].consult(seen, seat, self._seen[player])


class Verdict(NamedTuple):
    """What is known of the moves of a seat in turn."""

    choices: tuple[Choice, ...]
    """The bot's mix and every other move, the largest share first."""

    second: tuple[Choice, ...]
    """The same with what another network, trained apart, says; equal to the first if exact."""

    width: float | None
    """The width of the proven bracket if the values are exact."""


def verdict(consultation: Consultation, ending: "Ending") -> Verdict:
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


class Ending:
    """The rounds of the last two players, with what everybody believes of them."""

    def __init__(self, setup: Setup) -> None:
        self._reader = Reader(setup, _policy(Strength.EXPERT))
        self._told: tuple[str, ...] = PLACED
        self._end = SUCCESS
        self.duel: Duel | None = None
        self.seats: tuple[Seat, Seat] | None = None  # the first player's comes first

    def take(self, event: SeenEvent) -> None:
        """Learn from an event; only what everybody saw of it is used."""
        self._reader.take(event)
        board = self._reader.board
        match event:
            case RoundBegan():
                self._begin()
            case BidMade(seat=seat, number=number):
                self._tell(seat, str(number))
            case SeatPassed(seat=seat):
                self._tell(seat, "-")
            case DiscPlaced(seat=seat) | PlacementUnseen(seat=seat) if board.mats[seat].height > 1:
                self._tell(seat, "?")
            case AttemptSucceeded():
                self._end = SUCCESS
            case AttemptFailed(challenger=challenger, skull=skull):
                self._end = OWN_SKULL if skull == challenger else OTHERS_SKULL
            case _:
                pass

    def worth(self, board: Board, own: OwnSeat) -> dict[Action, float] | None:
        """What each move of a seat in turn is worth at best; None where nothing is solved."""
        if self.duel is None or self.seats is None:
            return None
        role = self.seats.index(own.seat)
        if all(isinstance(move, Discard | Show) for move in own.legal):
            return self.duel.worth_of_losing(role, self._told)
        told = self._told
        if not board.mats[own.seat].height:
            told = () if role == SECOND else PLACED[:1]
        return self.duel.worth(role, told, own.holding)

    def _begin(self) -> None:
        """A round begins: promises are carried on, or chosen by what everybody believes."""
        board = self._reader.board
        before, seats_before, told = self.duel, self.seats, self._told
        self._told, self.duel, self.seats = PLACED, None, None
        if not is_ending(board):
            return
        seats = [Seat(number) for number, mat in enumerate(board.mats) if mat.discs]
        first = board.first if board.first in seats else seats[0]
        self.seats = (first, seats[1 - seats.index(first)])
        mine, yours = (board.mats[seat] for seat in self.seats)
        place = PageName(mine.discs, yours.discs, mine.wins, yours.wins)
        fresh = [self._reader.has_skull(seat) for seat in self.seats]
        self.duel = Duel.begun(place, (fresh[0], fresh[1]))
        if before is None or seats_before is None:
            return
        first_kept, second_kept = (
            before.followed(seats_before.index(seat), told, self._end) for seat in self.seats
        )
        kept = Duel(place, (first_kept or self.duel.kept[0], second_kept or self.duel.kept[1]))
        # Whoever left its plan may have made the other's promises worse than need be.
        self.duel = kept if kept.width < NARROW else Duel.begun(place, kept.beliefs())

    def _tell(self, seat: Seat, what: str) -> None:
        if self.seats is not None:
            letter = "ab"[self.seats.index(seat)]
            self._told = (*self._told, f"{letter}{what}")


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


def loss_of(choices: tuple[Choice, ...], action: Action) -> tuple[float, float]:
    """What the mix wins, and how much of it a move gives up."""
    known = [choice for choice in choices if choice.wins is not None]
    total = sum(choice.share for choice in known)
    if total <= 0.0:
        return 0.0, 0.0
    wins = sum(choice.share * (choice.wins or 0.0) for choice in known) / total
    played = next((choice.wins for choice in known if choice.action == action), None)
    return wins, 0.0 if played is None else max(wins - played, 0.0)
