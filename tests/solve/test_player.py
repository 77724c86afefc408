"""The bot that plays endings exactly."""

import random

import pytest

from bench.ending_player import winner
from calavera.bots import Bot, Cautious, Uniform, seat_bot
from calavera.bots.ending import EndingPlayer, is_ending
from calavera.rules import Action, Player, Seat, SeatStart, SeenEvent, View, new_game, set_up
from calavera.rules.setup import WHOLE_TRIBE
from calavera.solve.position import Position, seat_start
from calavera.solve.tables import load_tables


def start_of(position: Position) -> list[SeatStart]:
    return [
        seat_start(discs, wins, skull=True)
        for discs, wins in zip(position.discs, position[2:], strict=True)
    ]


@pytest.mark.parametrize("kind", [Cautious, Uniform])
@pytest.mark.parametrize("role", [0, 1])
def test_nobody_does_better_against_it_than_the_value(kind: type[Bot], role: int) -> None:
    position, games, won = Position(2, 2, 1, 1), 200, 0
    setup, rng = set_up(2, start=start_of(position)), random.Random(role)
    for _ in range(games):
        bots: list[Bot] = [EndingPlayer(), kind()] if role == 0 else [kind(), EndingPlayer()]
        won += winner(setup, bots, Seat(0), rng) == Player(role)
    bounds = load_tables().bounds(position)
    least = bounds.low if role == 0 else 1.0 - bounds.high
    assert won / games > least - 3 * (0.25 / games) ** 0.5


def test_it_plays_whole_games_of_three() -> None:
    setup, rng = set_up(3), random.Random(5)
    for _ in range(6):
        bots = [seat_bot(EndingPlayer), seat_bot(Cautious), seat_bot(EndingPlayer)]
        winner(setup, bots, Seat(rng.randrange(3)), rng)


def test_it_plays_with_two_tribes_as_the_other_does() -> None:
    setup, rng = set_up(2, tribes=2), random.Random(5)
    assert not is_ending(new_game(setup).board)
    winner(setup, [EndingPlayer(), EndingPlayer()], Seat(0), rng)


def test_a_seat_that_is_out_does_not_count() -> None:
    out = SeatStart(())
    setup = set_up(3, start=[WHOLE_TRIBE, out, WHOLE_TRIBE])
    assert is_ending(new_game(setup).board)


def test_a_bot_that_is_rebuilt_chooses_the_same() -> None:
    """At every move of a game, one that was there from the start and one that was told of it."""
    setup, rng = set_up(2), random.Random(11)

    class Twice(EndingPlayer):
        def __init__(self) -> None:
            super().__init__()
            self._seen: list[SeenEvent] = []

        def see(self, event: SeenEvent) -> None:
            super().see(event)
            self._seen.append(event)

        def choose(self, view: View, rng: random.Random) -> Action:
            seed = rng.random()
            again = seat_bot(EndingPlayer, self._seen).choose(view, random.Random(seed))
            assert super().choose(view, random.Random(seed)) == again
            return again

    for _ in range(5):
        winner(setup, [Twice(), Twice()], Seat(0), rng)
