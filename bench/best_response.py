"""The best response to the champion in an ending, through the rules.

The bot is a black box: its move probabilities are read from its calls to the random generator. The
opponent knows what `redact` returns and how the bot plays. Nothing here uses plans, except at the
horizon: an ending with many discs is played for some rounds, and then the opponent gets all that
the bot's promises leave it, which `calavera solve check` proves.
"""

import copy
import random
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from calavera.bots import Champion, seat_bot
from calavera.bots.network.reader import Reader
from calavera.bots.network.tracker import Tracker
from calavera.rules import (
    Action,
    Disc,
    Event,
    Phase,
    Player,
    Seat,
    SeenEvent,
    Show,
    State,
    View,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    redact,
    view,
)

TO_THE_END: Final = 10**6
"""A horizon beyond every game."""


class _Asked(Exception):
    """Raised when the bot draws a choice."""

    def __init__(self, options: dict[Action, float]) -> None:
        self.options = options


class _Dice(random.Random):
    """A random generator that reports the options instead of drawing."""

    def choices(self, population: Any, weights: Any = None, **_: Any) -> list[Any]:
        total = sum(weights)
        raise _Asked({move: share / total for move, share in zip(population, weights, strict=True)})

    def random(self) -> float:
        raise NotImplementedError("the champion draws its moves by `choices` alone")


def options_of(bot: Champion, seen: View) -> dict[Action, float]:
    """The bot's probability of each move."""
    try:
        return {bot.choose(seen, _Dice(0)): 1.0}
    except _Asked as asked:
        return asked.options


def clone(bot: Champion) -> Champion:
    """A copy of the bot."""
    other = copy.copy(bot)
    other._seen = list(bot._seen)
    other._course, other._tracker = copy.copy(bot._course), _copied(bot._tracker)
    return other


def _copied(tracker: Tracker | None) -> Tracker | None:
    other = copy.copy(tracker)
    if other is not None:
        other.suspicions, other.last_bids = list(other.suspicions), list(other.last_bids)
        other.chose_loss = list(other.chose_loss)
    if isinstance(other, Reader):
        other.plain = _copied(other.plain) or other.plain
    return other


class Hypothesis(NamedTuple):
    """A possible game: its state, the bot in it, and the probability."""

    state: State
    bot: Champion
    chance: float


class _History(NamedTuple):
    """A game so far."""

    state: State
    bot: int
    """The bot's information set: what it has seen."""

    known: int
    """What the opponent has seen."""

    chance: float


Seen: TypeAlias = dict[tuple[int, SeenEvent], int]


