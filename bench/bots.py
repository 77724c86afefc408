"""CPU time of the champion's moves at six seats."""

import random
import time
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from bench.reference import Figure, measure
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import PlannedGame
from calavera.arena.runner.match_game import MatchGame
from calavera.bots import Champion
from calavera.rules import Action, SeenEvent, View, set_up

SEATS = 6
GAMES = 2


class Question(NamedTuple):
    """A request for a move."""

    told: tuple[SeenEvent, ...]
    """The events since the previous request."""

    view: View


class Listener(Champion):
    """Plays like the champion, and records its events and requests."""

    heard: ClassVar[list[list[Question]]] = []
    """By player, over all games."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[SeenEvent] = []
        self._questions: list[Question] = []
        self.heard.append(self._questions)

    def see(self, event: SeenEvent) -> None:
        self._told.append(event)
        super().see(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        self._questions.append(Question(tuple(self._told), view))
        self._told.clear()
        return super().choose(view, rng)


def figures() -> Iterator[tuple[str, Figure]]:
    """The cost of a move, including the events before it."""
    heard = questions()
    moves = sum(map(len, heard))

    def work(times: int) -> None:
        for asked in heard[: max(1, len(heard) * times // moves)]:
            think(asked)

    yield f"champion's move, {SEATS} seats", measure(work, moves)


def slowest_move() -> float:
    """CPU seconds of the slowest move; the best of three tries counts for each."""
    return max(
        min(tries)
        for asked in questions()
        for tries in zip(costs(asked), costs(asked), costs(asked), strict=True)
    )


def questions() -> list[list[Question]]:
    """All requests in a few games of champions."""
    Listener.heard.clear()
    entrant = Entrant("champion", "champion", Listener)
    for number in range(GAMES):
        MatchGame(
            PlannedGame(number, f"bench/{number}", (0,) * SEATS, set_up(SEATS)), [entrant]
        ).play()
    return list(Listener.heard)


def think(asked: list[Question]) -> None:
    """Answer every request of one player."""
    bot, rng = Champion(), random.Random(SEATS)
    for question in asked:
        answer(bot, question, rng)


def costs(asked: list[Question]) -> list[float]:
    """CPU seconds of each answer."""
    bot, rng = Champion(), random.Random(SEATS)
    spent = []
    for question in asked:
        begin = time.process_time()
        answer(bot, question, rng)
        spent.append(time.process_time() - begin)
    return spent


def answer(bot: Champion, question: Question, rng: random.Random) -> None:
    """See the events, then choose."""
    for event in question.told:
        bot.see(event)
    bot.choose(question.view, rng)
