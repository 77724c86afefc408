"""Games of mixed bots, to measure a review by and to take puzzles from."""

import random
from collections.abc import Sequence
from typing import Final

from calavera.bots import Belief, Bold, Bot, Cautious, Champion, Mirror, ask, seat_bot, tell
from calavera.record import Record, record_game
from calavera.rules import (
    Event,
    Player,
    Seat,
    Setup,
    chance_events,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan

TABLES: Final = (2, 3, 3, 4, 4, 4, 5, 5, 6)
"""Table sizes, each as often as it comes up."""

CAST: Final[tuple[type[Bot], ...]] = (Cautious, Bold, Mirror, Belief, Champion, Champion)


def mixed_game(seed: int) -> Record:
    """The game of a seed: a table of two to six, each seat a character drawn at random.

    The players have the names of their bots, with the number of their seat.
    """
    rng = random.Random(seed)
    players = rng.choice(TABLES)
    return play_game(set_up(players), [rng.choice(CAST) for _ in range(players)], rng)


def play_game(
    setup: Setup, kinds: Sequence[type[Bot]], rng: random.Random, first: Seat | None = None
) -> Record:
    """A game of these bots, one for each player; who begins is drawn unless it is given."""
    bots = [seat_bot(kind) for kind in kinds]
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    if first is None:
        first = rng.choice(setup.seats_in)
    state, events = new_game(setup, first), list[Event]()

    def told(event: Event) -> None:
        events.append(event)
        for bot, viewer in zip(bots, viewers, strict=True):
            tell(bot, redact(event, viewer))

    told(RoundBegan(1, first))
    while state.board.outcome is None:
        happened = chance_events(state, rng)
        if not happened:
            seat: Seat = state.board.turn[0]
            player = setup.owner(seat)
            action = ask(bots[player], view(state, viewers[player]), rng)
            happened = decide(state, seat, action)
        for event in happened:
            state = evolve(state, event)
            told(event)
    names = [f"{kind.name} {number}" for number, kind in enumerate(kinds, start=1)]
    return record_game(names, setup, events)