class BestResponse:
    """The best response to the bot with two players left, from the start of a round.

    The opponent knows the hypotheses and their probabilities. They differ in what the bot holds.
    """

    def __init__(self, hypotheses: Iterable[Hypothesis], seat: Seat, horizon: int) -> None:
        begin = list(hypotheses)
        board = begin[0].state.board
        self._bot, self._horizon = seat, horizon
        self._other = next(
            Seat(number) for number, mat in enumerate(board.mats) if mat.discs and number != seat
        )
        self._viewers = [board.setup.viewer(Player(each)) for each in range(len(board.mats))]
        self._bots, self._options = [each.bot for each in begin], dict[int, dict[Action, float]]()
        self._seen_by_bot, self._seen_by_other = Seen(), Seen()
        self._begin = [
            _History(each.state, number, 0, each.chance) for number, each in enumerate(begin)
        ]

    def value(self) -> float:
        """The opponent's best probability of winning."""
        return self._best(list(self._begin))

    def _best(self, histories: list[_History]) -> float:
        won, waiting = 0.0, dict[int, list[_History]]()
        ended = dict[int, list[_History]]()
        while histories:
            history = histories.pop()
            board = history.state.board
            if board.outcome is not None:
                won += history.chance if board.outcome.winner == Player(self._other) else 0.0
            elif outcomes := chance_outcomes(history.state):
                for event, share in outcomes:
                    histories.append(self._after(history, (event,), float(share)))
            elif board.turn[0] == self._bot:
                if self._is_over(history):
                    ended.setdefault(history.known, []).append(history)
                else:
                    histories += self._moves(history)
            elif len(moves := self._legal(history)) == 1:
                histories.append(self._moved(history, moves[0]))
            else:
                waiting.setdefault(history.known, []).append(history)
        won += sum(map(self._promised, ended.values()))
        return won + sum(map(self._chosen, waiting.values()))

    def _chosen(self, histories: list[_History]) -> float:
        """The best move in one information set: the same in all its histories."""
        moves = self._legal(histories[0])
        return max(self._best([self._moved(each, move) for each in histories]) for move in moves)

    def _legal(self, history: _History) -> list[Action]:
        legal = legal_actions(history.state, self._other)
        return [action for action in legal if not isinstance(action, Show)]

    def _moved(self, history: _History, action: Action) -> _History:
        return self._after(history, decide(history.state, self._other, action))

    def _moves(self, history: _History) -> list[_History]:
        """Every move of the bot, with its probability."""
        return [
            self._after(history, decide(history.state, self._bot, action), share)
            for action, share in self._asked(history).items()
            if share > 0.0
        ]

    def _asked(self, history: _History) -> dict[Action, float]:
        if history.bot not in self._options:
            seen = view(history.state, self._viewers[self._bot])
            self._options[history.bot] = options_of(self._bots[history.bot], seen)
        return self._options[history.bot]

    def _is_over(self, history: _History) -> bool:
        """Whether to count on the bot's promises from here on."""
        board = history.state.board
        if board.phase is not Phase.PLACE or board.round <= self._horizon:
            return False
        self._asked(history)  # so that it has thought about all that it saw
        return True

    def _promised(self, histories: list[_History]) -> float:
        """What the bot's promises leave to the opponent.

        A promise holds for one share of the bot with the skull; what is not in this proportion
        counts as lost.
        """
        against = Disc.SKULL not in histories[0].state.holdings[self._other].discs
        masses, page = dict[int, list[float]](), None
        for history in histories:
            course = self._bots[history.bot]._course
            kept = course.kept if course else None
            if kept is None:
                return sum(each.chance for each in histories)
            page, courses = kept
            lacks = Disc.SKULL not in history.state.holdings[self._bot].discs
            for promise, weight in courses:
                masses.setdefault(promise, [0.0, 0.0])[lacks] += history.chance * weight
        lost = 0.0
        for promise, (skull, none) in masses.items():
            if page is not None:
                lost += (skull + none) * (1.0 - page.against[2 * promise + against])
                lost += abs(skull * (1.0 - page.own[promise]) - none * page.own[promise])
        return lost

    def _after(self, history: _History, events: Sequence[Event], share: float = 1.0) -> _History:
        state, bot, known = history.state, history.bot, history.known
        for event in events:
            state = evolve(state, event)
            bot = self._told(bot, redact(event, self._viewers[self._bot]))
            seen = known, redact(event, self._viewers[self._other])
            known = self._seen_by_other.setdefault(seen, len(self._seen_by_other) + 1)
        return _History(state, bot, known, history.chance * share)

    def _told(self, bot: int, event: SeenEvent) -> int:
        """The bot after one more event."""
        if (bot, event) not in self._seen_by_bot:
            self._seen_by_bot[bot, event] = len(self._bots)
            self._bots.append(clone(self._bots[bot]))
            self._bots[-1].see(event)
        return self._seen_by_bot[bot, event]


def from_the_start(state: State, events: Sequence[SeenEvent], seat: Seat) -> BestResponse:
    """Against the bot in an ending that begins with a state that everybody knows."""
    bot = seat_bot(Champion, events)
    if not isinstance(bot, Champion):
        raise TypeError("not the champion")
    return BestResponse([Hypothesis(state, bot, 1.0)], seat, TO_THE_END)
