"""The champion itself against a best response, through the rules."""

import pytest

from bench.best_response import from_the_start
from bench.entries import Entry, games
from calavera.rules import Placement, Seat, new_game, set_up
from calavera.rules.events import RoundBegan
from calavera.solve.explain.solved_game import load_solved_game
from calavera.solve.model.duel_position import DuelPosition, seat_start

FLOAT: float = 1e-6
"""Tolerance: plans are stored with 32 bits per share."""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "position",
    [
        DuelPosition(2, 2, 1, 1),
        DuelPosition(2, 2, 1, 0),
        DuelPosition(2, 2, 0, 1),
        DuelPosition(2, 2),
    ],
    ids=str,
)
def test_in_a_duel_nobody_does_better_than_the_value(position: DuelPosition, seat: int) -> None:
    start = [
        seat_start(discs, wins, skull=True)
        for discs, wins in zip(position.discs, position[2:], strict=True)
    ]
    setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
    began = RoundBegan(1, Seat(0))
    reached = from_the_start(new_game(setup, Seat(0)), [began], Seat(seat)).value()
    bounds = load_solved_game().bounds(position)
    proven = 1.0 - bounds.low if seat == 0 else bounds.high
    assert reached <= proven + FLOAT
    assert reached >= proven - bounds.width - FLOAT  # no opponent can be held below the value


TABLES = {"three seats": (3, 4), "three seats from three discs": (3, 3), "four seats": (4, 4)}
"""Seats and discs."""

MOST_GAMES = 60


@pytest.fixture(scope="module", params=TABLES)
def found(request: pytest.FixtureRequest) -> list[Entry]:
    """The endings of games, until some begin with the skull in doubt."""
    seats, discs = TABLES[request.param]
    entries: list[Entry] = []
    for seed in range(MOST_GAMES):
        entries += games(seats, [seed], discs)
        if _in_doubt(entries):
            break
    return entries


def _in_doubt(entries: list[Entry]) -> bool:
    return any(0.0 < entry.own < 0.999 for entry in entries) and any(
        abs(entry.own - entry.blind) > 0.2 for entry in entries
    )


def test_some_endings_begin_with_the_skull_in_doubt(found: list[Entry]) -> None:
    """Otherwise the tests below would show little."""
    assert _in_doubt(found)


def test_the_bot_knows_what_one_who_knows_its_policy_believes(found: list[Entry]) -> None:
    """The bot is asked for each move with all the discs that it might have had."""
    for entry in found:
        assert entry.assumed == pytest.approx(entry.own, abs=1e-12)


def test_in_endings_of_larger_games_nobody_does_better_than_the_value(found: list[Entry]) -> None:
    """At the posterior on the bot's skull, and its estimate of the other's."""
    for entry in found:
        assert entry.wins <= 1.0 - entry.bounds.low + FLOAT, entry
