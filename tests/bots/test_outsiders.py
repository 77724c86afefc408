"""Strangers at the table, short: `python -m bench.outsiders` plays many times as much.

The games follow from the seed, so this passes always or never.
"""

import random

import pytest

from bench.ladder import climb
from bench.outsiders import OUTSIDERS, main, source
from calavera.bots import BOTS, Bot, acting_seat, tell
from calavera.bots.contract import PROMISES
from calavera.rules import (
    Bid,
    Player,
    Show,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.model.queries import players_in
from tests.games import next_events

SITTERS = ("sitter", "counter")


@pytest.mark.parametrize("kind", OUTSIDERS.values(), ids=lambda kind: kind.name)
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


@pytest.mark.parametrize("title", ["legal without a past", "the same choice whatever others hide"])
@pytest.mark.parametrize("name", SITTERS)
def test_sitters_keep_the_promises_of_every_bot(name: str, title: str) -> None:
    PROMISES[title](OUTSIDERS[name])


@pytest.mark.parametrize("name", SITTERS)
def test_a_sitter_bids_when_it_must_and_a_counter_when_it_is_sure(name: str) -> None:
    free = 0
    for seed in range(10):
        rng, setup = random.Random(seed), set_up(3)
        state, bots = new_game(setup), [OUTSIDERS[name]() for _ in range(3)]
        while state.board.outcome is None and len(players_in(state.board)) > 2:
            if chance_outcomes(state):
                events = next_events(state, rng)
            else:
                seat = state.board.turn[0]
                action = bots[seat].choose(view(state, setup.viewer(Player(seat))), rng)
                free += isinstance(action, Bid) and state.board.mats[seat].hand > 0
                events = decide(state, seat, action)
            for event in events:
                state = evolve(state, event)
                for player, bot in enumerate(bots):
                    tell(bot, redact(event, setup.viewer(Player(player))))
    assert (free > 0) == (name == "counter")


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("name", OUTSIDERS)
def test_the_champion_beats_whom_it_never_met(name: str, seats: int) -> None:
    (rung,) = climb([(source(name), "champion")], [seats], 30)
    assert rung.holds, rung
    assert rung.lower == name


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != "uniform"])
def test_nobody_is_beaten_by_sitting_still(bot: str) -> None:
    # Sitters play solved endings, which an easy bot cannot: it has to beat the passer.
    for name in ("passer",) if bot == "cautious" else SITTERS:
        (rung,) = climb([(source(name), bot)], [4], 48)
        assert rung.standing.share > 1 / 4, rung


def test_a_match_that_is_lost_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--bots uniform --against counter --seats 3 --games 60 --jobs 1"
    assert main(options.split()) == 1
    assert "| uniform | does not beat counter | 3 | 60 |" in capsys.readouterr().out
