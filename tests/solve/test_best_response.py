"""The bot itself, played out in the rules against the best that anybody can do.

Nothing here knows of plans or promises: the bot is asked for its move with dice that go through
everything they can show, and the other one chooses what is best, knowing what `redact` hands it.
"""

import copy
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from calavera.bots import Bot
from calavera.bots.ending import EndingPlayer
from calavera.rules import (
    Action,
    Event,
    Placement,
    Player,
    Seat,
    SeenEvent,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan
from calavera.solve.position import Position, seat_start
from calavera.solve.tables import load_tables


class Fork(Exception):
    """The dice are asked for something that no script says yet."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights = weights


class Script(random.Random):
    """Dice that show what they are told to."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(0)
        self._places = list(places)

    def choices(self, population: Any, weights: Any = None, **_: Any) -> list[Any]:
        """The next of the places in the script."""
        if not self._places:
            raise Fork(weights)
        return [population[self._places.pop(0)]]


class History(NamedTuple):
    """A game so far: the truth, the bot, what the other knows, how likely it is."""

    state: State
    bot: EndingPlayer
    known: int
    chance: float


class BestResponse:
    """The best that can be done against the bot, from a start that everybody knows."""

    def __init__(self, position: Position, bot_seat: int) -> None:
        start = [
            seat_start(discs, wins, skull=True)
            for discs, wins in zip(position.discs, position[2:], strict=True)
        ]
        setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
        self._bot, self._other = Seat(bot_seat), Seat(1 - bot_seat)
        self._viewers = [setup.viewer(Player(player)) for player in (0, 1)]
        self._known: dict[tuple[int, SeenEvent], int] = {}
        begin = History(new_game(setup), EndingPlayer(), 0, 1.0)
        self._begin = self._after(begin, (RoundBegan(1, Seat(0)),))

    def value(self) -> float:
        """How likely the other wins at best."""
        return self._best([self._begin])

    def _best(self, histories: list[History]) -> float:
        won, waiting = 0.0, dict[int, list[History]]()
        while histories:
            history = histories.pop()
            board = history.state.board
            if board.outcome is not None:
                won += history.chance if board.outcome.winner == Player(self._other) else 0.0
            elif outcomes := chance_outcomes(history.state):
                for event, share in outcomes:
                    histories.append(self._after(history, (event,), float(share)))
            elif board.turn[0] == self._bot:
                histories += self._moves(history)
            elif len(moves := self._legal(history)) == 1:
                histories.append(self._moved(history, moves[0]))
            else:
                waiting.setdefault(history.known, []).append(history)
        return won + sum(map(self._chosen, waiting.values()))

    def _chosen(self, histories: list[History]) -> float:
        """The best move where the other knows one thing: the same in all that it may be."""
        moves = self._legal(histories[0])
        return max(self._best([self._moved(each, move) for each in histories]) for move in moves)

    def _legal(self, history: History) -> list[Action]:
        legal = legal_actions(history.state, self._other)
        return [action for action in legal if not isinstance(action, Show)]

    def _moved(self, history: History, action: Action) -> History:
        return self._after(history, decide(history.state, self._other, action))

    def _moves(self, history: History) -> list[History]:
        """Everything that the bot may do, with how likely it does it."""
        found: list[History] = []
        scripts: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        seen = view(history.state, self._viewers[self._bot])
        while scripts:
            script, share = scripts.pop()
            bot = clone(history.bot)
            try:
                action = bot.choose(seen, Script(script))
            except Fork as fork:
                total = sum(fork.weights)
                for place, weight in enumerate(fork.weights):
                    if weight > 0.0:
                        scripts.append(((*script, place), share * weight / total))
                continue
            events = decide(history.state, self._bot, action)
            found.append(self._after(history._replace(bot=bot), events, share))
        return found

    def _after(self, history: History, events: tuple[Event, ...], share: float = 1.0) -> History:
        state, bot, known = history.state, clone(history.bot), history.known
        for event in events:
            state = evolve(state, event)
            bot.see(redact(event, self._viewers[self._bot]))
            seen = redact(event, self._viewers[self._other])
            known = self._known.setdefault((known, seen), len(self._known) + 1)
        return History(state, bot, known, history.chance * share)


def clone(bot: EndingPlayer) -> EndingPlayer:
    """The same bot once more; what it keeps is frozen but for its list and its memory."""
    other = copy.copy(bot)
    other._events, other._course = list(bot._events), copy.copy(bot._course)
    return other


def test_the_dice_are_those_that_a_bot_is_given() -> None:
    bot: Bot = EndingPlayer()
    assert bot.name == "ending"
    assert Script((1,)).choices("ab", [1, 1]) == ["b"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "position",
    [Position(2, 2, 1, 1), Position(2, 2, 1, 0), Position(2, 2, 0, 1), Position(2, 2)],
    ids=str,
)
def test_nobody_does_better_than_the_value(position: Position, seat: int) -> None:
    bounds = load_tables().bounds(position)
    proven = 1.0 - bounds.low if seat == 0 else bounds.high
    reached = BestResponse(position, seat).value()
    assert reached <= proven + 1e-6
    assert reached >= proven - bounds.width - 1e-6  # nobody can be held to less than the value
