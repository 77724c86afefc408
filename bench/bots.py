"""How long the belief player thinks at a table of six."""

import random
import time
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from bench.reference import Figure, measure
from calavera.arena.entrant import Entrant
from calavera.arena.plan import PlannedGame
from calavera.arena.playing import Game
from calavera.bots import Belief
from calavera.rules import Action, SeenEvent, View, set_up

SEATS = 6
GAMES = 2


class Question(NamedTuple):
    """A moment in which a player was asked for a move."""

    told: tuple[SeenEvent, ...]
    """What it had seen since it was asked before."""

    view: View


class Listener(Belief):
    """Plays like any other, and keeps what it was told and asked."""

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
    """What a move costs, with what was to be taken note of before it."""
    heard = questions()
    moves = sum(map(len, heard))

    def work(times: int) -> None:
        for asked in heard[: max(1, len(heard) * times // moves)]:
            think(asked)

    yield f"belief player's move, {SEATS} seats", measure(work, moves)


def slowest_move() -> float:
    """CPU seconds of the slowest move; each counts with the best of three tries."""
    return max(
        min(tries)
        for asked in questions()
        for tries in zip(costs(asked), costs(asked), costs(asked), strict=True)
    )


def questions() -> list[list[Question]]:
    """All that the players of a few games among themselves were asked."""
    Listener.heard.clear()
    entrant = Entrant("belief", "belief", Listener)
    for number in range(GAMES):
        Game(PlannedGame(number, f"bench/{number}", (0,) * SEATS), set_up(SEATS), [entrant]).play()
    return list(Listener.heard)


def think(asked: list[Question]) -> None:
    """Answer every question of one player."""
    bot, rng = Belief(), random.Random(SEATS)
    for question in asked:
        answer(bot, question, rng)


def costs(asked: list[Question]) -> list[float]:
    """CPU seconds of each answer."""
    bot, rng = Belief(), random.Random(SEATS)
    spent = []
    for question in asked:
        begin = time.process_time()
        answer(bot, question, rng)
        spent.append(time.process_time() - begin)
    return spent


def answer(bot: Belief, question: Question, rng: random.Random) -> None:
    """What a game asks for: to listen, then to choose."""
    for event in question.told:
        bot.see(event)
    bot.choose(question.view, rng)
