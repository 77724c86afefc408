"""The same game twice with other secrets, planned before a server is started.

The server's random source and clock are fixed, so the plan knows its draws.
"""

import hashlib
import itertools
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from calavera.rules import (
    Action,
    Disc,
    Event,
    IllegalAction,
    Player,
    Seat,
    Setup,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    set_up,
)
from calavera.rules.actions import Discard, Place, Show
from calavera.rules.events import DiscFlipped, DiscPlaced, DiscsShown, RoundBegan
from calavera.table.dice.draws import Dice
from calavera.table.running.tokens import new_code

TRIES = 400
NOON = 1_700_000_000_000


def fixed_now() -> int:
    """A clock that stands still."""
    return NOON


def fixed_random() -> Callable[[int], bytes]:
    """Reproducible random bytes: secrets are always the same, codes and lots differ."""
    counter = itertools.count()

    def source(count: int) -> bytes:
        what = "secret" if count == 32 else str(next(counter))
        return hashlib.shake_256(what.encode()).digest(count)

    return source


def first_dice(players: int, bots: int = 0) -> Dice:
    """The dice of the first game at the first table of a server with that random source."""
    source = fixed_random()
    code = new_code(source)
    return Dice(source(32).hex(), code, 1, ("00",) * (players - bots) + ("",) * bots)


class Move(NamedTuple):
    """A player's action."""

    seat: Seat
    action: Action


class Script(NamedTuple):
    """A game to be played."""

    setup: Setup
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    bot: Seat | None = None
    """The seat of a bot, which moves as soon as it may and never shows discs."""

    @property
    def dice(self) -> Dice:
        """The dice that it is played with."""
        return first_dice(self.setup.players, self.bot is not None)


class Impossible(Exception):
    """The secrets contradict what was seen."""


def script(players: int, rng: random.Random, *, bot: bool = False) -> Script:
    """Any game, of people or with a bot on the last chair."""
    setup, dice = set_up(players), first_dice(players, bot)
    its_seat = setup.seats[-1] if bot else None
    state, events = _begun(setup, dice)
    moves = []
    while state.board.outcome is None:
        options = [
            Move(seat, action) for seat in setup.seats for action in legal_actions(state, seat)
        ]
        if its_seat is not None:
            bot_moves = its_seat in state.board.turn
            options = [
                move
                for move in options
                if (move.seat == its_seat) is bot_moves
                and not (move.seat == its_seat and is_show(move))
            ]
        move = rng.choice(options)
        moves.append(move)
        state = _played(state, move, dice, events)
    return Script(setup, tuple(moves), tuple(events), its_seat)


def other_script(one: Script, viewer: Player | None, rng: random.Random) -> Script | None:
    """The same game for that player, or the public, with other secrets, if one is found."""
    for _ in range(TRIES):
        try:
            other = _try(one, viewer, rng)
        except (Impossible, IllegalAction):
            continue
        if other.moves != one.moves:
            return other
    return None


def _begun(setup: Setup, dice: Dice) -> tuple[State, list[Event]]:
    first = dice.first(setup)
    return evolve(new_game(setup), first), [first]


def _played(state: State, move: Move, dice: Dice, events: list[Event]) -> State:
    for event in decide(state, move.seat, move.action):
        state = evolve(state, event)
        events.append(event)
    if state.board.outcome is None and chance_outcomes(state):
        event = dice.pick(state)
        state = evolve(state, event)
        events.append(event)
    return state


def _try(one: Script, viewer: Player | None, rng: random.Random) -> Script:
    setup, dice = one.setup, one.dice
    state, events = _begun(setup, dice)
    rounds = _rounds(one.events)
    plans: dict[tuple[int, Seat], Iterator[Disc]] = {}
    moves = []
    for move in one.moves:
        seat, action = move
        if viewer is None or setup.owner(seat) != viewer:
            if isinstance(action, Place):
                key = (state.board.round, seat)
                if key not in plans:
                    owned = list(state.holdings[seat].discs)
                    plans[key] = iter(_stack(rounds[state.board.round - 1], seat, owned, rng))
                action = Place(next(plans[key]))
            elif isinstance(action, Discard):
                action = Discard(rng.choice(list(state.holdings[seat].discs)))
        moves.append(Move(seat, action))
        state = _played(state, moves[-1], dice, events)
    if [_open(event) for event in events] != [_open(event) for event in one.events]:
        raise Impossible
    return Script(setup, tuple(moves), tuple(events), one.bot)


def _rounds(events: tuple[Event, ...]) -> list[list[Event]]:
    rounds: list[list[Event]] = []
    for event in events:
        if isinstance(event, RoundBegan):
            rounds.append([])
        rounds[-1].append(event)
    return rounds


def _stack(events: list[Event], seat: Seat, owned: list[Disc], rng: random.Random) -> list[Disc]:
    """Discs for all placements of a seat in a round; those seen later stay the same."""
    height = sum(isinstance(event, DiscPlaced) and event.seat == seat for event in events)
    faces: list[Disc] = []
    for event in events:
        if isinstance(event, DiscFlipped) and event.mat == seat:
            faces.append(event.disc)
        elif isinstance(event, DiscsShown) and event.seat == seat:
            faces.extend(event.discs)
    for disc in faces:
        if disc not in owned:
            raise Impossible
        owned.remove(disc)
    rng.shuffle(owned)
    hidden = height - len(faces)
    return [*owned[:hidden], *reversed(faces)]


def _open(event: Event) -> object:
    """The public part of an event that can differ: its type and the open faces."""
    if isinstance(event, DiscFlipped | DiscsShown | RoundBegan):
        return event
    return type(event)


def is_show(move: Move) -> bool:
    """Whether somebody shows discs."""
    return isinstance(move.action, Show)
