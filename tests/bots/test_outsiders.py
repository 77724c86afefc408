"""Strangers at the table, short: `python -m bench.outsiders` plays many times as much.

The games follow from the seed, so this passes always or never.
"""

import random

import pytest

from bench.fitting.partners import PARTNERS
from bench.ladder import climb
from bench.outsiders import OUTSIDERS, main, source
from calavera.bots import Bot, acting_seat
from calavera.rules import Player, Show, chance_outcomes, evolve, new_game, set_up, view
from tests.games import next_events

STRANGERS = [*OUTSIDERS.values(), *PARTNERS.values()]


@pytest.mark.parametrize("kind", STRANGERS, ids=lambda kind: kind.name)
def test_strangers_play_by_the_rules(kind: type[Bot]) -> None:
    rng = random.Random(kind.name)
    for players in (2, 4, 6):
        setup = set_up(players)
        state = new_game(setup)
        while state.board.outcome is None:
            if not chance_outcomes(state):
                seen = view(state, setup.viewer(Player(state.board.turn[0])))
                own = acting_seat(seen)
                move = kind().choose(seen, rng)
                assert move in own.legal
                assert not isinstance(move, Show)
            for event in next_events(state, rng):
                state = evolve(state, event)


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("name", OUTSIDERS)
def test_the_belief_player_beats_whom_it_never_met(name: str, seats: int) -> None:
    (rung,) = climb([(source(name), "belief")], [seats], 60)
    assert rung.holds, rung
    assert rung.lower == name


def test_a_match_that_is_lost_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--bots cautious --against maniac --seats 3 --games 60 --jobs 1"
    assert main(options.split()) == 1
    assert "| cautious | does not beat maniac | 3 | 60 |" in capsys.readouterr().out
