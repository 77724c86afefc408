"""Games to try a bot in: every size, every variant, arbitrary positions."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from calavera.bots.asking import seat_bot, tell
from calavera.bots.bot import Bot
from calavera.bots.contract.worlds import other_world
from calavera.rules import (
    OUT,
    Disc,
    Event,
    Placement,
    Player,
    SeatStart,
    SeenEvent,
    Setup,
    State,
    View,
    Viewer,
    chance_events,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)

SIZES: Final = (
    *((players, 1) for players in range(2, 13)),
    *((players, 2) for players in range(2, 7)),
)
"""Every number of players with one tribe and with two."""


class TrialTable:
    """A game with a bot for every player, each of which sees its player's events."""

    def __init__(self, kind: type[Bot], setup: Setup) -> None:
        self.setup = setup
        self.viewers = [setup.viewer(Player(index)) for index in range(setup.players)]
        self.bots = [seat_bot(kind) for _ in self.viewers]
        self.seen: list[list[SeenEvent]] = [[] for _ in self.viewers]
        self.state = new_game(setup)

    def happen(self, events: Sequence[Event]) -> None:
        """Let it happen, and tell everybody."""
        for event in events:
            self.state = evolve(self.state, event)
            for viewer, bot, seen in zip(self.viewers, self.bots, self.seen, strict=True):
                seen.append(redact(event, viewer))
                tell(bot, seen[-1])

    def to_act(self) -> list[Player]:
        """The players to act now; none if chance is to move."""
        if chance_outcomes(self.state):
            return []
        return sorted({self.setup.owner(seat) for seat in self.state.board.turn})

    def view(self, player: Player) -> View:
        """What a player knows now."""
        return view(self.state, self.viewers[player])


class Moves(NamedTuple):
    """A game, move by move."""

    setup: Setup
    moves: tuple[tuple[Event, ...], ...]  # what each move brought about

    def in_another_world(self, viewer: Viewer, rng: random.Random) -> "Moves":
        """A game that looks the same to the viewer."""
        events = iter(other_world(self.setup, list(chain(*self.moves)), viewer, rng))
        return Moves(self.setup, tuple(tuple(islice(events, len(move))) for move in self.moves))


def random_game(kind: type[Bot], setup: Setup, rng: random.Random) -> Iterator[TrialTable]:
    """A game of random moves, yielded wherever somebody is to act."""
    table = TrialTable(kind, setup)
    while table.state.board.outcome is None:
        if table.to_act():
            yield table
        table.happen(next_events(table.state, rng))


def moves_of_a_game(setup: Setup, rng: random.Random) -> Moves:
    """A game of random moves."""
    state, moves = new_game(setup), []
    while state.board.outcome is None:
        moves.append(next_events(state, rng))
        for event in moves[-1]:
            state = evolve(state, event)
    return Moves(setup, tuple(moves))


def questions(kind: type[Bot], viewer: Viewer, game: Moves) -> Iterator[tuple[Bot, View]]:
    """A bot that sees a game, at each decision of its player."""
    bot, state = seat_bot(kind), new_game(game.setup)
    for move in game.moves:
        for event in move:
            state = evolve(state, event)
            tell(bot, redact(event, viewer))
        if not chance_outcomes(state) and set(viewer.seats) & set(state.board.turn):
            yield bot, view(state, viewer)


def next_events(state: State, rng: random.Random) -> tuple[Event, ...]:
    """What chance draws or a random seat does."""
    if drawn := chance_events(state, rng):
        return drawn
    seats = state.board.setup.seats
    seat, action = rng.choice(
        [(seat, action) for seat in seats for action in legal_actions(state, seat)]
    )
    return decide(state, seat, action)


def random_setup(rng: random.Random) -> Setup:
    """Any table: size, tribes, order of placing, usual start or any position."""
    players, tribes = rng.choice(SIZES)
    placement = rng.choice(list(Placement))
    usual = set_up(players, tribes=tribes, placement=placement)
    if rng.random() < 0.5:
        return usual
    start = [_random_start(rng) for _ in usual.seats]
    start[0] = start[1] = SeatStart((Disc.FLOWER, Disc.SKULL), rng.randrange(2))
    return set_up(players, tribes=tribes, placement=placement, start=start)


def _random_start(rng: random.Random) -> SeatStart:
    if rng.random() < 0.2:
        return OUT
    flowers = rng.randrange(4)
    skulls = 1 if flowers == 0 else rng.randrange(2)
    return SeatStart((Disc.FLOWER,) * flowers + (Disc.SKULL,) * skulls, rng.randrange(2))
