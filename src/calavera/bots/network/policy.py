"""A trained network's mixed strategy in any situation, real or hypothetical."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from calavera.bots.network.choices import choice_count, legal_choices
from calavera.bots.network.inputs import input_count, inputs
from calavera.bots.network.temper import EVEN, Temper
from calavera.bots.network.tracker import Tracker
from calavera.bots.network.weights_file import Network
from calavera.rules import Action, OwnSeat


class Option(NamedTuple):
    """An action that is open to a player."""

    share: float  # the bot's probability of it
    wins: float | None  # probability of winning then, among equals; None if unknown


Mix = Mapping[Action, Option]


class Policy(NamedTuple):
    """Networks, those for small tables first, and a temper."""

    networks: Sequence[Network]
    temper: Temper = EVEN

    def mix(self, own: OwnSeat, tracker: Tracker) -> Mix:
        """The mixed strategy of the network for this many players; empty if there is no choice."""
        board = tracker.board
        players = sum(1 for mat in board.mats if mat.discs)
        networks = self.networks
        network = next((each for each in networks if each.slots >= players), networks[-1])
        # More seats than any network supports: those further round the table are ignored.
        known = choice_count(network.slots)
        legal = {n: action for n, action in legal_choices(own, board).items() if n < known}
        if not legal:
            return {}
        answer = network.of(inputs(own, tracker, network.slots)[: input_count(network.slots)])
        logits = {
            choice: answer.logits[choice] + self.temper.leaning(choice, own.holding)
            for choice in legal
        }
        most = max(logits.values())
        weights = {choice: math.exp(logit - most) for choice, logit in logits.items()}
        total = sum(weights.values())
        # On the whole its choices win what it expects to.
        surplus = sum(weights[choice] * answer.gains[choice] for choice in legal) / total
        return {
            action: Option(
                weights[choice] / total,
                min(max(answer.wins + answer.gains[choice] - surplus, 0.0), 1.0),
            )
            for choice, action in legal.items()
        }
