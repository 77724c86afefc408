"""A bot that plays by trained networks, and at the higher levels by the solved game of two."""

import random
from typing import Final, NamedTuple

from calavera.bots.bot import Strength, acting_seat
from calavera.bots.ending import Course
from calavera.bots.network.policy import Mix, Option, Policy
from calavera.bots.network.reader import Reader
from calavera.bots.network.suspicion import STACK
from calavera.bots.network.temper import EVEN, Temper
from calavera.bots.network.tracker import Tracker, on_mat
from calavera.bots.network.weights_file import level_networks
from calavera.rules import Action, NameFirst, OwnSeat, Seat, SeenEvent, Setup, Show, View

SOLVING: Final = (Strength.HARD, Strength.EXPERT)
"""The levels that play the solved game once two players are left."""


class Thought(NamedTuple):
    """The belief about the skull of one seat, from public play, if it plays like this bot."""

    seat: Seat
    has_skull: float
    on_mat: float
    on_top: float  # probability that the next disc to flip there is the skull


class Advice(NamedTuple):
    """Why a bot does what it does."""

    # Every action that it considers, with its probability and the probability of winning then.
    options: Mix
    thoughts: tuple[Thought, ...]  # beliefs about each other seat still in, clockwise
    is_solved: bool  # whether two are left and the mix is that of the solved game


class NetworkBot:
    """Draws each action by the network's chances; subclasses say how strong it is."""

    strength: Strength
    leaning: Temper = EVEN
    budget = 0.05

    def __init__(self) -> None:
        self._policy = self.policy()
        self._seen: list[SeenEvent] = []
        self._taken = 0
        self._tracker: Tracker | None = None
        self._course: Course | None = None
        self._reading: Reader | None = None
        self._read = 0

    @classmethod
    def policy(cls) -> Policy:
        """Its networks and temper."""
        return Policy(level_networks(cls.strength.value), cls.leaning)

    def see(self, event: SeenEvent) -> None:
        """Update on an event."""
        self._seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions."""
        options, _ = self._options(view)
        shares = [option.share for option in options.values()]
        return rng.choices(list(options), shares)[0]

    def explain(self, view: View) -> Advice:
        """The mix from which `choose` draws, and what it rests on."""
        options, is_solved = self._options(view)
        reader = self.reading(view.board.setup)
        own, count = acting_seat(view).seat, len(view.board.mats)
        others = [Seat((own + step) % count) for step in range(1, count)]
        thoughts = [_thought(reader, seat) for seat in others if view.board.mats[seat].discs]
        return Advice(options, tuple(thoughts), is_solved)

    def reading(self, setup: Setup) -> Reader:
        """What the play so far tells of every seat; each event is read once."""
        if self._reading is None:
            self._reading = Reader(setup, self._policy)
        for event in self._seen[self._read :]:
            self._reading.take(event)
        self._read = len(self._seen)
        return self._reading

    def _options(self, view: View) -> tuple[Mix, bool]:
        """What it may do, and whether that is solved."""
        own = acting_seat(view)
        tracker = self._caught_up(view, own)
        solved = self._course.options(view.board, own.legal) if self._course else ()
        if solved:
            return {action: Option(share, None) for action, share in solved}, True
        return self._policy.mix(own, tracker) or _without_choice(own), False

    def _caught_up(self, view: View, own: OwnSeat) -> Tracker:
        """The networks' inputs for the game so far."""
        setup = view.board.setup
        if self._tracker is None:
            self._tracker = Tracker(setup)
            if self.strength in SOLVING:
                # The plans of an ending have to start from its own posterior.
                self._tracker = Reader(setup, self._policy, [own.seat])
                self._course = Course(setup, own.seat)
        tracker = self._tracker
        for event in self._seen[self._taken :]:
            tracker.take(event)
            if self._course is not None:
                self._course.see(event, tracker.board, tracker.has_skull)
        self._taken = len(self._seen)
        return tracker.plain if isinstance(tracker, Reader) else tracker


def _without_choice(own: OwnSeat) -> Mix:
    """A name (R29) is random; everything else is forced."""
    moves = [move for move in own.legal if not isinstance(move, Show)]
    names = [move for move in moves if isinstance(move, NameFirst)] or moves[:1]
    return {move: Option(1.0 / len(names), None) for move in names}


def _thought(reader: Reader, seat: Seat) -> Thought:
    suspicion, mat = reader.suspicions[seat], reader.board.mats[seat]
    face_down = mat.height - mat.flipped
    on_top = suspicion[STACK + face_down - 1] if face_down else 0.0
    return Thought(seat, reader.has_skull(seat), on_mat(suspicion), on_top)
