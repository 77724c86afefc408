"""Speed of the rules: random full games, views, redacted events, reading, counting."""

import itertools
import random
from collections.abc import Callable, Iterator

from bench.reference import Figure, measure
from calavera.record import perft, read, record_game, write_record
from calavera.rules import (
    PUBLIC,
    Event,
    Player,
    Setup,
    State,
    chance_events,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)

SIZES = (3, 4, 6)


def play(setup: Setup, rng: random.Random) -> list[Event]:
    """One random game through the public API; returns its events."""
    state = new_game(setup)
    told: list[Event] = []
    while state.board.outcome is None:
        events = chance_events(state, rng)
        if not events:
            seat = state.board.turn[0]
            legal = legal_actions(state, seat)
            events = decide(state, seat, legal[int(rng.random() * len(legal))])
        for event in events:
            state = evolve(state, event)
        told += events
    return told


def with_states(setup: Setup, events: list[Event]) -> list[tuple[Event, State]]:
    """Each event with the state after it."""
    states = itertools.accumulate(events, evolve, initial=new_game(setup))
    return list(zip(events, itertools.islice(states, 1, None), strict=True))


def games(players: int) -> Callable[[int], None]:
    """Work: whole games."""
    setup = set_up(players)
    rng = random.Random(players)

    def work(times: int) -> None:
        for _ in range(times):
            play(setup, rng)

    return work


def figures() -> Iterator[tuple[str, Figure]]:
    """Each thing measured, with its name."""
    for players in SIZES:
        yield f"random game, {players} players", measure(games(players), 40)
    setup = set_up(4)
    told = with_states(setup, play(setup, random.Random(4)))
    viewer = setup.viewer(Player(1))
    yield "view of a player", measure(seen(setup), 2000)
    yield "view of the public", measure(_each(told, lambda _, state: view(state, PUBLIC)), 2000)
    yield "redacted event", measure(_each(told, lambda event, _: redact(event, viewer)), 2000)
    texts = [written(setup, seed) for seed in range(20)]
    yield "reading a record, 4 players", measure(read_all(texts), 20)
    start = read("skull: 1\nplayers: A, B, C, D\n").position
    yield "perft, 4 players, depth 8", measure(_repeat(lambda: perft(start, 8)), 1)


def seen(setup: Setup) -> Callable[[int], None]:
    """Work: the views of a player in one game."""
    told = with_states(setup, play(setup, random.Random(4)))
    viewer = setup.viewer(Player(1))
    return _each(told, lambda _, state: view(state, viewer))


def _each(
    told: list[tuple[Event, State]], look: Callable[[Event, State], object]
) -> Callable[[int], None]:
    def work(times: int) -> None:
        for index in range(times):
            look(*told[index % len(told)])

    return work


def written(setup: Setup, seed: int) -> str:
    """The record of a random game."""
    events = play(setup, random.Random(seed))
    return write_record(record_game(["A", "B", "C", "D"], setup, events))


def read_all(texts: list[str]) -> Callable[[int], None]:
    """Work: reading records."""

    def work(times: int) -> None:
        for index in range(times):
            read(texts[index % len(texts)])

    return work


def _repeat(job: Callable[[], object]) -> Callable[[int], None]:
    def work(times: int) -> None:
        for _ in range(times):
            job()

    return work
