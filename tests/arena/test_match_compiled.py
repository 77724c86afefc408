"""A bot that uses arrays and numbers plays against Python bots."""

import importlib
import random

import pytest

from calavera.arena.match.entrant import find_entrants
from calavera.arena.match.match_plan import make_plan
from calavera.arena.runner.match import Match
from calavera.bots import acting_seat
from calavera.rules import Action, Show, View


class Arrays:
    """Reads its view as a row of numbers and answers with the number of an action."""

    name = "arrays"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Any legal action, by its number."""
        numbers = importlib.import_module("calavera.arena.encoding.action_numbers")
        observation = importlib.import_module("calavera.arena.encoding.observation")
        own, seats = acting_seat(view), len(view.board.mats)
        assert len(observation.observe(view, own.seat)) == observation.OBSERVATION
        legal = [action for action in own.legal if not isinstance(action, Show)]
        chosen = rng.choice([numbers.number_of(action, own.seat, seats) for action in legal])
        action: Action = numbers.action_of(chosen, own.seat, seats)
        return action


def test_it_sits_down_with_the_others() -> None:
    pytest.importorskip(
        "calavera.arena.encoding.action_numbers", reason="the simulator is not built in yet"
    )
    sources = [f"{__name__}:Arrays", "cautious", "uniform"]
    tally = Match(make_plan(sources, 3, 60, 1), find_entrants(sources)).play()
    assert tally.games == 60
    assert {standing.bot for standing in tally.standings} == {"arrays", "cautious", "uniform"}
