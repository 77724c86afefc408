"""The belief player itself, played out in the rules against the best that anybody can do."""

import pytest

from bench.best_response import from_the_start
from bench.entries import Entry, games
from calavera.rules import Placement, Seat, new_game, set_up
from calavera.rules.events import RoundBegan
from calavera.solve.position import Position, seat_start
from calavera.solve.tables import load_tables

FLOAT: float = 1e-6
"""Plans are kept in the booklet with 32 bits a share."""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "position",
    [Position(2, 2, 1, 1), Position(2, 2, 1, 0), Position(2, 2, 0, 1), Position(2, 2)],
    ids=str,
)
def test_in_a_duel_nobody_does_better_than_the_value(position: Position, seat: int) -> None:
    start = [
        seat_start(discs, wins, skull=True)
        for discs, wins in zip(position.discs, position[2:], strict=True)
    ]
    setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
    began = RoundBegan(1, Seat(0))
    reached = from_the_start(new_game(setup, Seat(0)), [began], Seat(seat)).value()
    bounds = load_tables().bounds(position)
    proven = 1.0 - bounds.low if seat == 0 else bounds.high
    assert reached <= proven + FLOAT
    assert reached >= proven - bounds.width - FLOAT  # nobody can be held to less than the value


GAMES = {
    "three seats": (3, [*range(8), 19], 4),
    "three seats from three discs": (3, [1], 3),
    "four seats": (4, [*range(4), 29], 4),
}
"""Seats, seeds and discs; the last seed of each leads to a skull in doubt."""


@pytest.fixture(scope="module", params=GAMES)
def found(request: pytest.FixtureRequest) -> list[Entry]:
    """The endings that these games came to."""
    return list(games(*GAMES[request.param]))


def test_some_endings_begin_with_the_skull_in_doubt(found: list[Entry]) -> None:
    """Else the tests below would show little."""
    assert any(0.0 < entry.own < 0.999 for entry in found)
    assert any(abs(entry.own - entry.blind) > 0.2 for entry in found)


def test_the_bot_knows_what_one_who_knows_its_policy_believes(found: list[Entry]) -> None:
    """Asked move by move with all the discs that it might have had."""
    for entry in found:
        assert entry.assumed == pytest.approx(entry.own, abs=1e-12)


def test_in_endings_of_larger_games_nobody_does_better_than_the_value(found: list[Entry]) -> None:
    """At the posterior on the bot's skull, for the share of the other's that it counts on."""
    for entry in found:
        assert entry.wins <= 1.0 - entry.bounds.low + FLOAT, entry
