"""A trained network as a bot, for matches in the arena against real bots.

    CALAVERA_NETWORK=training/3/latest.pt calavera arena calavera.train.player:Trained belief …

It plays the solved endings once two are left, with what the tracker believes of both.
"""

import os
import random
from functools import cache
from pathlib import Path

import torch

from calavera.bots import Strength, acting_seat
from calavera.bots.champion import Tracker, inputs, legal_choices
from calavera.bots.ending import Course
from calavera.rules import Action, NameFirst, OwnSeat, SeenEvent, Show, View
from calavera.train.checkpoints import read_network
from calavera.train.network import Network, slots_of

NETWORK = "CALAVERA_NETWORK"
"""The variable that says which checkpoint plays."""


@cache
def _network(path: str) -> Network:
    torch.set_num_threads(1)
    return read_network(Path(path))


class Trained:
    """Draws each choice by the network's chances."""

    name = "trained"
    nickname = "Aprendiz"
    temper = "plays what it found out by itself"
    strength = Strength.HARD
    budget = 0.1

    def __init__(self) -> None:
        self._seen: list[SeenEvent] = []
        self._tracker: Tracker | None = None
        self._course: Course | None = None

    def see(self, event: SeenEvent) -> None:
        """Take note of what happened."""
        self._seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions."""
        own = acting_seat(view)
        tracker, course = self._caught_up(view, own)
        options = course.options(view.board, own.legal)
        if not options:
            options = _by_network(own, tracker)
        return rng.choices([action for action, _ in options], [share for _, share in options])[0]

    def _caught_up(self, view: View, own: OwnSeat) -> tuple[Tracker, Course]:
        if self._tracker is None or self._course is None:
            setup = view.board.setup
            self._tracker, self._course = Tracker(setup), Course(setup, own.seat)
        for event in self._seen:
            self._tracker.take(event)
            self._course.see(event, self._tracker.board, self._tracker.has_skull)
        self._seen.clear()
        return self._tracker, self._course


def _by_network(own: OwnSeat, tracker: Tracker) -> list[tuple[Action, float]]:
    legal = legal_choices(own, tracker.board)
    if not legal:  # forced, or a name, which is drawn by lot
        moves = [move for move in own.legal if not isinstance(move, Show)]
        return [(move, 1.0) for move in moves if isinstance(move, NameFirst)] or [(moves[0], 1.0)]
    network = _network(os.environ[NETWORK])
    row = torch.tensor([inputs(own, tracker, slots_of(network))])
    with torch.no_grad():
        logits = network(row)[0][0, list(legal)]
    return list(zip(legal.values(), torch.softmax(logits, 0).tolist(), strict=True))
