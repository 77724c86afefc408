"""A bot that plays the ending exactly: from two players on, nobody does better against it."""

import random

from calavera.bots.bot import Bot, Strength, acting_seat
from calavera.bots.cautious import Cautious
from calavera.bots.ending.course import Course, blind_losses, is_ending
from calavera.bots.seating import tell
from calavera.rules import Action, Seat, SeenEvent, View
from calavera.rules.advance import advance
from calavera.rules.state import new_board


class EndingPlayer:
    """Exact where two are left; before that it plays as another bot does."""

    name = "ending"
    nickname = "Parca"
    temper = "bides its time, and makes no mistake once two are left"
    strength = Strength.MEDIUM
    budget = 0.1

    def __init__(self, before: type[Bot] = Cautious) -> None:
        self._before = before()
        self._events: list[SeenEvent] = []
        self._course: Course | None = None

    def see(self, event: SeenEvent) -> None:
        """Take note of what happened."""
        tell(self._before, event)
        self._events.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions: by the plans if two are left."""
        if not is_ending(view.board):
            return self._before.choose(view, rng)
        own = acting_seat(view)
        self._catch_up(view, own.seat)
        options = self._course.options(view.board, own.legal) if self._course else []
        if not options:
            return self._before.choose(view, rng)
        actions = [action for action, _ in options]
        return rng.choices(actions, [share for _, share in options])[0]

    def _catch_up(self, view: View, seat: Seat) -> None:
        """Think through what happened since the last move."""
        if self._course is None:
            self._course, self._board = Course(view.board.setup, seat), new_board(view.board.setup)
        for event in self._events:
            self._board = advance(self._board, event)
            self._course.see(event, self._board, blind_losses(self._board))
        self._events = []
